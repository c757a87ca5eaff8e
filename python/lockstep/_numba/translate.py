"""A function in Numba's Python as a kernel in CUDA C++, for the types of its arguments; each line knows its line of Python.

The function is translated again and again until the types of its variables stay the same; the last text counts. Variables
become C++ variables in the innermost block that has all their uses.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, Dict, List, NoReturn, Optional, Sequence, Set, Tuple

import numpy as np

from . import names
from .expressions import Value, alike, converted, folded, kind, literal
from .loops import Loops
from .source import Python, assigned_once, homes_of, in_circles, targets
from .spelling import spelled, spelled_global
from .types import C_NAMES, Array, Type, dtype_name, is_float, unified

@dataclass(frozen=True)
class Line:
    text: str
    python: int  # the line of the function's file; 0: none


@dataclass
class Function:
    """What a function has become. `shapes`: the sizes that follow its parameters, as (parameter, dimension)."""

    name: str
    lines: List[Line]
    shapes: List[Tuple[int, int]]
    constants: Dict[str, Any]
    result: Optional[str]
    uses: List["Function"]
    needs_helpers: bool
    written: Set[str] = field(default_factory=set)


@dataclass
class Variable:
    type: Type = None
    is_index: bool = True
    is_not_negative: bool = True
    least: Optional[int] = None  # a lower bound, if it is not negative; None: there is no value yet

    def key(self) -> Tuple[Any, bool, bool, Optional[int]]:
        return self.type, self.is_index, self.is_not_negative, self.least


class Translator(Loops):
    """One function for one list of argument types: a name of types.C_NAMES, or an Array without a shape."""

    def __init__(self, python: Python, arguments: Sequence[Type], is_device: bool):
        self.python, self.node, self.is_device = python, python.node, is_device
        parameters = self.node.args
        if parameters.vararg or parameters.kwarg or parameters.kwonlyargs or parameters.defaults:
            python.fail(self.node, "a kernel has plain parameters only")
        self.parameters = [each.arg for each in parameters.args]
        if len(self.parameters) != len(arguments):
            raise TypeError(f"`{self.node.name}` takes {len(self.parameters)} arguments, and the call has {len(arguments)}")
        self.variables: Dict[str, Variable] = {}
        self.arguments = dict(zip(self.parameters, arguments))
        self.assigned = {each.id for each in ast.walk(self.node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        self.circles = in_circles(self.node)
        self.homes = homes_of(self.node, self.assigned - set(self.parameters))
        self.once = assigned_once(self.node)
        self.result: Optional[str] = None
        self._begin()

    def _begin(self) -> None:
        self.lines: List[Line] = []
        self.depth = 1
        self.now: ast.AST = self.node
        self.declared: Set[str] = set(self.parameters)
        self.shapes: Set[Tuple[int, int]] = set()
        self.constants: Dict[str, Any] = {}
        self.uses: List[Function] = []
        self.has_helpers = False
        self.written: Set[str] = set()
        self.temporaries = 0

    def translate(self) -> Function:
        for name, type_ in self.arguments.items():
            self.variables[name] = Variable(self._parameter(name, type_), False, False)
        for _ in range(30):
            before = {name: each.key() for name, each in self.variables.items()}, self.result
            self._begin()
            self.block(self.node.body)
            if ({name: each.key() for name, each in self.variables.items()}, self.result) == before:
                break
        shapes = sorted(self.shapes)
        head = Line(self._head(shapes), self.python.line_of(self.node))
        lines = [head, *self.lines, Line("}", 0)]
        return Function(self.node.name, lines, shapes, self.constants, self.result, self.uses, self.has_helpers, self.written)

    def _parameter(self, name: str, type_: Type) -> Type:
        if not isinstance(type_, Array):
            return type_
        return Array(type_.dtype, tuple(f"{spelled(name)}_shape_{d}" for d in range(type_.ndim)), True, name)

    def _head(self, shapes: Sequence[Tuple[int, int]]) -> str:
        words = []
        for name, type_ in self.arguments.items():
            if isinstance(type_, Array):
                words.append(("" if name in self.written else "const ") + f"{C_NAMES[type_.dtype]}* {spelled(name)}")
            else:
                words.append(f"{C_NAMES[str(type_)]} {spelled(name)}")
        words += [f"long long {spelled(self.parameters[parameter])}_shape_{d}" for parameter, d in shapes]
        result = "void" if self.result is None else C_NAMES[self.result]
        kind_ = f"__device__ {result}" if self.is_device else 'extern "C" __global__ void'
        return f"{kind_} {spelled_global(self.node.name)}({', '.join(words)}) {{"

    # --- names
    def fail(self, node: ast.AST, sentence: str) -> NoReturn:
        self.python.fail(node, sentence)

    def resolve(self, node: ast.AST) -> Tuple[bool, Any]:
        if isinstance(node, ast.Name):
            if node.id in self.assigned or node.id in self.parameters:
                return False, None
            found, value = self.python.name(node.id)
            if not found:
                self.fail(node, f"`{node.id}` is not known")
            return True, value
        if isinstance(node, ast.Attribute):
            found, value = self.resolve(node.value)
            if not found:
                return False, None
            if isinstance(value, (int, float, tuple)) or not hasattr(value, node.attr):
                self.fail(node, f"`{ast.unparse(node)}` is not known")
            return True, getattr(value, node.attr)
        return False, None

    def variable(self, node: ast.Name) -> Value:
        known = self.variables.get(node.id)
        if known is None:
            known = self.variables[node.id] = Variable()
        name = spelled(node.id)
        if isinstance(known.type, Array):
            return Value(name, known.type)
        return Value(name, known.type, is_index=known.is_index and known.type == "int64", is_not_negative=known.is_not_negative,
                     least=known.least or 0)

    def shape_of(self, array: Array, dimension: int) -> Value:
        text = array.shape[dimension]
        if array.parameter:
            self.shapes.add((self.parameters.index(array.parameter), dimension))
            return Value(text, "int64", is_not_negative=True)
        return literal(int(text)) if text.isdigit() else Value(text, "int64", is_index=True, is_not_negative=True)

    def constant(self, name: str, value: Any) -> str:
        if not name or isinstance(value, bool) or not name.isidentifier() or value != value or value in (float("inf"), -float("inf")):
            return literal(value).text
        if self.constants.get(name, value) != value:
            return literal(value).text
        self.constants[name] = value
        return spelled_global(name)

    def needs_helpers(self) -> None:
        self.has_helpers = True

    def note_written(self, array: Array) -> None:
        self.written.add(array.parameter)

    def call_function(self, node: ast.Call, function: Any, arguments: Sequence[Value]) -> Value:
        python = getattr(function, "_lockstep_python", None)
        if python is None:
            name = getattr(function, "__name__", type(function).__name__)
            self.fail(node, f"`{name}` cannot be called in a kernel: decorate it with @cuda.jit(device=True)")
        types = [replace_shape(each.type) if isinstance(each.type, Array) else each.type or "int64" for each in arguments]
        made = Translator(python(), types, True).translate()
        known = next((each for each in self.uses if [line.text for line in each.lines] == [line.text for line in made.lines]), None)
        if known is None:
            self.uses.append(made)
        texts = [_as_pointer(each) for each in arguments]
        for name, value in zip([each.arg for each in python().node.args.args], arguments):
            if name in made.written and isinstance(value.type, Array):
                self.note_written(value.type)
        for parameter, d in made.shapes:
            array = arguments[parameter].type
            texts.append(self.shape_of(array, d).text if isinstance(array, Array) else "0")
        return Value(f"{spelled_global(made.name)}({', '.join(texts)})", made.result or "int64")

    # --- lines
    def line(self, text: str, node: Optional[ast.AST] = None) -> None:
        self.lines.append(Line("  " * self.depth + text, self.python.line_of(node or self.now)))

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.now = statement
            self._declare_at(statement)
            method = getattr(self, "_do_" + type(statement).__name__, None)
            if method is None:
                self.fail(statement, f"{kind(statement)} cannot be translated")
            else:
                method(statement)

    def inner(self, statements: Sequence[ast.stmt]) -> None:
        self.depth += 1
        self.block(statements)
        self.depth -= 1

    def spelled(self, name: str) -> str:
        return spelled(name)

    def close(self) -> None:
        self.lines.append(Line("  " * self.depth + "}", 0))

    def _declare_at(self, statement: ast.stmt) -> None:
        """Variables whose home is this statement's block, and that it does not declare by itself."""
        for name, home in self.homes.items():
            variable = self.variables.get(name)
            if home is not statement or name in self.declared or variable is None or isinstance(variable.type, Array):
                continue
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and targets(statement.targets[0]).count(name) == 1:
                continue
            if isinstance(statement, ast.For) and name in targets(statement.target) and self.is_private(statement, name):
                continue
            if variable.type is not None:
                self.line(f"{self.c_type(variable)} {spelled(name)};")
                self.declared.add(name)

    def c_type(self, variable: Variable) -> str:
        if variable.type == "int64" and variable.is_index:
            return "int"
        return C_NAMES[str(variable.type or "int64")]

    # --- statements
    def _do_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for each in node.value.value.strip().splitlines():
                self.line(f"// {each.strip()}".rstrip())
            return
        if isinstance(node.value, ast.Constant) and node.value.value is Ellipsis:
            return
        if isinstance(node.value, ast.Call) and self.resolve(node.value.func) == (True, print):
            return self._print(node.value)
        self.line(f"{self.value(node.value).full()};")

    def _print(self, node: ast.Call) -> None:
        form, values = [], []
        for each in node.args:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                form.append(each.value.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n"))
                continue
            value = self.scalar(each)
            real = value.type is not None and is_float(value.type)
            form.append("%f" if real else "%lld")
            values.append(converted(value, "float64").full() if real else f"(long long){value.at(90)}")
        self.line("printf(" + ", ".join([f'"{" ".join(form)}\\n"', *values]) + ");")

    def _do_Pass(self, node: ast.Pass) -> None:
        pass

    def _do_Break(self, node: ast.Break) -> None:
        self.line("break;")

    def _do_Continue(self, node: ast.Continue) -> None:
        self.line("continue;")

    def _do_Return(self, node: ast.Return) -> None:
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            return self.line("return;")
        if not self.is_device:
            self.fail(node, "a kernel returns nothing: write to an array")
        value = self.scalar(node.value)
        self.result = unified(self.result, value.type)
        self.line(f"return {converted(value, self.result).full()};")

    def _do_If(self, node: ast.If) -> None:
        self.line(f"if ({self.condition(node.test).full()}) {{")
        self.inner(node.body)
        while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If) and node.orelse[0] not in self.homes.values():
            node = node.orelse[0]
            self.line(f"}} else if ({self.condition(node.test).full()}) {{", node)
            self.inner(node.body)
        if node.orelse:
            self.line("} else {", node.orelse[0])
            self.inner(node.orelse)
        self.close()

    def temporary(self, stem: str) -> str:
        """A name that the function does not use."""
        while True:
            self.temporaries += 1
            name = f"{stem}_{self.temporaries}"
            if name not in self.assigned and name not in self.parameters:
                return name

    def _do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            return
        self._assign(node, node.target, node.value)

    def _do_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1:
            return self._assign(node, node.targets[0], node.value)
        value = self.scalar(node.value)
        name = self.temporary("value")
        self.line(f"{C_NAMES[str(value.type or 'int64')]} {name} = {value.full()};")
        for target in node.targets:
            self.store(target, Value(name, value.type))

    def _assign(self, node: ast.stmt, target: ast.expr, source: ast.expr) -> None:
        if isinstance(target, ast.Name) and isinstance(source, ast.Call) and self._is_new_array(source):
            return self._new_array(target.id, source)
        value = self.value(source)
        if isinstance(target, ast.Tuple):
            return self._unpack(node, target, value, source)
        if isinstance(value.type, Array) or value.items is not None:
            self.fail(node, "a variable holds a number: use the array or tuple itself")
        self.store(target, value)

    def _unpack(self, node: ast.stmt, target: ast.Tuple, value: Value, source: ast.expr) -> None:
        items = list(value.items or ())
        if len(items) != len(target.elts):
            self.fail(node, f"{len(target.elts)} names, and {len(items)} values")
        named = {each.id for each in ast.walk(source) if isinstance(each, ast.Name)}
        if named & set(targets(target)) or any(isinstance(each, ast.Subscript) for each in target.elts):
            for i, each in enumerate(items):
                name = self.temporary("value")
                self.line(f"{C_NAMES[str(each.type or 'int64')]} {name} = {each.full()};")
                items[i] = Value(name, each.type, is_not_negative=each.is_not_negative, least=each.least)
        for each_target, each in zip(target.elts, items):
            self.store(each_target, each)

    def note(self, name: str, value: Value) -> None:
        variable = self.variables.setdefault(name, Variable())
        if isinstance(variable.type, Array):
            self.fail(self.now, f"`{name}` is an array, and cannot be assigned a number")
        variable.type = unified(None if variable.type is None else str(variable.type), "int64" if value.type == "int32" and value.is_index else value.type)
        variable.is_index = variable.is_index and (value.is_index or value.type is None) and name not in self.circles
        variable.is_not_negative = variable.is_not_negative and (value.is_not_negative or value.type is None)
        least = value.least if name not in self.circles else 0
        variable.least = least if variable.least is None else min(variable.least, least)

    def store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.note(target.id, value)
            variable = self.variables[target.id]
            begin = "" if target.id in self.declared else f"{self.c_type(variable)} "
            self.declared.add(target.id)
            narrow = value.is_index and variable.is_index
            if variable.type in ("bool",) or value.type == variable.type or narrow or not value.type or variable.type == "int64":
                text = value.full()
            else:
                text = converted(value, str(variable.type)).full()
            return self.line(f"{begin}{spelled(target.id)} = {text};")
        if not isinstance(target, ast.Subscript):
            self.fail(target, f"{kind(target)} cannot be assigned to")
        base = self.value(target.value)
        if not isinstance(base.type, Array):
            self.fail(target, "only elements of arrays can be assigned to")
        self.note_written(base.type)
        element = self.element(target, base, target.slice)
        self.line(f"{element} = {self._narrowed(value, base.type.dtype)};")

    def _narrowed(self, value: Value, dtype: str) -> str:
        """C++ converts as numpy does, except floats to small integers, and __half."""
        if "float16" in (value.type, dtype):
            return converted(value, dtype).full()
        if dtype in ("int8", "uint8", "int16", "uint16", "int32", "uint32") and not (value.type and is_float(value.type)):
            return value.text
        return value.full()

    def _do_AugAssign(self, node: ast.AugAssign) -> None:
        target: Any = node.target
        load = ast.copy_location(type(target)(**{**{key: getattr(target, key) for key in target._fields}, "ctx": ast.Load()}), target)
        whole = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
        value = self.scalar(whole)
        signs = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
        if type(node.op) not in signs or (isinstance(target, ast.Subscript) and value.type != self.value(load).type):
            return self.store(target, value)
        right = alike(value.type, self.scalar(node.value))[0]
        if isinstance(target, ast.Name):
            self.note(target.id, value)
            variable = self.variables[target.id]
            if right.is_unsigned_index and not isinstance(node.op, ast.Add):
                return self.store(target, value)
            if is_float(str(variable.type)) or variable.type == value.type:
                return self.line(f"{spelled(target.id)} {signs[type(node.op)]}= {right.full()};")
            return self.store(target, value)
        base = self.value(target.value)
        self.note_written(base.type)
        self.line(f"{self.element(target, base, target.slice)} {signs[type(node.op)]}= {right.full()};")

    # --- shared and local arrays
    def _is_new_array(self, call: ast.Call) -> bool:
        found, function = self.resolve(call.func)
        return found and isinstance(function, names.Mark) and function._lockstep_name in ("shared.array", "local.array")

    def _sizes(self, shape: ast.AST) -> List[Tuple[str, int]]:
        """Of a new array, for each dimension: as C++ has it, and the number."""
        whole = self._known(shape)
        parts: List[ast.AST] = list(shape.elts) if isinstance(shape, (ast.Tuple, ast.List)) else [shape]
        sizes = [(str(number), number) for number in whole] if isinstance(whole, tuple) and len(parts) == 1 else [
            (self._text_of_size(part, self._known(part)), self._known(part)) for part in parts]
        for _, size in sizes:
            if isinstance(size, bool) or not isinstance(size, int) or size < 0:
                self.fail(shape, "the shape must be known when the kernel is compiled: literals, numbers from outside the kernel, "
                                 "and variables that are assigned once with such")
        return sizes

    def _text_of_size(self, node: ast.AST, size: Any) -> str:
        """The name of a number from outside the kernel, which is a constant of C++ too."""
        if isinstance(node, ast.Name) and self.resolve(node)[0] and isinstance(size, int):
            return self.value(node).text
        return str(size)

    def _known(self, node: ast.AST, through: Tuple[str, ...] = ()) -> Any:
        """The number or tuple of numbers that an expression has in every run; None: it may have several."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.Tuple, ast.List)):
            parts = tuple(self._known(each, through) for each in node.elts)
            return None if None in parts else parts
        if isinstance(node, ast.Name) and (node.id in self.assigned or node.id in self.parameters):
            once = self.once.get(node.id)
            return None if once is None or node.id in through else self._known(once, (*through, node.id))
        if isinstance(node, (ast.Name, ast.Attribute)):
            found, value = self.resolve(node)
            return value.item() if found and isinstance(value, np.integer) else value if found and isinstance(value, (int, tuple)) else None
        if isinstance(node, (ast.BinOp, ast.UnaryOp)):
            operands: Sequence[ast.AST] = [node.operand] if isinstance(node, ast.UnaryOp) else [node.left, node.right]
            numbers = [self._known(each, through) for each in operands]
            if all(isinstance(each, int) for each in numbers):
                return folded(node.op, *numbers)
        return None

    def _new_array(self, name: str, call: ast.Call) -> None:
        given: Dict[str, ast.AST] = dict(zip(("shape", "dtype"), call.args))
        given.update({each.arg: each.value for each in call.keywords if each.arg})
        if "shape" not in given or "dtype" not in given:
            self.fail(call, "the array needs a shape and a type: cuda.shared.array(shape, dtype)")
        sizes = self._sizes(given["shape"])
        found, type_ = self.resolve(given["dtype"])
        dtype = dtype_name(type_) if found else None
        if dtype is None:
            self.fail(given["dtype"], f"`{ast.unparse(given['dtype'])}` is no type of numbers")
        assert dtype is not None
        is_shared = self.resolve(call.func)[1]._lockstep_name == "shared.array"
        dims = "".join(f"[{text}]" for text, _ in sizes)
        is_dynamic = is_shared and len(sizes) == 1 and sizes[0][1] == 0
        lengths = [str(size) for _, size in sizes]
        if is_dynamic:
            self.needs_helpers()
            dims, lengths = "[]", [f"python_dynamic_size<{C_NAMES[dtype]}>()"]
        self.variables[name] = Variable(Array(dtype, tuple(lengths), False), False, False)
        self.declared.add(name)
        kind_ = "extern __shared__ " if is_dynamic else "__shared__ " if is_shared else ""
        self.line(f"{kind_}{C_NAMES[dtype]} {spelled(name)}{dims};")


def replace_shape(array: Array) -> Array:
    return Array(array.dtype, ("",) * array.ndim, True)


def _as_pointer(value: Value) -> str:
    if not isinstance(value.type, Array) or value.type.is_pointer or value.type.ndim == 1:
        return value.full()
    return "&" + value.text + "[0]" * value.type.ndim

