"""Records, numpy's structured types, as structs of C++ with the same layout; and their fields in kernels.

A record is never copied by a variable, as in Numba: `r = a[i]` and then `r.x = 1` write to the array. So the value of a record is
an array without dimensions: a pointer to it.
"""

from __future__ import annotations

import ast
from typing import Any, List, NamedTuple, Optional, Tuple

import numpy as np

from .complexes import Complexes
from .expressions import PRIMARY, Value, constant_text
from .spelling import spelled
from .types import C_NAMES, RECORDS, Array, dtype_name


class Field(NamedTuple):
    name: str
    type: str  # of C_NAMES
    shape: Tuple[int, ...]
    offset: int


def fields_of(type_: str) -> List[Field]:
    """In the order of their places."""
    found = []
    for name, (dtype, offset, *_) in (RECORDS[type_].fields or {} if type_ in RECORDS else {}).items():
        base, shape = dtype.subdtype or (dtype, ())
        found.append(Field(name, dtype_name(base) or "", shape, offset))
    return sorted(found, key=lambda each: each.offset)


def definition(type_: str) -> str:
    """The struct, with the gaps of numpy's layout as members. Fields that begin where C++ would not have them make it packed."""
    members, at, is_packed = [], 0, False
    for each in fields_of(type_):
        if each.offset > at:
            members.append(f"unsigned char gap_{at}_[{each.offset - at}];")
        dims = "".join(f"[{size}]" for size in each.shape)
        members.append(f"{C_NAMES[each.type]} {spelled(each.name)}{dims};")
        at = each.offset + int(np.prod(each.shape, dtype=int)) * _numpy(each.type).itemsize
        is_packed |= each.offset % _alignment(each.type) != 0 or RECORDS[type_].itemsize % _alignment(each.type) != 0
    if RECORDS[type_].itemsize > at:
        members.append(f"unsigned char gap_{at}_[{RECORDS[type_].itemsize - at}];")
    return f"struct {'__attribute__((packed)) ' if is_packed else ''}{type_} {{ {' '.join(members)} }};"


def _numpy(type_: str) -> np.dtype:
    return RECORDS[type_] if type_ in RECORDS else np.dtype(type_)


def _alignment(type_: str) -> int:
    """Of the type in C++."""
    if type_ not in RECORDS:
        return np.dtype(type_).alignment
    if "packed" in definition(type_):
        return 1
    return max(_alignment(each.type) for each in fields_of(type_))


def definitions(text: str) -> List[str]:
    """Of the records that a text names, those of fields first."""
    found: List[str] = []

    def add(type_: str) -> None:
        for each in fields_of(type_):
            if each.type in RECORDS:
                add(each.type)
        if definition(type_) not in found:
            found.append(definition(type_))

    for type_ in sorted(RECORDS):
        if type_ in text:
            add(type_)
    return found


def record_literal(value: Any, type_: str) -> str:
    """Of a constant array's element."""
    parts, at = [], 0
    for each in fields_of(type_):
        if each.offset > at:
            parts.append("{}")
        parts.append(_literals(value[each.name], each.type))
        at = each.offset + int(np.prod(each.shape, dtype=int)) * _numpy(each.type).itemsize
    return "{" + ", ".join(parts) + "}"


def _literals(value: Any, type_: str) -> str:
    if isinstance(value, np.ndarray) and value.ndim:
        return "{" + ", ".join(_literals(each, type_) for each in value) + "}"
    return record_literal(value, type_) if type_ in RECORDS else constant_text(value.item(), type_)


class Records(Complexes):
    """Translates records and their fields."""

    def shape_of(self, array: Array, dimension: int) -> Value:
        raise NotImplementedError

    def is_record(self, value: Value) -> bool:
        return isinstance(value.type, Array) and value.type.ndim == 0

    def record_at(self, base: Value, element: str) -> Value:
        """The record that is this element of an array."""
        return Value(f"&{element}", Array(base.type.dtype, (), True, (), base.type.sources), PRIMARY - 10)

    def whole_record(self, value: Value) -> str:
        """The struct itself."""
        return value.text[1:] if value.text.startswith("&") else f"*{value.at(PRIMARY - 10)}"

    def field(self, node: ast.AST, base: Value, name: Any) -> Value:
        """`r.x` and `r["x"]`, of a record and of an array of records."""
        array: Array = base.type
        found = [each for each in fields_of(array.dtype) if each.name == name]
        if not found:
            self.fail(node, f"the record has no field `{name}`: it has {', '.join(each.name for each in fields_of(array.dtype))}")
        if array.ndim:
            return self._fields_of_all(node, base, found[0])
        dot = f"{base.text[1:]}." if base.text.startswith("&") else f"{base.at(PRIMARY)}->"
        text = dot + spelled(found[0].name)
        type_ = found[0].type
        if found[0].shape:
            return Value(text, Array(type_, tuple(map(str, found[0].shape)), False, (), array.sources))
        if type_ in RECORDS:
            return Value(f"&{text}", Array(type_, (), True, (), array.sources), PRIMARY - 10)
        return Value(text, type_, is_not_negative=type_ == "bool" or type_.startswith("uint"))

    def _fields_of_all(self, node: ast.AST, base: Value, field: Field) -> Value:
        """A view of one field of all records."""
        array: Array = base.type
        size, whole = _numpy(field.type).itemsize, RECORDS[array.dtype].itemsize
        if whole % size:
            self.fail(node, f"the records have {whole} bytes, which is no multiple of the {size} of `{field.name}`: use it of one record")
        base = self.pointer(base)
        strides = [f"{whole // size} * {self.stride_of(array, d).at(PRIMARY)}" for d in range(array.ndim)]
        strides = [str(whole // size) if each.endswith("* 1") else each for each in strides]
        inner = [str(int(np.prod(field.shape[d + 1:], dtype=int))) for d in range(len(field.shape))]
        text = f"&{base.at(PRIMARY)}->{spelled(field.name)}" + "[0]" * len(field.shape)
        shape = [*(self.shape_of(array, d).full() for d in range(array.ndim)), *map(str, field.shape)]
        return Value(text, Array(field.type, tuple(shape), True, tuple([*strides, *inner]), array.sources), PRIMARY - 10)

    def field_named(self, node: ast.AST) -> Optional[Tuple[ast.expr, str]]:
        """Of what has a field, and which, if the node may be that."""
        if isinstance(node, ast.Attribute):
            return node.value, node.attr
        if isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                return node.value, node.slice.value
            found, value = self.resolve(node.slice) if isinstance(node.slice, ast.Name) else (False, None)
            if found and isinstance(value, str):
                return node.value, value
        return None
