"""Complex numbers in kernels as C++, which has them as a template in our header: no operation there takes two different types, so that each
operand is converted first."""

from __future__ import annotations

import ast
from typing import Any, List, Sequence

from .expressions import TIMES, PRIMARY, PLUS, UNARY, Expressions, Value, as_float, converted
from .types import C_NAMES, Array, is_complex, part_of, unified

_OPERATORS = {ast.Add: ("+", PLUS), ast.Sub: ("-", PLUS), ast.Mult: ("*", TIMES), ast.Div: ("/", TIMES)}
# Functions of cmath, and of numpy, with the same name in C++.
_SAME = {"sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"}
_OF_NUMPY = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh"}
_TESTS = ("isnan", "isinf", "isfinite")


class Complexes(Expressions):
    """Translates operations, attributes and functions of complex numbers."""

    def _complex_binary(self, node: ast.BinOp, a: Value, b: Value) -> Value:
        type_ = unified(a.type, b.type)
        a, b = converted(a, type_), converted(b, type_)
        if isinstance(node.op, ast.Pow):
            return Value(f"python_power({a.full()}, {b.full()})", type_)
        if type(node.op) not in _OPERATORS:
            self.fail(node, "complex numbers have + - * / and **")
        sign, level = _OPERATORS[type(node.op)]
        return Value(f"{a.at(level)} {sign} {b.at(level + 1)}", type_, level)

    def _complex_negative(self, value: Value) -> Value:
        return Value(f"-{value.at(UNARY)}", value.type, UNARY)

    def _part(self, value: Value, name: str) -> Value:
        """`z.real`, `z.imag`, also of a number that is not complex."""
        if is_complex(value.type):
            return Value(f"{value.at(PRIMARY)}.{name}()", part_of(value.type))
        return value if name == "real" else converted(Value("0", "int64", constant=0), value.type)

    def _parts_of(self, value: Value, name: str) -> Value:
        """Of an array: a view."""
        array: Array = value.type
        base = self.pointer(value)
        part = part_of(array.dtype)
        strides = tuple(f"2 * {self.stride_of(array, d).at(TIMES + 1)}" for d in range(array.ndim))
        text = f"reinterpret_cast<{C_NAMES[part]}*>({base.full()})"
        if not any(each in self.writes for each in array.sources):
            text = text.replace(f"<{C_NAMES[part]}*>", f"<const {C_NAMES[part]}*>")
        return Value(text + (" + 1" if name == "imag" else ""), Array(part, array.shape, True, strides, array.sources), PLUS if name == "imag" else PRIMARY)

    @property
    def writes(self) -> Any:
        """The arrays that the function writes."""
        raise NotImplementedError

    def stride_of(self, array: Array, dimension: int) -> Value:
        raise NotImplementedError

    def pointer(self, value: Value) -> Value:
        raise NotImplementedError

    def _conjugate(self, value: Value) -> Value:
        return Value(f"python_conjugate({value.full()})", value.type) if is_complex(value.type) else value

    def _complex_abs(self, value: Value) -> Value:
        return Value(f"python_cabs({value.full()})", part_of(value.type), is_not_negative=True)

    def _make_complex(self, node: ast.Call, arguments: Sequence[Value]) -> Value:
        if len(arguments) not in (1, 2) or any(each.items is not None or each.known is not None for each in arguments):
            self.fail(node, "complex takes one or two numbers")
        if len(arguments) == 1:
            return converted(arguments[0], unified(arguments[0].type, "complex64") if is_complex(arguments[0].type) else "complex128")
        if any(is_complex(each.type) for each in arguments):
            self.fail(node, "complex takes the real and the imaginary part, which are no complex numbers")
        parts = [converted(each, "float64").full() for each in arguments]
        return Value(f"{C_NAMES['complex128']}({', '.join(parts)})", "complex128")

    def _call_cmath(self, node: ast.Call, name: str, arguments: List[Value]) -> Value:
        name = _OF_NUMPY.get(name, name)
        if any(each.items is not None or each.known is not None or isinstance(each.type, Array) for each in arguments):
            self.fail(node, f"cmath.{name} takes numbers")
        if name == "rect" and len(arguments) == 2:
            part = unified(as_float(arguments[0]).type, as_float(arguments[1]).type) or "float64"
            texts = [converted(each, part).full() for each in arguments]
            return Value(f"python_rect({', '.join(texts)})", "complex64" if part == "float32" else "complex128")
        values = [converted(each, unified(each.type, "complex64")) for each in arguments]
        text, type_ = values[0].full() if values else "", values[0].type if values else None
        if name == "log" and len(values) == 2:
            both = unified(values[0].type, values[1].type)
            a, b = converted(values[0], both).full(), converted(values[1], both).full()
            return Value(f"python_clog({a}) / python_clog({b})", both, TIMES)
        if len(values) != 1:
            self.fail(node, f"cmath.{name} takes other arguments")
        if name in _SAME:
            return Value(f"python_c{name}({text})", type_)
        if name in ("conjugate", "conj"):
            return self._conjugate(values[0])
        if name == "phase":
            return Value(f"python_phase({text})", part_of(type_))
        if name == "polar":
            return Value("", None, items=(self._complex_abs(values[0]), Value(f"python_phase({text})", part_of(type_))))
        if name in _TESTS:
            return Value(f"python_{name}({text})", "bool")
        self.fail(node, f"{name} of complex numbers cannot be translated")
