"""The `numba` of a program that runs without Numba: its types, and numba.cuda. Its compiler for the CPU is not there, and each
name of it says so when it is called."""

from __future__ import annotations

from typing import Any

from . import names, vectorizers

__version__ = "0.0+lockstep"
types = names.Types
_COMPILES = "njit jit prange stencil cfunc generated_jit objmode typeof set_num_threads get_num_threads"


def _missing(name: str) -> Any:
    def needs_numba(*arguments: Any, **options: Any) -> Any:
        raise ImportError(f"`numba.{name}` is of Numba's compiler for the CPU, and Numba is not installed: pip install numba")

    return needs_numba


def __getattr__(name: str) -> Any:
    if name in names.TYPES:
        return names.TYPES[name]
    if name in ("void", "none"):
        return names.VOID
    if name in ("vectorize", "guvectorize"):
        return getattr(vectorizers, name)
    if name in _COMPILES.split():
        return _missing(name)
    raise AttributeError(name)
