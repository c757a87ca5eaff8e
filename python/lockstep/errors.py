"""What can go wrong, as exceptions. Mistakes in arguments are TypeError and ValueError, as in Python."""


from __future__ import annotations

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
