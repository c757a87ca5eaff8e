"""Numba's types of numbers, what operations make of them, and their spelling in C++."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Dict, FrozenSet, Optional, Tuple, Union

import numpy as np

from .names import NumberType

C_NAMES: Dict[str, str] = {
    "bool": "bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short",
    "int32": "int", "uint32": "unsigned", "int64": "long long", "uint64": "unsigned long long", "float16": "__half",
    "float32": "float", "float64": "double", "complex64": "python_complex<float>", "complex128": "python_complex<double>"}


RECORDS: Dict[str, np.dtype] = {}  # numpy's structured types, by their names in C_NAMES


def bits(type_: str) -> int:
    return 1 if type_ == "bool" else int("".join(filter(str.isdigit, type_)))


def is_float(type_: str) -> bool:
    return type_.startswith("float")


def is_complex(type_: Any) -> bool:
    return isinstance(type_, str) and type_.startswith("complex")


def part_of(type_: str) -> str:
    """Of a complex number's real part."""
    return "float32" if type_ == "complex64" else "float64"


def is_signed(type_: str) -> bool:
    return type_.startswith("int")


def unified(a: Optional[str], b: Optional[str]) -> Optional[str]:
    """The type that holds both, by numpy's rules, as Numba has it for a variable that is assigned both."""
    if a is None or b is None or a == b:
        return a or b
    return str(np.promote_types(a, b))


def of_arithmetic(a: Optional[str], b: Optional[str]) -> Optional[str]:
    """Of + - * // %, and of bits: integers become 64 bits wide, and with a sign if one of them has it."""
    both = unified(a, b)
    if both is None or any(each is not None and (is_float(each) or is_complex(each)) for each in (a, b)):
        return both
    return "int64" if any(each is not None and is_signed(each) for each in (a, b)) or both == "bool" else "uint64"


@dataclass(frozen=True)
class Array:
    """An array: the C++ expressions of its sizes, and whether C++ has it with all dimensions, or as a pointer to the first
    element. Without strides (in elements) it is in C's order."""

    dtype: str
    shape: Tuple[str, ...]
    is_pointer: bool
    strides: Tuple[str, ...] = ()
    sources: FrozenSet[str] = frozenset()  # parameters and variables that have the same memory

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def kind(self) -> "Array":
        """What the translation of a function depends on."""
        return Array(self.dtype, ("",) * self.ndim, True, ("",) * self.ndim if self.strides else ())


@dataclass(frozen=True)
class Tuples:
    """A tuple with elements of these types, and their names if it is a named one."""

    items: Tuple["Type", ...]
    fields: Tuple[str, ...] = ()


class Known:
    """The type of a value that only the translator needs, such as a function or a type: the value itself."""

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Known) and (self.value is other.value or (
            type(self.value) is type(other.value) and isinstance(self.value, (int, float, tuple)) and self.value == other.value))

    def __hash__(self) -> int:
        return hash(self.value) if isinstance(self.value, (int, float)) else hash(type(self.value))


Type = Union[str, Array, Tuples, Known, None]


def dtype_name(value: Any) -> Optional[str]:
    """Of numpy's, Numba's and our own types; None: it is no type."""
    if isinstance(value, NumberType):
        return "bool" if value.name == "boolean" else value.name if value.name in C_NAMES else None
    if isinstance(value, (np.dtype, type)):
        try:
            dtype = np.dtype(value)
        except TypeError:
            return None
        if dtype.fields is not None:
            return _record_name(dtype)
        return dtype.name if dtype.name in C_NAMES and dtype.isnative else None
    if type(value).__module__.startswith("numba."):
        if type(value).__name__ == "Record":
            return dtype_name(value.dtype)
        name = str(value)
        name = "bool" if name in ("bool", "boolean") else name
        return name if name in C_NAMES else None
    return None


def _record_name(dtype: np.dtype) -> Optional[str]:
    """None: a field has a type that kernels do not have, or shares its bytes with another one."""
    places = []
    for name, (type_, offset, *_) in (dtype.fields or {}).items():
        base, shape = type_.subdtype or (type_, ())
        inner = dtype_name(base)
        if inner is None:
            return None
        places.append((offset, offset + type_.itemsize, name, inner, shape))
    places.sort()
    if any(before[1] > after[0] for before, after in zip(places, places[1:])) or not places:
        return None
    name = "python_record_" + hashlib.sha256(repr((places, dtype.itemsize)).encode()).hexdigest()[:8]
    C_NAMES[name] = name
    RECORDS[name] = dtype
    return name
