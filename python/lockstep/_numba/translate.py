"""A function in Numba's Python as a kernel in CUDA C++, for the types of its arguments; each line knows its line of Python.

The function is translated again and again until the types of its variables stay the same; the last text counts. Variables
become C++ variables in the innermost block that has all their uses.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field, replace
from typing import Any, Dict, FrozenSet, Iterator, List, NoReturn, Optional, Sequence, Set, Tuple

import numpy as np

from . import names
from .expressions import NoConversion, Value, alike, converted, folded, is_named, kind, literal, signed
from .loops import Loops
from .signatures import applied, chosen, spelled_types
from .source import Inner, Python, assigned_once, homes_of, in_circles, targets
from .spelling import spelled, spelled_global
from .types import C_NAMES, RECORDS, Array, Known, Tuples, Type, dtype_name, is_complex, is_float, unified


@dataclass(frozen=True)
class Line:
    text: str
    python: int  # the line of the function's file; 0: none


@dataclass(frozen=True, order=True)
class Size:
    """A size of an array, or a stride in elements, that follows the parameters. `path`: the number of the argument, and then
    of the elements of tuples."""

    path: Tuple[int, ...]
    is_stride: bool
    dimension: int


@dataclass
class Function:
    """What a function has become. `sizes`: what follows its parameters; `written`: the parameters whose arrays it writes."""

    name: str
    lines: List[Line]
    sizes: List[Size]
    constants: Dict[str, Any]
    result: Type  # a number's, or a tuple's of numbers
    uses: List["Function"]
    needs_helpers: bool
    written: Set[Tuple[int, ...]] = field(default_factory=set)


@dataclass
class Variable:
    type: Type = None
    is_index: bool = True
    is_not_negative: bool = True
    least: Optional[int] = None  # a lower bound, if it is not negative; None: there is no value yet

    def key(self) -> Tuple[Any, bool, bool, Optional[int]]:
        return self.type, self.is_index, self.is_not_negative, self.least


class Functions:
    """What the kernel's functions have become, each for the types of its arguments: they have names of their own."""

    def __init__(self) -> None:
        self.made: Dict[Tuple[Python, Tuple[Type, ...]], Function] = {}
        self.under_way: Dict[Tuple[Python, Tuple[Type, ...]], "Translator"] = {}
        self.raised: Dict[str, type] = {}  # the exceptions, by their texts in C++
        self.constants: Dict[str, Any] = {}  # the first of a name; another one is a literal
        self._names: Dict[str, Tuple[Python, Tuple[Type, ...]]] = {}

    def name(self, python: Python, types: Tuple[Type, ...]) -> str:
        stem, count = spelled_global(python.node.name), 1
        name = stem
        while self._names.setdefault(name, (python, types)) != (python, types):
            count += 1
            name = f"{stem}_{count}"
        return name

    def function(self, python: Python, types: Tuple[Type, ...]) -> Function:
        if (python, types) not in self.made:
            translator = Translator(python, types, True, self)
            self.under_way[(python, types)] = translator
            self.made[(python, types)] = translator.translate()
            del self.under_way[(python, types)]
        return self.made[(python, types)]


class Translator(Loops):
    """One function for one list of argument types: a name of types.C_NAMES, or an Array without a shape."""

    def __init__(self, python: Python, arguments: Sequence[Type], is_device: bool, functions: Optional[Functions] = None):
        self.python, self.node, self.is_device = python, python.node, is_device
        self.functions = functions or Functions()
        self.name = self.functions.name(python, tuple(arguments))
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
        self.result: Any = None
        self.written: Set[str] = set()
        self.mentioned: Set[str] = set()  # sizes and strides, in the last text
        self._begin()

    def _begin(self) -> None:
        self.lines: List[Line] = []
        self.top: List[Line] = []  # arrays that are used outside the block that makes them
        self.depth = 1
        self.now: ast.AST = self.node
        self.declared: Set[str] = set(self.parameters)
        self.constants: Dict[str, Any] = {}
        self.uses: List[Function] = []
        self.has_helpers = False
        self.left: List[str] = []
        self.temporaries = 0

    def translate(self) -> Function:
        for name, type_ in self.arguments.items():
            self._take(name, type_)
        for _ in range(30):
            before = self._state()
            self._begin()
            self.block(self.node.body)
            self.mentioned |= set(_SIZE.findall("\n".join(line.text for line in self.lines)))
            if self._state() == before:
                break
        return self.as_it_is()

    def as_it_is(self) -> Function:
        """After the last turn; during one, what the turn before has found."""
        leaves = {path: name for number, (name, type_) in enumerate(self.arguments.items())
                  for path, name, _ in _leaves((number,), name, type_)}
        sizes = self._sizes_of_parameters()
        head = Line(self._head(sizes), self.python.line_of(self.node))
        lines = [head, *self.top, *self.lines, Line("}", 0)]
        if isinstance(self.result, Tuples):
            members = " ".join(f"{C_NAMES[str(each)]} _{i};" for i, each in enumerate(self.result.items))
            lines.insert(0, Line(f"struct {self.name}_result {{ {members} }};", 0))
        return Function(self.name, lines, sizes, self.constants, self.result, self.uses, self.has_helpers,
                        {path for path, name in leaves.items() if name in self.written})

    def _state(self) -> Any:
        return {name: each.key() for name, each in self.variables.items()}, self.result, set(self.written), set(self.mentioned)

    def _take(self, name: str, type_: Type) -> None:
        """A parameter, and the elements of a tuple."""
        for _, leaf, each in _leaves((), name, type_):
            self.variables[leaf] = Variable(self._array_in(leaf, each, frozenset()) if isinstance(each, Array) else each, False, False)
            self.declared.add(leaf)
        if isinstance(type_, Tuples):
            self._take_tuple(name, type_)

    def _take_tuple(self, name: str, type_: Tuples) -> None:
        self.variables[name] = Variable(Tuples((None,) * len(type_.items), type_.fields), False, False)
        self.declared.add(name)
        for i, each in enumerate(type_.items):
            if isinstance(each, Tuples):
                self._take_tuple(f"{name}.{i}", each)

    def _array_in(self, name: str, array: Array, sources: FrozenSet[str]) -> Array:
        """The array as the variable of this name has it."""
        cpp = self.spelled(name)
        strides = tuple(f"{cpp}_stride_{d}" for d in range(array.ndim)) if array.strides else ()
        return Array(array.dtype, tuple(f"{cpp}_shape_{d}" for d in range(array.ndim)), True, strides, sources | {name})

    def _sizes_of_parameters(self) -> List[Size]:
        found = []
        for number, (name, type_) in enumerate(self.arguments.items()):
            for path, leaf, each in _leaves((number,), name, type_):
                if not isinstance(each, Array):
                    continue
                found += [Size(path, kind_ == "stride", d) for kind_ in ("shape", "stride") for d in range(each.ndim)
                          if f"{self.spelled(leaf)}_{kind_}_{d}" in self.mentioned]
        return sorted(found)

    def _head(self, sizes: Sequence[Size]) -> str:
        words = []
        names_: Dict[Tuple[int, ...], str] = {}
        for number, (name, type_) in enumerate(self.arguments.items()):
            for path, leaf, each in _leaves((number,), name, type_):
                names_[path] = self.spelled(leaf)
                if isinstance(each, Array):
                    words.append(f"{self._pointer_type(leaf, each)} {self.spelled(leaf)}")
                elif not isinstance(each, Known):
                    words.append(f"{C_NAMES[str(each)]} {self.spelled(leaf)}")
        words += [f"long long {names_[each.path]}_{'stride' if each.is_stride else 'shape'}_{each.dimension}" for each in sizes]
        result = "void" if self.result is None else f"{self.name}_result" if isinstance(self.result, Tuples) else C_NAMES[self.result]
        kind_ = f"__device__ {result}" if self.is_device else 'extern "C" __global__ void'
        return f"{kind_} {self.name}({', '.join(words)}) {{"

    def _pointer_type(self, name: str, array: Array) -> str:
        return ("" if name in self.written else "const ") + f"{C_NAMES[array.dtype]}*"

    # --- names
    def fail(self, node: ast.AST, sentence: str) -> NoReturn:
        self.python.fail(node, sentence)

    def resolve(self, node: ast.AST) -> Tuple[bool, Any]:
        if isinstance(node, ast.Name):
            if node.id in self.assigned or node.id in self.parameters:
                known = self.variables[node.id].type if node.id in self.variables else None
                return (True, known.value) if isinstance(known, Known) else (False, None)
            found, value = self.python.name(node.id)
            if not found:
                self.fail(node, f"`{node.id}` is not known")
            return True, value
        if isinstance(node, ast.Attribute):
            found, value = self.resolve(node.value)
            if isinstance(node.value, ast.Call) and self.resolve(node.value.func)[1] is names.cg.this_grid:  # type: ignore[attr-defined]
                found, value = True, names.GRID
            if not found:
                return False, None
            if isinstance(value, (int, float, tuple)) or not hasattr(value, node.attr):
                self.fail(node, f"`{ast.unparse(node)}` is not known")
            return True, getattr(value, node.attr)
        return False, None

    def name_of(self, node: ast.Name) -> str:
        return "" if node.id in self.assigned or node.id in self.parameters else node.id

    def variable(self, node: ast.Name) -> Value:
        return self._variable(node.id)

    def _variable(self, id_: str) -> Value:
        known = self.variables.setdefault(id_, Variable())
        if isinstance(known.type, Tuples):
            return Value("", None, items=tuple(self._variable(f"{id_}.{i}") for i in range(len(known.type.items))),
                         fields=known.type.fields)
        if isinstance(known.type, Known):
            return Value("", None, known=known.type.value)
        name = self.spelled(id_)
        if isinstance(known.type, Array):
            return Value(name, known.type)
        return Value(name, known.type, is_index=known.is_index and known.type == "int64", is_not_negative=known.is_not_negative,
                     least=known.least or 0)

    def constant(self, name: str, value: Any) -> str:
        if not name or isinstance(value, bool) or not name.isidentifier() or value != value or value in (float("inf"), -float("inf")):
            return literal(value).text
        known = self.functions.constants.setdefault(name, value)
        if known != value or type(known) is not type(value):
            return literal(value).text
        self.constants[name] = value
        return spelled_global(name)

    def constant_array(self, name: str, value: Any) -> Value:
        """An array from outside the kernel, as it is now."""
        stem, count = spelled_global(f"{name or 'array'}_values"), 1
        made = stem
        while made in self.functions.constants and self.functions.constants[made] is not value:
            count += 1
            made = f"{stem}_{count}"
        self.functions.constants[made] = self.constants[made] = value
        return Value(made, Array(str(dtype_name(value.dtype)), tuple(map(str, value.shape)), True, (), frozenset({_CONSTANT})))

    def needs_helpers(self) -> None:
        self.has_helpers = True

    @property
    def writes(self) -> Set[str]:
        return self.written

    def note_written(self, array: Array) -> None:
        if _CONSTANT in array.sources:
            self.fail(self.now, "an array from outside the kernel is constant, and cannot be written: pass it as an argument")
        self.written |= array.sources

    def call_function(self, node: ast.Call, function: Any, arguments: Sequence[Value]) -> Value:
        python = getattr(function, "_lockstep_python", None)
        if python is None:
            name = getattr(function, "__name__", type(function).__name__)
            self.fail(node, f"`{name}` cannot be called in a kernel: decorate it with @cuda.jit(device=True)")
        inner = python()
        if isinstance(inner, Inner) and inner.captured:
            if inner.outer is not self.python and inner is not self.python:
                self.fail(node, f"`{inner.node.name}` uses variables of the function around it ({', '.join(inner.captured)}), and can be "
                                "called there only: pass them as arguments")
            arguments = [*arguments, *(self.variable(ast.Name(each)) for each in inner.captured)]
        names_ = [each.arg for each in inner.node.args.args]
        shapes = inner.shape_parameters()
        # A literal condition chooses a branch.
        fixed = set(names_) - set(targets(inner.node))
        types = [Known(each.constant) if isinstance(each.constant, bool) and name in fixed else self._type_of(each, name in shapes)
                 for name, each in zip([*names_, *[""] * len(arguments)], arguments)]
        declared = function.signatures
        try:
            signature = chosen(declared, types)
        except TypeError as error:
            self.fail(node, f"of `{inner.node.name}`, {error}")
        if declared and signature is None:
            self.fail(node, f"`{inner.node.name}` has no signature for ({spelled_types(types)})")
        if signature is not None:
            types = applied(signature, types)
            arguments = [converted(signed(each), type_) if isinstance(type_, str) else each for each, type_ in zip(arguments, types)]
        caller = self.functions.under_way.get((inner, tuple(types)))
        if caller is not None and caller is not self:
            self.fail(node, f"`{inner.node.name}` calls itself through other functions, which cannot be translated: write a loop")
        made = caller.as_it_is() if caller is not None else self.functions.function(inner, tuple(types))
        if caller is None and made not in self.uses:
            self.uses.append(made)
        leaves = {path: leaf for number, (value, type_) in enumerate(zip(arguments, types))
                  for path, leaf in _leaves_of_value((number,), value, type_)}
        for path in made.written:
            self.note_written(leaves[path].type)
        texts = [self.pointer(each).full() if isinstance(each.type, Array) else each.full() for each in leaves.values()]
        for size in made.sizes:
            array = leaves[size.path].type
            texts.append((self.stride_of if size.is_stride else self.shape_of)(array, size.dimension).full())
        # A variable of this name hides the function.
        hides = made.name in {spelled(each) for each in (*self.assigned, *self.parameters)}
        result = made.result if made.result or caller is not None else "int64"
        if isinstance(result, Tuples):
            return self._returned_tuple(node, f"{'::' if hides else ''}{made.name}({', '.join(texts)})", result)
        returned = Value(f"{'::' if hides else ''}{made.name}({', '.join(texts)})", result)
        return returned if signature is None or signature.result is None else converted(returned, signature.result)

    def _returned_tuple(self, node: ast.Call, call: str, result: Tuples) -> Value:
        if node is not self.alone and not (isinstance(self.alone, ast.Subscript) and self.alone.value is node):
            self.fail(node, "the function returns a tuple: assign it first, as in `a, b = f(x)`")
        name = self.temporary("value")
        self.line(f"const auto {name} = {call};")
        return Value("", None, items=tuple(Value(f"{name}._{i}", each) for i, each in enumerate(result.items)))

    def _type_of(self, value: Value, is_shape: bool) -> Type:
        """As a parameter's."""
        if value.known is not None:
            return Known(value.known)
        if is_shape and value.constant is not None:
            return Known(value.constant)
        if value.items is not None and is_shape and all(isinstance(each.constant, int) for each in value.items):
            return Known(tuple(each.constant for each in value.items))
        if value.items is not None:
            return Tuples(tuple(self._type_of(each, is_shape) for each in value.items), value.fields)
        return value.type.kind() if isinstance(value.type, Array) else value.type or "int64"

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
            try:
                method(statement)
            except NoConversion as problem:
                self.fail(self.now, str(problem))

    def inner(self, statements: Sequence[ast.stmt]) -> None:
        self.depth += 1
        self.block(statements)
        self.depth -= 1

    def spelled(self, name: str) -> str:
        stem, _, rest = name.partition(".")
        if not rest:
            return spelled(name)
        # An element of a tuple.
        made = f"{stem}_{rest.replace('.', '_')}"
        while made in self.assigned or made in self.parameters:
            made += "_"
        return spelled(made)

    def close(self) -> None:
        self.lines.append(Line("  " * self.depth + "}", 0))

    def _declare_at(self, statement: ast.stmt) -> None:
        """Variables whose home is this statement's block, and that it does not declare by itself."""
        for name, home in self.homes.items():
            variable = self.variables.get(name)
            if home is not statement or name in self.declared or variable is None:
                continue
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and targets(statement.targets[0]).count(name) == 1:
                continue
            if isinstance(statement, ast.For) and name in targets(statement.target) and self.is_private(statement, name):
                continue
            self._declare(name, variable)

    def _declare(self, name: str, variable: Variable) -> None:
        cpp = self.spelled(name)
        if isinstance(variable.type, Tuples):
            for i in range(len(variable.type.items)):
                if f"{name}.{i}" in self.variables:
                    self._declare(f"{name}.{i}", self.variables[f"{name}.{i}"])
        elif isinstance(variable.type, Array) and variable.type.is_pointer:
            self.line(f"{self._pointer_type(name, variable.type)} {cpp};")
            for each in (*variable.type.shape, *variable.type.strides):
                if each in self.mentioned:
                    self.line(f"long long {each};")
        elif isinstance(variable.type, str):
            self.line(f"{self.c_type(variable)} {cpp};")
        if variable.type is not None and not (isinstance(variable.type, Array) and not variable.type.is_pointer):
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
        self.alone = node.value
        value = self.value(node.value)
        self.alone = None
        if value.items is None and value.known is None:
            self.line(f"{value.full()};")

    def _do_Assert(self, node: ast.Assert) -> None:
        message = "" if node.msg is None else self._text_of(node.msg)
        self.line(f"assert({self.condition(node.test).at(31)} && {self._raised(node, AssertionError, message)});")

    def _do_Raise(self, node: ast.Raise) -> None:
        call = node.exc
        arguments = call.args if isinstance(call, ast.Call) else []
        found, class_ = self.resolve(call.func if isinstance(call, ast.Call) else call) if call is not None else (False, None)
        if not found or node.cause is not None or not isinstance(class_, type) or not issubclass(class_, Exception):
            self.fail(node, "an exception is raised as `raise ValueError(\"text\")`")
        message = ", ".join(self._text_of(each) for each in arguments)
        self.line(f"assert(!{self._raised(node, class_, message)});")

    def _text_of(self, node: ast.expr) -> str:
        """Of an exception: text, or the expression."""
        found, value = self.resolve(node)
        return str(node.value) if isinstance(node, ast.Constant) else value if found and isinstance(value, str) else ast.unparse(node)

    def _raised(self, node: ast.AST, class_: type, message: str) -> str:
        """A text of C++ by which the launch knows the exception."""
        place = f"{self.python.file.rpartition('/')[2]}:{self.python.line_of(node)}"
        text = "".join(each if each.isalnum() or each in " .,:;()[]<>=+-*/%_'!&|" else "?" for each in f"{class_.__name__}: {message} ({place})")
        self.functions.raised[text] = class_
        return f'"{text}"'

    def _print(self, node: ast.Call) -> None:
        form, values = [], []
        for each in node.args:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                form.append(each.value.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n"))
                continue
            value = self.scalar(each)
            if is_complex(value.type):
                self.fail(each, "print takes no complex numbers: print z.real and z.imag")
            real = value.type is not None and is_float(value.type)
            form.append("%f" if real else "%lld")
            values.append(converted(value, "float64").full() if real else f"(long long){value.at(90)}")
        self.line("printf(" + ", ".join([f'"{" ".join(form)}\\n"', *values]) + ");")

    def _do_Pass(self, node: ast.Pass) -> None:
        pass

    def _do_Continue(self, node: ast.Continue) -> None:
        self.line("continue;")

    def _do_Return(self, node: ast.Return) -> None:
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            return self.line("return;")
        if not self.is_device:
            self.fail(node, "a kernel returns nothing: write to an array")
        self.alone = node.value
        value = self.value(node.value)
        self.alone = None
        if value.items is not None:
            return self._return_tuple(node, value.items)
        value = self.number(node.value, value)
        if isinstance(self.result, Tuples):
            self.fail(node, "the function returns a tuple elsewhere")
        self.result = unified(self.result, value.type)
        self.line(f"return {converted(value, self.result).full()};")

    def _return_tuple(self, node: ast.Return, items: Sequence[Value]) -> None:
        before = self.result
        if isinstance(before, str) or isinstance(before, Tuples) and len(before.items) != len(items):
            self.fail(node, "the function returns something else elsewhere")
        for each in items:
            self.number(node, each)
        old: Sequence[Any] = before.items if isinstance(before, Tuples) else [None] * len(items)
        types = tuple(unified(a, each.type) or "int64" for a, each in zip(old, items))
        self.result = Tuples(types)
        self.line(f"return {{{', '.join(converted(signed(each), type_).full() for each, type_ in zip(items, types))}}};")

    def _do_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and self.name_of(node.test) == "" and self.resolve(node.test)[0]:
            is_taken = self.resolve(node.test)[1]
            if isinstance(is_taken, bool):
                return self.block(node.body if is_taken else node.orelse)
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
        value = self._kept_apart(self.value(node.value))
        for target in node.targets:
            self._assign_value(target, value)

    def _assign(self, node: ast.stmt, target: ast.expr, source: ast.expr) -> None:
        if isinstance(target, ast.Name) and isinstance(source, ast.Call) and self._is_new_array(source):
            return self._new_array(target.id, source)
        if isinstance(target, ast.Tuple) and isinstance(source, ast.Tuple) and len(target.elts) == len(source.elts) and any(
                isinstance(each, ast.Call) and self._is_new_array(each) for each in source.elts):
            for inner, each in zip(target.elts, source.elts):
                self._assign(node, inner, each)
            return
        self.alone = source
        value = self.value(source)
        self.alone = None
        named = {each.id for each in ast.walk(source) if isinstance(each, ast.Name)}
        if isinstance(target, ast.Tuple) and (named & set(targets(target)) or any(isinstance(each, ast.Subscript) for each in target.elts)):
            value = self._kept_apart(value)
        elif value.items is not None and named & set(targets(target)):
            value = self._kept_apart(value)
        self._assign_value(target, value)

    def _assign_value(self, target: ast.expr, value: Value) -> None:
        if not isinstance(target, (ast.Tuple, ast.List)):
            return self.store(target, value)
        items = list(value.items or ())
        if len(items) != len(target.elts):
            self.fail(self.now, f"{len(target.elts)} names, and {len(items)} values")
        for each_target, each in zip(target.elts, items):
            self._assign_value(each_target, each)

    def _kept_apart(self, value: Value) -> Value:
        """In temporary variables, which later assignments do not change."""
        if value.items is not None:
            return replace(value, items=tuple(self._kept_apart(each) for each in value.items))
        if value.known is not None or value.constant is not None and not is_named(value):
            return value
        name = self.temporary("value")
        if isinstance(value.type, Array):
            pointer = self.pointer(value)
            self.line(f"auto* {name} = {pointer.full()};")
            shape = [self._kept_size(self.shape_of(value.type, d)) for d in range(value.type.ndim)]
            strides = [self._kept_size(self.stride_of(value.type, d)) for d in range(value.type.ndim)] if value.type.strides else []
            return Value(name, Array(value.type.dtype, tuple(shape), True, tuple(strides), value.type.sources))
        self.line(f"{C_NAMES[str(value.type or 'int64')]} {name} = {value.full()};")
        return Value(name, value.type, is_not_negative=value.is_not_negative, least=value.least)

    def _kept_size(self, size: Value) -> str:
        if size.constant is not None:
            return size.full()
        name = self.temporary("size")
        self.line(f"const long long {name} = {size.full()};")
        return name

    def note(self, name: str, value: Value) -> None:
        variable = self.variables.setdefault(name, Variable())
        if value.items is not None or value.known is not None or isinstance(value.type, Array):
            return self._note_other(name, variable, value)
        if variable.type is not None and not isinstance(variable.type, str):
            self.fail(self.now, f"`{name.partition('.')[0]}` {_what(variable.type)}, and cannot be assigned a number")
        variable.type = unified(variable.type, "int64" if value.type == "int32" and value.is_index else value.type)
        variable.is_index = variable.is_index and (value.is_index or value.type is None) and name not in self.circles
        variable.is_not_negative = variable.is_not_negative and (value.is_not_negative or value.type is None)
        least = value.least if name not in self.circles else 0
        variable.least = least if variable.least is None else min(variable.least, least)

    def _note_other(self, name: str, variable: Variable, value: Value) -> None:
        before = variable.type
        if value.items is not None:
            variable.type = Tuples((None,) * len(value.items), value.fields)
            is_same = before == variable.type
        elif value.known is not None:
            variable.type = Known(value.known)
            is_same = before == variable.type
        else:
            array: Array = value.type
            is_same = isinstance(before, Array) and before.is_pointer and (before.dtype, before.ndim) == (array.dtype, array.ndim)
            if isinstance(before, Array) and is_same:
                if array.strides and not before.strides and name in self.arguments:
                    self.fail(self.now, f"the argument `{name}` is in C's order, and this array is not: use another name")
                strides = array.strides or before.strides
                array = replace(array, strides=strides, sources=before.sources | array.sources)
            variable.type = self._array_in(name, array, array.sources)
        if before is not None and not is_same:
            self.fail(self.now, f"`{name.partition('.')[0]}` {_what(before)}, and cannot be assigned something else")

    def store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            return self._store_in(target.id, value)
        named = self.field_named(target)
        if named is not None:
            return self._store_field(target, named, value)
        if not isinstance(target, ast.Subscript):
            self.fail(target, f"{kind(target)} cannot be assigned to")
        base = self.value(target.value)
        if not isinstance(base.type, Array):
            self.fail(target, "only elements of arrays can be assigned to")
        if self.is_record(base):
            self.fail(target, "a record has fields: write `r.x = ...`")
        if base.type.dtype in RECORDS:
            return self._store_record(target, base, value)
        if isinstance(value.type, Array) and value.type.ndim:
            indices = self.indices(target, target.slice)
            if self.is_element(target, base, indices):
                self.fail(target, "an element is assigned a number: write a loop over the elements")
            return self._store_array_in(target, self.view(target, base, indices), value)
        if value.items is not None or value.known is not None or isinstance(value.type, Array):
            self.fail(target, "an element is assigned a number: write a loop over the elements")
        self.note_written(base.type)
        text, indices = self._narrowed(value, base.type.dtype), self.indices(target, target.slice)
        if not self.is_element(target, base, indices):
            return self.fill(target, self.view(target, base, indices), text)
        self.line(f"{self.element_at(target, base, indices)} = {text};")

    def _store_record(self, target: ast.Subscript, base: Value, value: Value) -> None:
        """An element of an array of records."""
        indices = self.indices(target, target.slice)
        if not self.is_record(value) or value.type.dtype != base.type.dtype or not self.is_element(target, base, indices):
            self.fail(target, "an element of an array of records is assigned a record of the same type")
        self.note_written(base.type)
        self.line(f"{self.element_at(target, base, indices)} = {self.whole_record(value)};")

    def _store_field(self, target: ast.expr, named: Tuple[ast.expr, str], value: Value) -> None:
        base = self.value(named[0])
        if not self.is_record(base):
            self.fail(target, "only elements of arrays and fields of records can be assigned to")
        field = self.field(target, base, named[1])
        self.note_written(base.type)
        if self.is_record(field) and self.is_record(value) and field.type.dtype == value.type.dtype:
            return self.line(f"{self.whole_record(field)} = {self.whole_record(value)};")
        if isinstance(field.type, Array) and field.type.ndim:
            return self._store_array_in(target, field, value)
        if isinstance(field.type, Array) or isinstance(value.type, Array) or value.items is not None or value.known is not None:
            self.fail(target, f"the field `{named[1]}` is assigned a number: write a loop over the elements")
        self.line(f"{field.text} = {self._narrowed(value, field.type)};")

    def _store_array_in(self, target: ast.expr, view: Value, value: Value) -> None:
        """All elements, by loops; ValueError where the shapes differ."""
        array, source = view.type, value.type
        if not isinstance(source, Array):
            self.note_written(array)
            return self.fill(target, view, self._narrowed(self.number(target, value), array.dtype))
        if source.ndim != array.ndim or RECORDS.keys() & {array.dtype, source.dtype}:
            self.fail(target, f"an array of {array.ndim} dimensions is assigned one of {source.ndim}: write a loop over the elements")
        if array.sources & source.sources:
            self.fail(target, "an array is assigned a part of itself, which may overlap: write a loop over the elements")
        self.note_written(array)
        sizes = [(self.shape_of(array, d), self.shape_of(source, d)) for d in range(array.ndim)]
        for a, b in sizes:
            if a.text != b.text and a.constant is not None and b.constant is not None:
                self.fail(target, f"{b.text} elements are assigned to {a.text}")
            if a.text != b.text:
                self.line(f"assert({a.at(46)} == {b.at(46)} && {self._raised(target, ValueError, 'the arrays have different shapes')});")
        kept = self._kept_apart(value)
        counters = [Value(self.temporary("k"), "int64", is_not_negative=True) for _ in sizes]
        room = self._kept_apart(replace(self.pointer(view), row=None))
        loops = "".join(f"for (long long {k.text} = 0; {k.text} < {size.at(51)}; ++{k.text}) " for k, (size, _) in zip(counters, sizes))
        element = Value(self.element_at(target, kept, counters), source.dtype)
        self.line(f"{loops}{self.element_at(target, room, counters)} = {self._narrowed(element, array.dtype)};")

    def _store_in(self, name: str, value: Value) -> None:
        self.note(name, value)
        variable = self.variables[name]
        if value.items is not None:
            for i, each in enumerate(value.items):
                self._store_in(f"{name}.{i}", each)
            self.declared.add(name)
            return
        if value.known is not None:
            return
        if isinstance(variable.type, Array):
            return self._store_array(name, value)
        begin = "" if name in self.declared else f"{self.c_type(variable)} "
        self.declared.add(name)
        narrow = value.is_index and variable.is_index
        if variable.type in ("bool",) or value.type == variable.type or narrow or not value.type or variable.type == "int64":
            text = value.full()
        else:
            text = converted(value, str(variable.type)).full()
        self.line(f"{begin}{self.spelled(name)} = {text};")

    def _store_array(self, name: str, value: Value) -> None:
        type_ = self.variables[name].type
        assert isinstance(type_, Array)
        source = self.pointer(value)
        parts = [(self.spelled(name), source.full())]
        for d in range(type_.ndim):
            parts.append((type_.shape[d], self.shape_of(value.type, d).full()))
        for d in range(len(type_.strides)):
            parts.append((type_.strides[d], self.stride_of(value.type, d).full()))
        parts = [parts[0], *[each for each in parts[1:] if each[0] in self.mentioned]]
        is_new = name not in self.declared
        self.declared.add(name)
        if not is_new and any(re.search(rf"\b{re.escape(before)}\b", text) for i, (_, text) in enumerate(parts) for before, _ in parts[:i]):
            kept = self._kept_apart(value)
            return self._store_array(name, kept)
        for i, (cpp, text) in enumerate(parts):
            begin = "" if not is_new else "long long " if i else f"{self._pointer_type(name, type_)} "
            self.line(f"{begin}{cpp} = {text};")

    def _narrowed(self, value: Value, dtype: str) -> str:
        """C++ converts as numpy does, except floats to small integers, and __half."""
        if "float16" in (value.type, dtype) or is_complex(value.type) or is_complex(dtype):
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
        if type(node.op) not in signs or is_complex(value.type) or self.field_named(target) is not None or (isinstance(target, ast.Subscript) and value.type != self.value(load).type):
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
            found, value = self.resolve(node)
            if found:
                return value if isinstance(value, (int, tuple)) else None
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
        dtype = None if isinstance(given["dtype"], ast.Constant) else dtype_name(self.value(given["dtype"]).known)
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
        kind_ = "extern __shared__ " if is_dynamic else "__shared__ " if is_shared else ""
        array = Array(dtype, tuple(lengths), False, (), frozenset({name}))
        if name in self.once:
            self.variables[name] = Variable(array, False, False)
            self.declared.add(name)
            text = f"{kind_}{C_NAMES[dtype]} {self.spelled(name)}{dims};"
            is_aliased = any(name in each.type.sources for other, each in self.variables.items() if other != name and isinstance(each.type, Array))
            if self.homes.get(name) is self.now and not is_aliased:
                return self.line(text)
            return self.top.append(Line("  " + text, self.python.line_of(call)))
        room = self.temporary("room")
        self.top.append(Line(f"  {kind_}{C_NAMES[dtype]} {room}{dims};", self.python.line_of(call)))
        self._store_in(name, Value(room, array))


_CONSTANT = "const.array_like"
_SIZE = re.compile(r"\b\w+_(?:shape|stride)_\d+\b")


def _leaves(path: Tuple[int, ...], name: str, type_: Type) -> Iterator[Tuple[Tuple[int, ...], str, Type]]:
    """What has a parameter of its own in C++: its path, name and type."""
    if isinstance(type_, Tuples):
        for i, each in enumerate(type_.items):
            yield from _leaves((*path, i), f"{name}.{i}", each)
    else:
        yield path, name, type_


def _leaves_of_value(path: Tuple[int, ...], value: Value, type_: Type) -> Iterator[Tuple[Tuple[int, ...], Value]]:
    if isinstance(type_, Tuples):
        for i, (each, inner) in enumerate(zip(value.items or (), type_.items)):
            yield from _leaves_of_value((*path, i), each, inner)
    elif not isinstance(type_, Known):
        yield path, value


def _what(type_: Type) -> str:
    return "is an array" if isinstance(type_, Array) else "is a tuple" if isinstance(type_, Tuples) else \
        "is a number" if isinstance(type_, str) else f"is {getattr(getattr(type_, 'value', None), '__name__', 'another thing')}"
