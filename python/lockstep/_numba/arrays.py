"""Elements, rows, slices and transposes of arrays as C++: a view is a pointer to its first element, sizes, and strides where it is
not in C's order."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Any, List, Optional, Sequence, Tuple

from .expressions import PLUS, PRIMARY, TIMES, Value, in_64_bits, is_named, literal, signed
from .records import Records
from .types import RECORDS, Array, is_complex, is_float


@dataclass(frozen=True)
class Cut:
    """`start:stop:step` of a subscript."""

    start: Optional[Value]
    stop: Optional[Value]
    step: int


class Arrays(Records):
    """Translates subscripts and attributes of arrays."""

    now: ast.AST

    def note_written(self, array: Array) -> None:
        raise NotImplementedError

    def line(self, text: str, node: Optional[ast.AST] = None) -> None:
        raise NotImplementedError

    def temporary(self, stem: str) -> str:
        raise NotImplementedError

    # --- sizes and strides
    def shape_of(self, array: Array, dimension: int) -> Value:
        text = array.shape[dimension]
        if text.isdigit():
            return literal(int(text))
        return Value(text, "int64", PRIMARY if _is_atom(text) else 0, is_index=text.startswith("python_dynamic_size"), is_not_negative=True)

    def _size(self, array: Array) -> Value:
        product = literal(1)
        for d in range(array.ndim):
            product = _times(product, self.shape_of(array, d))
        return product

    def stride_of(self, array: Array, dimension: int) -> Value:
        """In elements."""
        if array.strides:
            text = array.strides[dimension]
            try:
                return literal(int(text))
            except ValueError:
                return Value(text, "int64", PRIMARY if _is_atom(text) else 0)
        product = literal(1)
        for d in range(dimension + 1, array.ndim):
            product = _times(product, self.shape_of(array, d))
        return product

    def pointer(self, value: Value) -> Value:
        """The array as a pointer to its first element."""
        array: Array = value.type
        if array.is_pointer or not array.ndim:
            return value
        text = value.text if array.ndim == 1 else "&" + value.text + "[0]" * array.ndim
        return Value(text, replace(array, is_pointer=True), value.level if array.ndim == 1 else PRIMARY - 10)

    # --- attributes
    def _array_attribute(self, node: ast.Attribute, value: Value) -> Value:
        array: Array = value.type
        if array.dtype in RECORDS and (self.is_record(value) or node.attr in (RECORDS[array.dtype].fields or {})):
            return self.field(node, value, node.attr)
        if node.attr == "shape":
            return Value("", None, items=tuple(self.shape_of(array, d) for d in range(array.ndim)))
        if node.attr == "size":
            return self._size(array)
        if node.attr == "ndim":
            return literal(array.ndim)
        if node.attr in ("real", "imag") and is_complex(array.dtype):
            return self._parts_of(value, node.attr)
        if node.attr == "T":
            return self._transposed(value)
        import numpy as np

        item = RECORDS.get(array.dtype) or np.dtype(array.dtype)
        if node.attr == "dtype":
            return Value("", None, known=item)
        if node.attr == "itemsize":
            return literal(item.itemsize)
        if node.attr == "nbytes":
            return _times(self._size(array), literal(item.itemsize))
        if node.attr == "strides":
            return Value("", None, items=tuple(_times(self.stride_of(array, d), literal(item.itemsize)) for d in range(array.ndim)))
        self.fail(node, f"`.{node.attr}` cannot be translated")

    def _transposed(self, value: Value) -> Value:
        array: Array = value.type
        if array.ndim == 1:
            return value
        strides = tuple(self.stride_of(array, d).at(PRIMARY) for d in reversed(range(array.ndim)))
        base = self.pointer(value)
        return replace(base, row=None, type=Array(array.dtype, array.shape[::-1], True, strides, array.sources))

    # --- subscripts
    def _of_Subscript(self, node: ast.Subscript) -> Value:
        base = self.value(node.value)
        if base.items is not None:
            return self._of_tuple(node, base.items)
        if not isinstance(base.type, Array):
            self.fail(node, "only arrays and tuples have elements")
        named = self.field_named(node)
        if named is not None and base.type.dtype in RECORDS:
            return self.field(node, base, named[1])
        if self.is_record(base):
            self.fail(node, "a record has fields: write `r.x` or `r[\"x\"]`")
        indices = self.indices(node, node.slice)
        if self.is_element(node, base, indices):
            return self.value_at(node, base, indices)
        return self.view(node, base, indices)

    def value_at(self, node: ast.AST, base: Value, indices: Sequence[Value]) -> Value:
        dtype = base.type.dtype
        text = self.element_at(node, base, indices)
        if dtype in RECORDS:
            return self.record_at(base, text)
        return Value(text, dtype, is_not_negative=dtype == "bool" or dtype.startswith("uint"))

    def _of_tuple(self, node: ast.Subscript, items: Tuple[Value, ...]) -> Value:
        if isinstance(node.slice, ast.Slice):
            bounds = [None if each is None else self.scalar(each).constant for each in (node.slice.lower, node.slice.upper, node.slice.step)]
            given = [each for each in (node.slice.lower, node.slice.upper, node.slice.step) if each is not None]
            if len(given) == sum(isinstance(each, int) for each in bounds):
                return Value("", None, items=items[slice(*bounds)])
        else:
            index = self.scalar(node.slice).constant
            if isinstance(index, int) and -len(items) <= index < len(items):
                return items[index]
        self.fail(node, f"a tuple of {len(items)} takes a literal index of it")

    def element(self, node: ast.AST, base: Value, slice_: ast.AST) -> str:
        """`a[i, j]` as C++."""
        indices = self.indices(node, slice_)
        if not self.is_element(node, base, indices):
            self.fail(node, f"one element is needed here: the array has {base.type.ndim} dimensions: write `a[i, j]`")
        return self.element_at(node, base, indices)

    def indices(self, node: ast.AST, slice_: ast.AST) -> List[Any]:
        """Values, cuts, and Ellipsis."""
        parts: Sequence[ast.AST] = list(slice_.elts) if isinstance(slice_, ast.Tuple) else [slice_]
        found: List[Any] = []
        for each in parts:
            if isinstance(each, ast.Slice):
                found.append(self._cut(each))
            elif isinstance(each, ast.Constant) and each.value is Ellipsis:
                found.append(Ellipsis)
            else:
                value = self.value(each)
                found += value.items if value.items is not None and len(parts) == 1 else [value]
        for each in found:
            if isinstance(each, Value) and (each.known is not None or isinstance(each.type, Array) or each.items is not None or (
                    each.type is not None and (is_float(each.type) or is_complex(each.type)))):
                self.fail(node, "an index must be an integer")
        return found

    def _cut(self, node: ast.Slice) -> Cut:
        if any(isinstance(each, ast.Call) for each in ast.walk(node)):
            self.fail(node, "a slice with a call in it cannot be translated: compute its ends before")
        start, stop, step = [None if each is None or isinstance(each, ast.Constant) and each.value is None else self.scalar(each)
                             for each in (node.lower, node.upper, node.step)]
        for value in (start, stop, step):
            if value is not None and value.type is not None and (is_float(value.type) or is_complex(value.type)):
                self.fail(node, "the ends of a slice must be integers")
        if step is not None and (not isinstance(step.constant, int) or step.constant == 0):
            self.fail(node, "the step of a slice must be a literal that is not 0")
        return Cut(start, stop, 1 if step is None else step.constant)

    def fill(self, node: ast.AST, view: Value, text: str) -> None:
        """Each element of the view becomes the number, by loops."""
        array: Array = view.type
        room, value = self.temporary("row"), self.temporary("value")
        strides = [self.stride_of(array, d) for d in range(array.ndim)]
        sizes = [self.shape_of(array, d) for d in range(array.ndim)]
        counters = [self.temporary("k") for _ in sizes]
        self.line(f"auto* {room} = {self.pointer(view).full()};")
        self.line(f"const auto {value} = {text};")
        loops = "".join(f"for (long long {k} = 0; {k} < {size.at(51)}; ++{k}) " for k, size in zip(counters, sizes))
        place = " + ".join(k if stride.text == "1" else f"{k} * {stride.at(TIMES + 1)}" for k, stride in zip(counters, strides))
        self.line(f"{loops}{room}[{place}] = {value};")

    def is_element(self, node: ast.AST, base: Value, indices: Sequence[Any]) -> bool:
        given = len([each for each in indices if each is not Ellipsis])
        if given > base.type.ndim:
            self.fail(node, f"the array has {base.type.ndim} dimensions, and this has {given} indices: write `a[i, j]`")
        return given == base.type.ndim and not any(isinstance(each, Cut) or each is Ellipsis for each in indices)

    def element_at(self, node: ast.AST, base: Value, indices: Sequence[Value]) -> str:
        base, indices = _whole(base, indices)
        array: Array = base.type
        placed = [self._from_end(array, d, each) for d, each in enumerate(indices)]
        if not array.is_pointer:
            return base.text + "".join(f"[{each.full()}]" for each in placed)
        return f"{base.at(PRIMARY)}[{self._offset(array, placed).full()}]"

    def _offset(self, array: Array, placed: Sequence[Value]) -> Value:
        """Of the element, or of the row's first one."""
        if array.strides:
            place = literal(0)
            for d, index in enumerate(placed):
                place = _plus(place, _times(index, self.stride_of(array, d)))
            return place
        place = placed[0]
        for d in range(1, array.ndim):
            size = self.shape_of(array, d)
            place = literal(0) if place.text == "0" else Value(f"{place.at(TIMES)} * {size.at(TIMES + 1)}", "int64", TIMES)
            if d < len(placed):
                place = placed[d] if place.text == "0" else Value(f"{place.full()} + {placed[d].at(PLUS)}", "int64", PLUS)
        return place

    def view(self, node: ast.AST, base: Value, indices: Sequence[Any]) -> Value:
        array: Array = base.type
        if Ellipsis in indices:
            at = list(indices).index(Ellipsis)
            missing = array.ndim - len(indices) + 1
            indices = [*indices[:at], *[Cut(None, None, 1)] * missing, *indices[at + 1:]]
        if not any(isinstance(each, Cut) for each in indices):
            return self._row(node, base, indices)
        indices = [*indices, *[Cut(None, None, 1)] * (array.ndim - len(indices))]
        base = self.pointer(base)
        offset = literal(0)
        shape: List[str] = []
        strides: List[str] = []
        in_order = not array.strides
        for d, index in enumerate(indices):
            stride = self.stride_of(array, d)
            if isinstance(index, Cut):
                begin, size = self._ends(array, d, index)
                offset = _plus(offset, _times(begin, stride))
                # Only the first dimension that remains may be cut if what remains shall be in C's order.
                in_order = in_order and index.step == 1 and (not shape or index == Cut(None, None, 1))
                shape.append(size.full())
                strides.append(_times(stride, literal(index.step)).full())
            else:
                in_order = in_order and not shape
                offset = _plus(offset, _times(self._from_end(array, d, index), stride))
        type_ = Array(array.dtype, tuple(shape), True, () if in_order else tuple(strides), array.sources)
        if offset.text == "0":
            return Value(base.text, type_, base.level)
        return Value(f"{base.at(PLUS)} + {offset.at(PLUS + 1)}", type_, PLUS)

    def _row(self, node: ast.AST, base: Value, indices: Sequence[Value]) -> Value:
        base, indices = _whole(base, indices)
        array: Array = base.type
        rest = replace(array, shape=array.shape[len(indices):], strides=array.strides[len(indices):])
        placed = [self._from_end(array, d, each) for d, each in enumerate(indices)]
        if not array.is_pointer:
            return Value(base.text + "".join(f"[{each.full()}]" for each in placed), rest, row=(base, tuple(indices)))
        return Value(f"&{base.at(PRIMARY)}[{self._offset(array, placed).full()}]", rest, PRIMARY - 10, row=(base, tuple(indices)))

    def _ends(self, array: Array, dimension: int, cut: Cut) -> Tuple[Value, Value]:
        """Where the slice begins, and how many elements it has: never more than there are."""
        size = self.shape_of(array, dimension)
        if cut.start is None and cut.stop is None and cut.step == 1:
            return literal(0), size
        numbers = [None if each is None else each.constant for each in (cut.start, cut.stop)]
        if all(each is None or isinstance(number, int) for each, number in zip((cut.start, cut.stop), numbers)) and isinstance(size.constant, int):
            chosen = range(size.constant)[slice(numbers[0], numbers[1], cut.step)]
            return literal(chosen.start), literal(len(chosen))
        self.needs_helpers()
        if cut.step < 0:
            return self._ends_down(size, cut)
        begin = literal(0) if cut.start is None else Value(f"python_slice_end({in_64_bits(signed(cut.start))}, {size.full()})", "int64", is_not_negative=True)
        if numbers[0] == 0:
            begin = literal(0)
        end = size if cut.stop is None else Value(f"python_slice_end({in_64_bits(signed(cut.stop))}, {size.full()})", "int64", is_not_negative=True)
        return begin, Value(f"python_slice_size({begin.full()}, {end.full()}, {cut.step})", "int64", is_not_negative=True)

    def _ends_down(self, size: Value, cut: Cut) -> Tuple[Value, Value]:
        """The same for a slice that goes down."""
        begin, end = [Value("", None) if each is None else Value(f"python_slice_end_down({in_64_bits(signed(each))}, {size.full()})", "int64")
                      for each in (cut.start, cut.stop)]
        if cut.start is None:
            begin = literal(size.constant - 1) if isinstance(size.constant, int) else Value(f"{size.at(PLUS)} - 1", "int64", PLUS)
        if cut.stop is None:
            end = literal(-1)
        return begin, Value(f"python_slice_size({end.full()}, {begin.full()}, {-cut.step})", "int64", is_not_negative=True)

    def _from_end(self, array: Array, dimension: int, index: Value) -> Value:
        """A negative index counts from the end; one of uint64 is never negative, as in Numba."""
        if index.is_not_negative or index.type == "uint64":
            return index
        size = self.shape_of(array, dimension)
        if index.constant is not None and not is_named(index):
            if size.constant is not None and not is_named(size):
                return literal(size.constant + index.constant)
            return Value(f"{size.at(PLUS)} - {-index.constant}", "int64", PLUS)
        self.needs_helpers()
        return Value(f"python_index({signed(index).full()}, {size.full()})", "int64")


def _whole(base: Value, indices: Sequence[Value]) -> Tuple[Value, Sequence[Value]]:
    """`a[i][j]` as `a[i, j]`."""
    return (base, indices) if base.row is None else (base.row[0], [*base.row[1], *indices])


def _is_atom(text: str) -> bool:
    return text.isidentifier() or text.startswith("python_dynamic_size")


def _times(a: Value, b: Value) -> Value:
    if a.constant is not None and b.constant is not None and not is_named(a) and not is_named(b):
        return literal(a.constant * b.constant)
    if "0" in (a.text, b.text):
        return literal(0)
    if "1" in (a.text, b.text):
        return b if a.text == "1" else a
    return Value(f"{_wide_at(a, TIMES)} * {b.at(TIMES + 1)}", "int64", TIMES, is_not_negative=a.is_not_negative and b.is_not_negative)


def _wide_at(value: Value, level: int) -> str:
    """C++ must compute with it in 64 bits, whatever the other operand is."""
    if value.type == "int64" and not value.is_index and value.constant is None:
        return value.at(level)
    return in_64_bits(signed(value))


def _plus(a: Value, b: Value) -> Value:
    if "0" in (a.text, b.text):
        return b if a.text == "0" else a
    return Value(f"{a.at(PLUS)} + {b.at(PLUS)}", "int64", PLUS, is_not_negative=a.is_not_negative and b.is_not_negative)
