"""What can go wrong, as exceptions. Mistakes in arguments are TypeError and ValueError, as in Python."""


from __future__ import annotations

import sys
import warnings
from typing import List


class LockstepError(Exception):
    """Something that Lockstep was asked for and cannot do, in one sentence."""

    def _render_traceback_(self) -> List[str]:
        """For notebooks: the message alone, because the lines of this package say nothing."""
        return [f"{type(self).__name__}: {self}"]


class CompileError(LockstepError):
    """The source does not compile. `diagnostics` has clang's text, with lines of the source."""

    def __init__(self, diagnostics: str):
        super().__init__(diagnostics)
        self.diagnostics = diagnostics


class CompileWarning(UserWarning):
    """What the compiler warns of, with lines of the source: clang's text."""


class CUDAError(LockstepError, RuntimeError):
    """A launch was refused, or its kernel ended early. `name` is CUDA's ("cudaErrorIllegalAddress")."""

    def __init__(self, name: str, message: str):
        super().__init__(f"{name}: {message}")
        self.name = name


class CheckFailed(LockstepError, AssertionError):
    """A check has findings; `run` has them all."""

    def __init__(self, message: str, run: object):
        super().__init__(message)
        self.run = run


def warn(text: str) -> None:
    """At the line outside this package that the call comes from."""
    frame, level = sys._getframe(), 1
    while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] == "lockstep":
        frame, level = frame.f_back, level + 1
    warnings.warn(CompileWarning(text), stacklevel=level)
