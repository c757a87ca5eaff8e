"""Calls of numba.cuda's and math's functions in a kernel as C++."""

from __future__ import annotations

import ast
from typing import List, Optional

from . import names
from .arrays import Arrays
from .expressions import PLUS, PRIMARY, TIMES, UNARY, Value, alike, as_float, converted, literal, signed, widened
from .records import fields_of
from .types import C_NAMES, RECORDS, Array, bits, is_complex, is_float, is_signed, unified


class Intrinsics(Arrays):
    """Translates these calls. What derives from it says where a call stands."""

    alone: Optional[ast.AST] = None  # the whole right side of an assignment, before which lines may be written

    def _call_math(self, node: ast.Call, name: str, arguments: List[Value]) -> Value:
        if any(each.items is not None or each.known is not None or isinstance(each.type, Array) for each in arguments):
            self.fail(node, f"math.{name} takes numbers")
        if any(is_complex(each.type) for each in arguments):
            self.fail(node, f"math.{name} takes no complex numbers: cmath has functions of them")
        if name == "ldexp" and len(arguments) == 2:
            power, value = converted(signed(arguments[1]), "int32").full(), as_float(widened(arguments[0]))
            return Value(f"ldexp{'f' if value.type == 'float32' else ''}({value.full()}, {power})", value.type)
        values = [as_float(each) for each in arguments]
        type_ = values[0].type if len(values) == 1 else unified(values[0].type, values[1].type)
        if type_ == "float16":
            result = self._call_math(node, name, [widened(each) for each in values])
            return converted(result, type_) if result.type == "float32" else result
        suffix = "f" if type_ == "float32" else ""
        text = ", ".join(converted(each, type_).full() for each in values)
        if name in (names.MATH1 if len(values) == 1 else names.MATH2):
            return Value(f"{name}{suffix}({text})", type_)
        if name in ("floor", "ceil", "trunc"):
            return Value(f"int64_t({name}{suffix}({text}))", "int64")
        if name in ("isnan", "isinf", "isfinite"):
            return Value(f"bool({name}({text}))", "bool")
        if name == "gamma":
            return Value(f"tgamma{suffix}({text})", type_)
        if name in ("degrees", "radians"):
            factor = "180 / 3.141592653589793" if name == "degrees" else "3.141592653589793 / 180"
            return converted(Value(f"{values[0].at(TIMES)} * ({factor})", "float64", TIMES), type_)
        if name in ("frexp", "modf"):
            self.needs_helpers()
            parts = ("fraction", "exponent") if name == "frexp" else ("fraction", "whole")
            types = (type_, "int32" if name == "frexp" else type_)
            return Value("", None, items=tuple(Value(f"python_{name}_{part}({text})", each) for part, each in zip(parts, types)))
        self.fail(node, f"math.{name} cannot be translated")

    def _call_numpy(self, node: ast.Call, name: str, arguments: List[Value]) -> Value:
        for each in arguments:
            if isinstance(each.type, Array) or each.items is not None or each.known is not None:
                self.fail(node, f"np.{name} of arrays cannot be translated: write a loop over the elements")
        if any(is_complex(each.type) for each in arguments):
            return self._complex_abs(arguments[0]) if name == "absolute" else self._call_cmath(node, name, arguments)
        if name in ("conjugate", "conj") and len(arguments) == 1:
            return arguments[0]
        if name in names.NUMPY:
            return self._call_math(node, names.NUMPY[name], arguments)
        type_ = arguments[0].type if len(arguments) == 1 else unified(arguments[0].type, arguments[1].type)
        if name in ("floor", "ceil", "trunc", "rint") and len(arguments) == 1:
            value = widened(as_float(arguments[0]))
            return converted(Value(f"{name}{'f' if value.type == 'float32' else ''}({value.full()})", value.type), as_float(arguments[0]).type)
        if name == "absolute":
            return self._call_builtin(node, abs, arguments)
        if name in ("minimum", "maximum", "fmin", "fmax") and len(arguments) == 2:
            self.needs_helpers()
            both = "float32" if type_ == "float16" else type_ or "int64"
            a, b = [converted(signed(widened(each)), both) for each in arguments]
            return converted(Value(f"python_{name}<{C_NAMES[both]}>({a.full()}, {b.full()})", both), type_)
        self.fail(node, f"np.{name} cannot be translated")

    def _round(self, node: ast.Call, arguments: List[Value]) -> Value:
        """To the even one of two neighbours that are as near, as Python does."""
        if len(arguments) not in (1, 2) or any(not isinstance(each.type, (str, type(None))) or each.items is not None for each in arguments):
            self.fail(node, "round takes a number and how many digits")
        value = widened(signed(arguments[0]))
        if value.type is None or not is_float(value.type):
            if len(arguments) == 1:
                return value
            self.fail(node, "round with digits takes a float")
        if len(arguments) == 1:
            return Value(f"int64_t(rint{'f' if value.type == 'float32' else ''}({value.full()}))", "int64")
        self.needs_helpers()
        text = f"python_round({converted(value, 'float64').full()}, {signed(arguments[1]).full()})"
        return converted(Value(text, "float64"), arguments[0].type)

    def _call_half(self, node: ast.Call, name: str) -> Value:
        values = [self.scalar(each) for each in node.args]
        if len(values) != next(count for count, all_ in names.HALVES.items() if name in all_.split()):
            self.fail(node, f"cuda.fp16.{name} takes other arguments")
        text = ", ".join(converted(each, "float16").full() for each in values)
        is_comparison = name in ("heq", "hne", "hge", "hgt", "hle", "hlt")
        # The functions of math have no underscores there.
        is_plain = len(values) == 1 and name not in ("hneg", "habs")
        return Value(f"{'' if is_plain else '__'}{name}({text})", "bool" if is_comparison else "float16")

    def _call_other(self, node: ast.Call, name: str) -> Value:
        values = [signed(self.scalar(each)) for each in node.args]
        if name == "cbrt" and len(values) == 1:
            value = as_float(widened(values[0]))
            return Value(f"cbrt{'f' if value.type == 'float32' else ''}({value.full()})", value.type)
        if name == "selp" and len(values) == 3:
            type_ = unified(values[1].type, values[2].type)
            a, b = converted(values[1], type_), converted(values[2], type_)
            return Value(f"({self.condition(node.args[0]).full()} ? {a.at(PRIMARY)} : {b.at(PRIMARY)})", type_)
        if name == "match_all_sync" and len(values) == 2:
            if node is not self.alone:
                self.fail(node, "assign the result: `mask, agree = cuda.match_all_sync(mask, value)`")
            mask, agree = self.temporary("mask"), self.temporary("agree")
            self.line(f"int {agree};")
            self.line(f"const unsigned {mask} = __match_all_sync({values[0].full()}, {values[1].full()}, &{agree});")
            return Value("", None, items=(Value(mask, "int32"), Value(f"{agree} != 0", "bool", 45)))
        self.fail(node, f"cuda.{name} takes other arguments")

    def _call_mark(self, node: ast.Call, name: str) -> Value:
        if name in ("grid", "gridsize"):
            dims = self.scalar(node.args[0]).constant if len(node.args) == 1 else None
            if dims not in (1, 2, 3):
                self.fail(node, f"cuda.{name} takes 1, 2 or 3")
            each = [Value(f"blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis}" if name == "grid" else
                          f"gridDim.{axis} * blockDim.{axis}", "int64", PLUS if name == "grid" else TIMES, is_index=True,
                          is_unsigned_index=True, is_not_negative=True) for axis in "xyz"[:dims]]
            return each[0] if dims == 1 else Value("", None, items=tuple(each))
        if name == "const.array_like":
            value = self.value(node.args[0]) if len(node.args) == 1 and not node.keywords else literal(0)
            if not isinstance(value.type, Array) or "const.array_like" not in value.type.sources:
                self.fail(node, "cuda.const.array_like takes an array from outside the kernel")
            return value
        if name.startswith("atomic."):
            return self._call_atomic(node, name.removeprefix("atomic."))
        if name.startswith("random."):
            return self._call_random(node, name.removeprefix("random."))
        if name == "cg.this_grid" and not node.args:
            return Value("", None, known=names.GRID)
        if name == "this_grid.sync" and not node.args:
            return Value("cooperative_groups::this_grid().sync()", "int32")
        if name.startswith("fp16."):
            return self._call_half(node, name.removeprefix("fp16."))
        if name in ("cbrt", "selp", "match_all_sync"):
            return self._call_other(node, name)
        if name in names.BITS:
            return self._call_bits(node, name)
        if name in names.CALLS:
            values = [signed(self.scalar(each)) for each in node.args]
            if any(is_complex(each.type) for each in values):
                self.fail(node, f"cuda.{name} takes no complex numbers")
            values = [widened(each) for each in values] if name == "fma" else values
            if name == "lanemask_lt":
                self.needs_helpers()
            text = f"{names.CALLS[name]}({', '.join(each.full() for each in values)})"
            shuffled = name.startswith("shfl") and len(values) > 1
            return Value(text, values[1].type if shuffled else unified(values[0].type, "float32") if name == "fma" else "int32")
        self.fail(node, f"cuda.{name} cannot be called here")

    def _call_random(self, node: ast.Call, name: str) -> Value:
        states = self.value(node.args[0]) if len(node.args) == 2 and not node.keywords else literal(0)
        array = states.type
        if not isinstance(array, Array) or array.ndim != 1 or [each.name for each in fields_of(array.dtype)] != ["s0", "s1"]:
            self.fail(node, f"{name} takes an array of states and an index")
        self.note_written(array)
        return Value(f"python_{name}(&{self.element(node, states, node.args[1])})", names.RANDOM[name.removeprefix("xoroshiro128p_")])

    def _call_bits(self, node: ast.Call, name: str) -> Value:
        """Numba's types choose the function: an index of a thread has 32 bits, a number of Python's and their sums have 64."""
        value = signed(self.scalar(node.args[0])) if len(node.args) == 1 else Value("", "float64")
        if value.type is not None and (is_float(value.type) or is_complex(value.type)):
            self.fail(node, f"cuda.{name} takes one integer")
        size = 32 if value.type is None else bits(value.type)
        if size < 32 and is_signed(value.type):
            value = converted(value, "u" + value.type)
        result = "int32" if name != "brev" else "uint64" if size == 64 else "uint32"
        text = f"{names.BITS[name]}{'ll' if size == 64 else ''}({value.full()})"
        if name == "clz" and size < 32:
            return Value(f"{text} - {32 - size}", result, PLUS, is_not_negative=True)
        return Value(text, result, is_not_negative=name != "brev")

    def _call_atomic(self, node: ast.Call, name: str) -> Value:
        base = self.value(node.args[0])
        wanted = 3 if name != "cas" else 4
        if not isinstance(base.type, Array) or len(node.args) != wanted:
            self.fail(node, f"cuda.atomic.{name} takes an array, an index and " + ("a value" if wanted == 3 else "two values"))
        dtype = base.type.dtype
        if dtype in RECORDS:
            self.fail(node, f"cuda.atomic.{name} takes no records: use an array of one field, as in `a.x`")
        if is_complex(dtype):
            self.fail(node, f"cuda.atomic.{name} takes no complex numbers: use the array's real and imag")
        self.note_written(base.type)
        index: ast.AST = node.args[1]
        values = [self.scalar(each) for each in node.args[2:]]
        if name == "compare_and_swap":
            index, values = ast.copy_location(ast.Constant(0), node), [self.scalar(each) for each in node.args[1:]]
        address = "&" + self.element(node, base, index)
        return self._atomic(node, name, dtype, address, values)

    def _atomic(self, node: ast.Call, name: str, dtype: str, address: str, values: List[Value]) -> Value:
        function = {"inc": "", "dec": "", "nanmax": "", "nanmin": "", "add": "atomicAdd", "sub": "atomicSub", "max": "atomicMax", "min": "atomicMin", "exch": "atomicExch",
                    "and_": "atomicAnd", "or_": "atomicOr", "xor": "atomicXor", "compare_and_swap": "atomicCAS",
                    "cas": "atomicCAS"}[name]
        casts = [converted(each, dtype) if each.type != "int64" or dtype != "int32" else each for each in values]
        texts = [each.full() for each in casts]
        if bits(dtype) < 32:
            self.fail(node, f"cuda.atomic.{name} takes elements of 32 or 64 bits, and these are {dtype}")
        if name in ("inc", "dec"):
            if dtype not in ("uint32", "uint64"):
                self.fail(node, f"cuda.atomic.{name} takes elements of uint32 or uint64, and these are {dtype}")
            self.needs_helpers()
            function = f"python_atomic_{name}"
        elif name in ("nanmax", "nanmin"):
            self.needs_helpers()
            function = f"python_atomic_{name}" if is_float(dtype) else {"nanmax": "atomicMax", "nanmin": "atomicMin"}[name]
        elif is_float(dtype) and name in ("max", "min"):
            self.needs_helpers()
            function = {"max": "python_atomic_max", "min": "python_atomic_min"}[name]
        elif name == "sub" and (is_float(dtype) or bits(dtype) == 64):
            function, texts = "atomicAdd", [f"-({texts[0]})"]
        if dtype == "int64" and name not in ("max", "min", "nanmax", "nanmin", "and_", "or_", "xor") or dtype == "int64" and name == "sub":
            address = f"(unsigned long long*){address}"
            return converted(Value(f"{function}({', '.join([address, *texts])})", "uint64"), "int64")
        return Value(f"{function}({', '.join([address, *texts])})", dtype)
