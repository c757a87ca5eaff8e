"""Arrays that nobody has written yet: numpy's own, and known to the checks and recordings."""

from __future__ import annotations

import weakref
from typing import Any, Dict, Tuple, Union

import numpy as np

# Fills unwritten memory, in pieces of four bytes; a NaN as float32 and as float64. include/lockstep_python/call.h has it too.
_UNWRITTEN = np.uint32(0x7FFB7FFB)

_arrays: Dict[int, "weakref.ref[np.ndarray]"] = {}


def empty(shape: Union[int, Tuple[int, ...]], dtype: Any = np.float64) -> np.ndarray:
    """As numpy.empty: cells that a kernel reads before anybody has written them are findings, and floats are NaN.

    Limit: a cell is taken for unwritten as long as it holds the filling, four bytes (0x7FFB7FFB).
    """
    array = np.empty(shape, dtype)
    rows = array.reshape(-1).view(np.uint8)
    filling = np.resize(np.frombuffer(_UNWRITTEN.tobytes(), np.uint8), rows.size)
    rows[:] = filling
    key = id(array)
    _arrays[key] = weakref.ref(array, lambda _: _arrays.pop(key, None))
    return array


def empty_like(array: np.ndarray) -> np.ndarray:
    """As numpy.empty_like, in C's order."""
    return empty(array.shape, array.dtype)


def may_be_unwritten(array: np.ndarray) -> bool:
    """True for an array of `empty`, and for views of it."""
    owner: Any = array
    while isinstance(owner, np.ndarray):
        known = _arrays.get(id(owner))
        if known is not None and known() is owner:
            return True
        owner = owner.base
    return False
