"""Python's expressions in a kernel as C++, with Numba's types."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, List, NoReturn, Optional, Sequence, Tuple

from . import names
from .types import C_NAMES, Array, bits, dtype_name, is_complex, is_float, is_signed, of_arithmetic, unified


@dataclass(frozen=True)
class Value:
    """A C++ expression. Numba computes integers with 64 bits; `wide` is the expression that does so too, and `text` may
    compute with 32, which is the same where the result is stored in 32 bits or is an index of threads."""

    text: str
    type: Any  # a name of types.C_NAMES, an Array, or None while it is not known
    level: int = 100  # of C++'s precedence; higher binds closer
    wide: str = ""
    is_index: bool = False  # made of indices of threads and of literals: fits into int
    is_unsigned_index: bool = False  # such as threadIdx.x, which C++ subtracts without a sign
    is_not_negative: bool = False
    least: int = 0  # a lower bound, if it is not negative
    constant: Any = None
    items: Optional[Tuple["Value", ...]] = None  # a tuple
    fields: Tuple[str, ...] = ()  # the names of a named tuple's elements
    known: Any = None  # a function, a type or another thing that is no number: there is no C++ for it
    row: Optional[Tuple["Value", Tuple["Value", ...]]] = None  # of an array with more dimensions: that, and the indices

    def full(self) -> str:
        return self.wide or self.text

    def at(self, level: int, is_wide: bool = True) -> str:
        text = self.full() if is_wide else self.text
        return text if self.level >= level else f"({text})"


PRIMARY, UNARY, TIMES, PLUS, _SHIFT, _LESS, _EQUAL, _AND, _TERNARY = 100, 90, 80, 70, 60, 50, 45, 30, 20
_ARITHMETIC = {ast.Add: ("+", PLUS), ast.Sub: ("-", PLUS), ast.Mult: ("*", TIMES)}
_BITS = {ast.BitAnd: ("&", 40), ast.BitXor: ("^", 38), ast.BitOr: ("|", 36), ast.LShift: ("<<", _SHIFT), ast.RShift: (">>", _SHIFT)}
_COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_FOLDED: Dict[type, Callable[..., Any]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b, ast.Mod: lambda a, b: a % b, ast.Pow: lambda a, b: a ** b,
    ast.LShift: lambda a, b: a << b, ast.RShift: lambda a, b: a >> b, ast.USub: lambda a: -a, ast.UAdd: lambda a: a}


def folded(operator: ast.AST, *numbers: int) -> Any:
    """What Python computes of these; None: nothing."""
    function = _FOLDED.get(type(operator))
    try:
        return None if function is None else function(*numbers)
    except (ArithmeticError, ValueError, TypeError):
        return None


class NoConversion(Exception):
    """A value cannot have the type that it needs here; the text says why."""


def literal(value: Any) -> Value:
    if isinstance(value, complex):
        return Value(f"{C_NAMES['complex128']}({literal(value.real).text}, {literal(value.imag).text})", "complex128")
    if isinstance(value, bool):
        return Value("true" if value else "false", "bool", constant=value)
    if isinstance(value, int):
        text = str(value) + ("" if -2**31 < value < 2**31 else "LL")
        return Value(text, "int64", PRIMARY if value >= 0 else UNARY, is_index=abs(value) < 1 << 20,
                     is_not_negative=value >= 0, least=max(value, 0), constant=value)
    if math.isinf(value) or math.isnan(value):
        return Value(("-" if value < 0 else "") + ("NAN" if math.isnan(value) else "INFINITY"), "float64", UNARY, constant=value)
    return Value(repr(value), "float64", PRIMARY if value >= 0 else UNARY, is_not_negative=value >= 0, constant=value)


def constant_text(value: Any, type_: str) -> str:
    """Of an element of an array that C++ initializes."""
    if is_complex(type_):
        return f"{C_NAMES[type_]}({literal(value.real).text}, {literal(value.imag).text})"
    return literal(value).text


def converted(value: Value, type_: Optional[str]) -> Value:
    """The value in another type, by a cast where C++ would not convert in the same way."""
    if value.type == type_ or type_ is None or value.type is None:
        return value
    if is_complex(type_):
        real = value if is_complex(value.type) or value.type != "float16" else converted(value, "float32")
        return Value(f"{C_NAMES[type_]}({real.full()})", type_)
    if is_complex(value.type):
        raise NoConversion(f"a complex number cannot become {type_}: take its real or imaginary part, or abs")
    if value.constant is not None and type_ == "float64":
        return replace(literal(float(value.constant)), constant=None)
    if type_ == "float16" and not is_float(value.type) or value.type == "float16" and not is_float(type_):
        # C++ has no one conversion between __half and all integers.
        value = Value(f"float({value.full()})", "float32", is_index=value.is_index, is_not_negative=value.is_not_negative)
    keeps_sign = not is_signed(type_) or value.is_index or (value.type in C_NAMES and bits(type_) >= bits(value.type))
    return Value(f"{_cast_name(type_)}({value.full()})", type_, is_not_negative=value.is_not_negative and keeps_sign)


def _cast_name(type_: str) -> str:
    name = C_NAMES[type_]
    return name if " " not in name else {"long long": "int64_t", "unsigned long long": "uint64_t", "signed char": "int8_t",
                                         "unsigned char": "uint8_t", "unsigned short": "uint16_t"}[name]


def alike(type_: Optional[str], *values: Value) -> List[Value]:
    """Operands of an operation with this result. C++ has none for __half or a complex number and another type."""
    if all(each.type != "float16" and not is_complex(each.type) for each in values):
        return list(values)
    return [converted(each, type_) for each in values]


def widened(value: Value) -> Value:
    """float32 in place of float16, for functions that C++ has not for __half."""
    return converted(value, "float32") if value.type == "float16" else value


def as_float(value: Value) -> Value:
    if value.type is None or is_float(value.type) or is_complex(value.type):
        return value
    return converted(value, "float64")


class Expressions:
    """Translates expressions. What derives from it knows the names: `resolve`, `variable`, `call_function`."""

    def fail(self, node: ast.AST, sentence: str) -> NoReturn:
        raise NotImplementedError

    def resolve(self, node: ast.AST) -> Tuple[bool, Any]:
        """Whether the name or attribute has a value outside the kernel, and that."""
        raise NotImplementedError

    def variable(self, node: ast.Name) -> Value:
        raise NotImplementedError

    def shape_of(self, array: Array, dimension: int) -> Value:
        raise NotImplementedError

    def call_function(self, node: ast.Call, function: Any, arguments: Sequence[Value]) -> Value:
        raise NotImplementedError

    def needs_helpers(self) -> None:
        raise NotImplementedError

    def note_written(self, array: Array) -> None:
        raise NotImplementedError

    def element(self, node: ast.AST, base: Value, slice_: ast.AST) -> str:
        raise NotImplementedError

    # --- the front door
    def value(self, node: ast.AST) -> Value:
        method = getattr(self, "_of_" + type(node).__name__, None)
        if method is None:
            self.fail(node, f"{_kind(node)} cannot be translated")
        result: Value = method(node)
        return result

    def scalar(self, node: ast.AST) -> Value:
        return self.number(node, self.value(node))

    def number(self, node: ast.AST, value: Value) -> Value:
        if isinstance(value.known, names.Mark):
            self.fail(node, f"cuda.{value.known._lockstep_name} is no value: call it")
        if value.known is not None:
            self.fail(node, f"a {type(value.known).__name__} from outside the kernel cannot be used in it")
        if isinstance(value.type, Array) or value.items is not None:
            self.fail(node, "a number is needed here, and this is " + ("a tuple" if value.items is not None else "an array"))
        return value

    # --- names and literals
    def _of_Constant(self, node: ast.Constant) -> Value:
        if hasattr(node.value, "_lockstep_python"):
            return Value("", None, known=node.value)
        if not isinstance(node.value, (bool, int, float, complex)):
            self.fail(node, f"{node.value!r} is no number")
        return literal(node.value)

    def _of_Name(self, node: ast.Name) -> Value:
        found, value = self.resolve(node)
        return self._outer(node, value, self.name_of(node)) if found else self.variable(node)

    def _outer(self, node: ast.AST, value: Any, name: str) -> Value:
        import numpy as np

        if isinstance(value, np.generic):
            typed = self._outer(node, value.item(), name)
            return converted(typed, value.dtype.name)
        if isinstance(value, (bool, int, float)):
            return replace(literal(value), text=self.constant(name, value), level=PRIMARY)
        if isinstance(value, complex):
            return literal(value)
        if isinstance(value, tuple):
            return Value("", None, items=tuple(self._outer(node, each, "") for each in value), fields=getattr(value, "_fields", ()))
        if isinstance(value, names.Mark):
            return self._mark(value)
        if isinstance(value, np.ndarray) and value.ndim and dtype_name(value.dtype) not in (None, "float16"):
            return self.constant_array(name, value)
        if value is None or isinstance(value, (str, list, dict, np.ndarray)):
            self.fail(node, f"a {type(value).__name__} from outside the kernel cannot be used in it")
        return Value("", None, known=value)

    def name_of(self, node: ast.Name) -> str:
        """Of the constant that a number from outside the kernel becomes."""
        raise NotImplementedError

    def constant_array(self, name: str, value: Any) -> Value:
        raise NotImplementedError

    def constant(self, name: str, value: Any) -> str:
        raise NotImplementedError

    def _mark(self, mark: names.Mark) -> Value:
        name = mark._lockstep_name
        if name.partition(".")[0] in ("threadIdx", "blockIdx", "blockDim", "gridDim") and "." in name:
            return Value(name, "int32", is_index=True, is_unsigned_index=True, is_not_negative=True)
        if name == "laneid":
            return Value("(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize", "int32", TIMES,
                         is_index=True, is_unsigned_index=True, is_not_negative=True)
        if name == "warpsize":
            return Value("warpSize", "int32", is_index=True, is_not_negative=True)
        return Value("", None, known=mark)

    def _of_Attribute(self, node: ast.Attribute) -> Value:
        found, value = self.resolve(node)
        if found:
            return self._outer(node, value, "" if not isinstance(value, (int, float)) else node.attr)
        base = self.value(node.value)
        if isinstance(base.type, Array):
            return self._array_attribute(node, base)
        if node.attr in ("real", "imag") and isinstance(base.type, (str, type(None))) and base.items is None and base.known is None:
            return self._part(base, node.attr)
        if base.items is not None and node.attr in base.fields:
            return base.items[base.fields.index(node.attr)]
        self.fail(node, f"`.{node.attr}` cannot be translated")

    def _array_attribute(self, node: ast.Attribute, value: Value) -> Value:
        raise NotImplementedError

    def _of_Tuple(self, node: ast.Tuple) -> Value:
        return Value("", None, items=tuple(self.values(node.elts)))

    def values(self, nodes: Sequence[ast.AST]) -> List[Value]:
        """With the elements of tuples that have a star."""
        found: List[Value] = []
        for each in nodes:
            if not isinstance(each, ast.Starred):
                found.append(self.value(each))
                continue
            items = self.value(each.value).items
            if items is None:
                self.fail(each, "`*` takes a tuple here")
            found += items
        return found

    # --- operations
    def _of_BinOp(self, node: ast.BinOp) -> Value:
        a, b = self.scalar(node.left), self.scalar(node.right)
        kind = type(node.op)
        if is_complex(a.type) or is_complex(b.type):
            return self._complex_binary(node, a, b)
        if a.constant is not None and b.constant is not None and kind in _FOLDED and not is_named(a) and not is_named(b):
            try:
                return literal(_FOLDED[kind](a.constant, b.constant))
            except (ArithmeticError, ValueError, TypeError) as error:
                self.fail(node, str(error))
        if kind in _ARITHMETIC:
            return self._arithmetic(node, a, b)
        if kind is ast.Div:
            type_ = unified(as_float(a).type, as_float(b).type)
            a, b = alike(type_, as_float(a), as_float(b))
            return Value(f"{a.at(TIMES)} / {b.at(TIMES + 1)}", type_, TIMES)
        if kind in (ast.FloorDiv, ast.Mod, ast.Pow):
            type_ = of_arithmetic(a.type, b.type)
            a, b = widened(a), widened(b)
            result = self._power(a, b) if kind is ast.Pow else self._floor(a, b, kind is ast.Mod)
            return converted(result, type_) if type_ == "float16" else result
        if kind in _BITS:
            sign, level = _BITS[kind]
            if any(each.type is not None and is_float(each.type) for each in (a, b)):
                self.fail(node, f"`{sign}` takes integers")
            return self._bits(kind, a, b)
        self.fail(node, f"{_kind(node.op)} cannot be translated")

    def _bits(self, kind: Any, a: Value, b: Value) -> Value:
        sign, level = _BITS[kind]
        is_shift = kind in (ast.LShift, ast.RShift)
        type_ = "bool" if a.type == b.type == "bool" and not is_shift else of_arithmetic(a.type, a.type if is_shift else b.type)
        is_either = kind is ast.BitAnd and (a.is_not_negative or b.is_not_negative)
        is_not_negative = type_ in ("bool", "uint64") or is_either or a.is_not_negative and b.is_not_negative
        text = f"{a.at(level, False)} {sign} {b.at(level + 1, False)}"
        if type_ in ("bool", None) or a.is_index and (b.is_index or is_shift) and kind is not ast.LShift:
            return Value(f"{a.at(level)} {sign} {b.at(level + 1)}", type_, level, is_not_negative=is_not_negative)
        a, b = converted(signed(a), type_), b if is_shift else converted(signed(b), type_)
        wide = f"{_in_64_bits_at(a, level)} {sign} {b.at(level + 1)}"
        # A shift to the right brings bits down that 32 bits do not have.
        return Value(wide if is_shift else text, type_, level, "" if is_shift or wide == text else wide, is_not_negative=is_not_negative)

    def _arithmetic(self, node: ast.BinOp, a: Value, b: Value) -> Value:
        sign, level = _ARITHMETIC[type(node.op)]
        type_ = of_arithmetic(a.type, b.type)
        if type_ is None or is_float(type_):
            # C++ makes the same of float and double; of an integer and float32 Numba makes float64.
            if type_ == "float64" and "float64" not in (a.type, b.type):
                a = converted(a, "float64")
            a, b = alike(type_, a, b)
            return Value(f"{a.at(level)} {sign} {b.at(level + (sign != '+'))}", type_, level)
        is_index = a.is_index and b.is_index and (sign != "*" or all(
            each.is_unsigned_index or (each.constant is not None and 0 <= each.constant <= 1024) for each in (a, b)))
        least = {"+": a.least + b.least, "*": a.least * b.least}.get(sign, a.least - (b.constant or 0))
        is_not_negative = a.is_not_negative and (b.is_not_negative if sign != "-" else b.constant is not None and least >= 0)
        a, b = _of_one_sign(type_, a, b)
        if sign == "-":
            a, b = signed(a), signed(b)
        elif not (a.is_not_negative and b.is_not_negative):
            a, b = signed(a), signed(b)
        right = level + (sign == "-")
        text = f"{a.at(level, False)} {sign} {b.at(right, False)}"
        wide = text if is_index else f"{a.at(level)} {sign} {b.at(right)}"
        if not is_index and not _is_wide(a) and not _is_wide(b):
            wide = f"(long long){a.at(UNARY)} {sign} {b.at(right)}"
        return Value(text, type_, level, wide if wide != text else "", is_index=is_index,
                     is_unsigned_index=is_index and sign != "-" and (a.is_unsigned_index or b.is_unsigned_index),
                     is_not_negative=is_not_negative, least=least if is_not_negative else 0)

    def _floor(self, a: Value, b: Value, is_modulo: bool) -> Value:
        type_ = of_arithmetic(a.type, b.type)
        a, b = _of_one_sign(type_, a, b)
        if type_ is None or not is_float(type_):
            sign = "%" if is_modulo else "/"
            if a.is_not_negative and b.is_not_negative or type_ == "uint64":
                return Value(f"{a.at(TIMES)} {sign} {b.at(TIMES + 1)}", type_, TIMES, is_index=a.is_index and b.is_index,
                             is_unsigned_index=a.is_unsigned_index or b.is_unsigned_index, is_not_negative=True)
            a, b = converted(signed(a), "int64"), converted(signed(b), "int64")
        self.needs_helpers()
        name = "python_mod" if is_modulo else "python_floor_div"
        return Value(f"{name}({a.full()}, {b.full()})", type_)

    def _power(self, a: Value, b: Value) -> Value:
        type_ = of_arithmetic(a.type, b.type)
        if b.constant == 2 and a.level == PRIMARY and "(" not in a.text:
            wide = f"(long long){a.text} * {a.text}" if not is_float(a.type or "float64") and not _is_wide(signed(a)) else ""
            square = a.type if is_float(a.type or "float64") else of_arithmetic(a.type, b.type)
            return Value(f"{signed(a).text} * {signed(a).text}", square, TIMES, wide, is_not_negative=True)
        if type_ is not None and not is_float(type_):
            self.needs_helpers()
            return Value(f"python_pow({converted(signed(a), 'int64').full()}, {b.full()})", type_)
        # A power with a small whole exponent keeps float32.
        if a.type == "float32" and b.constant is not None and isinstance(b.constant, int):
            return Value(f"powf({a.full()}, {b.full()})", "float32")
        return Value(f"pow({as_float(a).full()}, {as_float(b).full()})", type_)

    def _of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        value = self.scalar(node.operand)
        if value.constant is not None and not is_named(value) and isinstance(node.op, ast.USub):
            return literal(-value.constant)
        if isinstance(node.op, ast.UAdd):
            return value
        if is_complex(value.type) and isinstance(node.op, ast.USub):
            return self._complex_negative(value)
        if is_complex(value.type):
            self.fail(node, "`~` takes integers")
        sign = "-" if isinstance(node.op, ast.USub) else "~"
        value = signed(value)
        type_ = value.type if value.type is None or is_float(value.type) else of_arithmetic(value.type, value.type)
        text = f"{sign}{value.at(UNARY)}"
        wide = "" if type_ is None or is_float(type_) or value.is_index or _is_wide(value) else f"{sign}{converted(value, type_).at(UNARY)}"
        return Value(text, type_, UNARY, wide, is_index=value.is_index and sign == "-")

    def _of_Compare(self, node: ast.Compare) -> Value:
        values = [self.scalar(each) for each in [node.left, *node.comparators]]
        if len(node.ops) > 1 and any(isinstance(each, ast.Call) for middle in node.comparators[:-1] for each in ast.walk(middle)):
            self.fail(node, "a chain of comparisons with a call in its middle cannot be translated: compute it before")
        parts = []
        for a, op, b in zip(values, node.ops, values[1:]):
            if type(op) not in _COMPARE:
                self.fail(node, f"{_kind(op)} cannot be translated")
            if (is_complex(a.type) or is_complex(b.type)) and not isinstance(op, (ast.Eq, ast.NotEq)):
                self.fail(node, "complex numbers have no order: compare their absolute values")
            if not (a.is_not_negative and b.is_not_negative):
                a, b = signed(a), signed(b)
            if "uint64" in (a.type, b.type) and any(is_signed(str(each.type)) and not each.is_not_negative for each in (a, b)):
                a, b = converted(a, "float64"), converted(b, "float64")
            if a.type != b.type:
                a, b = alike(unified(a.type, b.type), a, b)
            level = _EQUAL if isinstance(op, (ast.Eq, ast.NotEq)) else _LESS
            parts.append((f"{a.at(level + 1)} {_COMPARE[type(op)]} {b.at(level + 1)}", level))
        if len(parts) == 1:
            return Value(parts[0][0], "bool", parts[0][1])
        return Value(" && ".join(text for text, _ in parts), "bool", _AND)

    def _of_BoolOp(self, node: ast.BoolOp) -> Value:
        """Where it is a value and not a condition, Python's is one of the operands."""
        if any(each.type not in ("bool", None) for each in map(self.scalar, node.values)):
            self.fail(node, "the value of `and` and `or` is one of the numbers: write `a if a else b`, or compare the numbers")
        return self._and_or(node)

    def _and_or(self, node: ast.BoolOp) -> Value:
        is_and = isinstance(node.op, ast.And)
        values = [self.condition(each) for each in node.values]
        level = _AND if is_and else _AND - 2
        # Parentheses around && in ||, as compilers want them.
        inner = _AND + (0 if is_and else 1)
        return Value((" && " if is_and else " || ").join(each.at(inner) for each in values), "bool", level)

    def condition(self, node: ast.AST) -> Value:
        """As a truth value."""
        if isinstance(node, ast.BoolOp):
            return self._and_or(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            is_plain = not isinstance(node.operand, (ast.BoolOp, ast.UnaryOp))
            value = widened(self.scalar(node.operand)) if is_plain else self.condition(node.operand)
            if is_complex(value.type):
                return Value(f"{value.at(_EQUAL + 1)} == {C_NAMES[value.type]}(0)", "bool", _EQUAL)
            return Value(f"!{value.at(UNARY)}", "bool", UNARY)
        value = widened(self.scalar(node))
        if is_complex(value.type):
            return Value(f"{value.at(_EQUAL + 1)} != {C_NAMES[value.type]}(0)", "bool", _EQUAL)
        return value if value.type in ("bool", None) else Value(f"{value.at(_EQUAL + 1)} != 0", "bool", _EQUAL)

    def _of_IfExp(self, node: ast.IfExp) -> Value:
        test, a, b = self.condition(node.test), self.scalar(node.body), self.scalar(node.orelse)
        type_ = unified(a.type, b.type)
        if a.is_unsigned_index or b.is_unsigned_index:
            a, b = signed(a), signed(b)
        a, b = alike(type_, a, b)
        return Value(f"{test.at(_TERNARY + 1)} ? {a.at(_TERNARY + 1)} : {b.at(_TERNARY)}", type_, _TERNARY,
                     is_index=a.is_index and b.is_index, is_not_negative=a.is_not_negative and b.is_not_negative)

    # --- calls
    def _of_Call(self, node: ast.Call) -> Value:
        found, function = self.resolve(node.func)
        if not found:
            if isinstance(node.func, ast.Attribute) and node.func.attr == "bit_count" and not node.args:
                return self._call_bits(ast.copy_location(ast.Call(node.func, [node.func.value], []), node), "popc")
            if isinstance(node.func, ast.Attribute) and node.func.attr in ("conjugate", "conj") and not node.args:
                return self._conjugate(self.scalar(node.func.value))
            function = self._function_in(node.func)
        if isinstance(function, names.Mark):
            return self._call_mark(node, function._lockstep_name)
        if node.keywords:
            self.fail(node, "arguments by name cannot be translated")
        type_ = dtype_name(function)
        if function is not complex and (type_ or function in (int, float, bool)):
            value = self.scalar(node.args[0])
            type_ = {int: "int64", float: "float64", bool: "bool"}.get(function, type_)
            if len(node.args) != 1:
                self.fail(node, f"{type_} takes one number")
            if type_ == "bool" and is_complex(value.type):
                return self.condition(node.args[0])
            if value.constant is not None and not is_named(value):
                return replace(converted(value, type_), is_not_negative=value.is_not_negative)
            return converted(signed(value), type_)
        arguments = self.values(node.args)
        if function is complex:
            return self._make_complex(node, arguments)
        return self._call_builtin(node, function, arguments)

    def _function_in(self, node: ast.expr) -> Any:
        """Of a tuple's element, for example."""
        if isinstance(node, ast.Attribute):
            self.fail(node, f"the method `.{node.attr}` cannot be translated")
        function = self.value(node).known
        if function is None:
            self.fail(node, "only functions from outside the kernel can be called")
        return function

    def _call_bits(self, node: ast.Call, name: str) -> Value:
        raise NotImplementedError

    def _call_operator(self, node: ast.Call, name: str) -> Value:
        """Of the module operator: as the sign."""
        binary = {"truediv": ast.Div, "and_": ast.BitAnd, "or_": ast.BitOr, "xor": ast.BitXor, "add": ast.Add, "sub": ast.Sub, "mul": ast.Mult,
                  "floordiv": ast.FloorDiv, "mod": ast.Mod, "pow": ast.Pow, "lshift": ast.LShift, "rshift": ast.RShift}
        compare = {"lt": ast.Lt, "le": ast.LtE, "gt": ast.Gt, "ge": ast.GtE, "eq": ast.Eq, "ne": ast.NotEq}
        unary = {"neg": ast.USub, "pos": ast.UAdd, "invert": ast.Invert, "inv": ast.Invert, "not_": ast.Not}
        name, arguments = name.removeprefix("i") if name.removeprefix("i") in binary else name, node.args
        made: Optional[ast.expr] = None
        if name in binary and len(arguments) == 2:
            made = ast.BinOp(arguments[0], binary[name](), arguments[1])
        elif name in compare and len(arguments) == 2:
            made = ast.Compare(arguments[0], [compare[name]()], [arguments[1]])
        elif name in unary and len(arguments) == 1:
            made = ast.UnaryOp(unary[name](), arguments[0])
        if made is None:
            self.fail(node, f"operator.{name} cannot be translated")
        return self.value(ast.copy_location(made, node))

    def _call_builtin(self, node: ast.Call, function: Any, arguments: List[Value]) -> Value:
        if function is abs and len(arguments) == 1 and is_complex(arguments[0].type):
            return self._complex_abs(arguments[0])
        if getattr(function, "__module__", None) == "cmath":
            return self._call_cmath(node, function.__name__, arguments)
        if function in (min, max, round) and any(is_complex(each.type) for each in arguments):
            self.fail(node, f"{function.__name__} takes no complex numbers")
        if function in (min, max) and len(arguments) > 1:
            values = [signed(each) for each in arguments]
            type_ = values[0].type
            for each in values[1:]:
                type_ = unified(type_, each.type)
            is_index = all(each.is_index for each in values)
            if type_ == "float16":
                texts = [converted(each, "float32").full() for each in values]
                return converted(Value(f"f{function.__name__}f({', '.join(texts)})", "float32"), type_) if len(texts) == 2 else \
                    self._call_builtin(node, function, [self._call_builtin(node, function, values[:2]), *values[2:]])
            texts = [converted(each, type_).full() if is_index or type_ != "int64" else in_64_bits(each) for each in values]
            result = texts[0]
            for text in texts[1:]:
                result = f"{function.__name__}({result}, {text})"
            is_enough = any if function is max else all
            return Value(result, type_, is_index=is_index, is_not_negative=is_enough(each.is_not_negative for each in values))
        if function is abs and len(arguments) == 1:
            if arguments[0].type == "float16":
                return Value(f"__habs({arguments[0].full()})", "float16", is_not_negative=True)
            name = "fabs" if arguments[0].type is None or is_float(arguments[0].type) else "llabs"
            if arguments[0].type == "float32":
                name = "fabsf"
            return Value(f"{name}({signed(arguments[0]).full()})", arguments[0].type, is_not_negative=True)
        if function is len and len(arguments) == 1 and isinstance(arguments[0].type, Array):
            return self.shape_of(arguments[0].type, 0)
        if function is len and len(arguments) == 1 and arguments[0].items is not None:
            return literal(len(arguments[0].items))
        if function is round:
            return self._round(node, arguments)
        if getattr(function, "__module__", None) == "_operator":
            return self._call_operator(node, function.__name__)
        if getattr(function, "__module__", None) == "math" and len(arguments) in (1, 2):
            return self._call_math(node, function.__name__, arguments)
        if type(function).__name__ == "ufunc" and len(arguments) in (1, 2):
            return self._call_numpy(node, function.__name__, arguments)
        return self.call_function(node, function, arguments)

    def _call_math(self, node: ast.Call, name: str, arguments: List[Value]) -> Value:
        raise NotImplementedError

    # --- complex numbers
    def _complex_binary(self, node: ast.BinOp, a: Value, b: Value) -> Value:
        raise NotImplementedError

    def _complex_negative(self, value: Value) -> Value:
        raise NotImplementedError

    def _part(self, value: Value, name: str) -> Value:
        raise NotImplementedError

    def _conjugate(self, value: Value) -> Value:
        raise NotImplementedError

    def _complex_abs(self, value: Value) -> Value:
        raise NotImplementedError

    def _make_complex(self, node: ast.Call, arguments: Sequence[Value]) -> Value:
        raise NotImplementedError

    def _call_cmath(self, node: ast.Call, name: str, arguments: List[Value]) -> Value:
        raise NotImplementedError

    def _call_numpy(self, node: ast.Call, name: str, arguments: List[Value]) -> Value:
        raise NotImplementedError

    def _call_mark(self, node: ast.Call, name: str) -> Value:
        raise NotImplementedError

    def _round(self, node: ast.Call, arguments: List[Value]) -> Value:
        raise NotImplementedError


def is_named(value: Value) -> bool:
    return value.text.isidentifier() and value.text not in ("true", "false")


def _of_one_sign(type_: Optional[str], a: Value, b: Value) -> Tuple[Value, Value]:
    """C++ computes without a sign if one of them has none."""
    if type_ != "int64" or "uint64" not in (a.type, b.type):
        return a, b
    return converted(a, type_), converted(b, type_)


def _in_64_bits_at(value: Value, level: int) -> str:
    return value.at(level) if _is_wide(value) or value.constant is None and not value.is_index else in_64_bits(value)


def _is_wide(value: Value) -> bool:
    """Whether C++ computes with it in 64 bits."""
    if value.constant is not None:
        return value.text.endswith("LL")
    return value.type in ("int64", "uint64") and not value.is_index


def in_64_bits(value: Value) -> str:
    if _is_wide(value):
        return value.full()
    return f"{value.text}LL" if value.constant is not None and not is_named(value) else f"(long long){value.at(UNARY)}"


def signed(value: Value) -> Value:
    if not value.is_unsigned_index:
        return value
    return replace(value, text=f"int({value.text})", wide="", level=PRIMARY, is_unsigned_index=False)


def _kind(node: ast.AST) -> str:
    words = {"ListComp": "a list comprehension", "List": "a list", "Dict": "a dictionary", "Lambda": "a lambda",
             "JoinedStr": "an f-string", "MatMult": "`@`", "In": "`in`", "NotIn": "`not in`", "Is": "`is`", "IsNot": "`is not`",
             "With": "`with`", "Try": "`try`", "Raise": "`raise`", "FunctionDef": "a function inside a kernel",
             "ClassDef": "a class", "Starred": "`*`", "Yield": "`yield`", "Await": "`await`", "NamedExpr": "`:=`",
             "Delete": "`del`", "Global": "`global`", "Nonlocal": "`nonlocal`", "Import": "`import`",
             "ImportFrom": "`import`", "Match": "`match`", "GeneratorExp": "a generator"}
    return words.get(type(node).__name__, f"this ({type(node).__name__})")


kind = _kind
