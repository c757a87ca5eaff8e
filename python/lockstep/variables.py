"""Variables of the device (__constant__, __device__, __managed__) as arrays: RawModule.get_global."""

from __future__ import annotations

import ctypes
from typing import Any, Dict

import numpy as np

from . import _arguments, _runtime
from .errors import LockstepError


class Variable(np.ndarray):
    """A variable's own memory, as an array: what is written to it is what the next launch reads. `copy_from` fills it.

    np.ndarray(shape, dtype, variable) is the same memory with another shape, as cupy.ndarray(shape, dtype, pointer).
    """

    def copy_from(self, source: Any) -> None:
        """All or the first of its elements; ValueError: the source has more bytes."""
        data = np.ascontiguousarray(_arguments.as_array(source, "copy_from"))
        if data.nbytes > self.nbytes:
            raise ValueError(f"the source has {data.nbytes} bytes, and the variable {self.nbytes}")
        self.reshape(-1).view(np.uint8)[:data.nbytes] = data.reshape(-1).view(np.uint8)

    copy_from_host = copy_from_device = copy_from


# By the library, and by the name that the source has: what Python has asked for, so that it may have been changed.
_known: Dict[int, Dict[str, Variable]] = {}


def variable_of(library: _runtime.Library, name: str, file: str) -> Variable:
    known = _known.setdefault(library.handle, {})
    if name not in known:
        found = library.variable(name)
        if found is None:
            raise LockstepError(f"there is no variable `{name}` of the device in {file}, or there are several")
        address, described = found
        memory: Any = (ctypes.c_char * described.size).from_address(address)
        known[name] = np.frombuffer(memory, _arguments.dtype_of(described)).view(Variable)
    return known[name]


def known_of(library: _runtime.Library) -> Dict[str, Variable]:
    return _known.get(library.handle, {})
