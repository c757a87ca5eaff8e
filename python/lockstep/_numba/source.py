"""The text of a function of Python, what its names mean, and where its variables are used."""

from __future__ import annotations

import __future__
import ast
import builtins
import inspect
import linecache
import textwrap
import types
from typing import Any, Callable, Dict, List, NoReturn, Optional, Sequence, Set, Tuple

from . import redirect
from .expressions import kind


class Python:
    """The text of a function, and what its names mean outside it."""

    def __init__(self, function: Callable[..., Any]):
        self.function = function
        self._shapes: Optional[Set[str]] = None
        node, self.lines, self.first_line = _found(function)
        self.file = inspect.getsourcefile(function) or "<python>"
        self.node = without_inner(node, self)
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        self._cells = {name: cell.cell_contents for name, cell in cells.items() if not _is_empty(cell)}

    def line_of(self, node: ast.AST) -> int:
        return self.first_line + getattr(node, "lineno", 1) - 1

    def name(self, name: str) -> Tuple[bool, Any]:
        for place in (self._cells, self.function.__globals__, vars(builtins)):
            if name in place:
                return True, place[name]
        return False, None

    def shape_parameters(self) -> Set[str]:
        """Parameters that give the shape of an array, here or in a function that is called: they must be known."""
        if self._shapes is None:
            self._shapes = set()
            parameters = {each.arg for each in self.node.args.args} - set(targets(self.node))
            for call in ast.walk(self.node):
                if isinstance(call, ast.Call):
                    self._shapes |= {each.id for argument in self._shapes_of(call) for each in ast.walk(argument)
                                     if isinstance(each, ast.Name) and each.id in parameters}
        return self._shapes

    def _shapes_of(self, call: ast.Call) -> List[ast.AST]:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "array":
            return [*call.args[:1], *[each.value for each in call.keywords if each.arg == "shape"]]
        inner = getattr(self.name(call.func.id)[1], "_lockstep_python", None) if isinstance(call.func, ast.Name) else None
        if inner is None:
            return []
        names = inner().shape_parameters()
        return [each for name, each in zip([each.arg for each in inner().node.args.args], call.args) if name in names]

    def fail(self, node: ast.AST, sentence: str) -> NoReturn:
        line = self.line_of(node)
        text = self.lines[min(line - self.first_line, len(self.lines) - 1)].rstrip("\n")
        indent = len(self.lines[0]) - len(textwrap.dedent("".join(self.lines)).split("\n")[0]) - 1
        raise SyntaxError(sentence, (self.file, line, getattr(node, "col_offset", 0) + max(indent, 0) + 1, text))


class Inner(Python):
    """A function or lambda inside another one. Variables of that one which it uses are further parameters of it."""

    signatures: Sequence[Any] = ()

    def __init__(self, outer: Python, node: ast.FunctionDef, captured: List[str]):
        self.outer, self.captured, self._shapes = outer, captured, None
        self.function, self.lines, self.first_line, self.file = outer.function, outer.lines, outer.first_line, outer.file
        self.__name__ = node.name
        node.args.args += [ast.arg(each) for each in captured]
        self.node = without_inner(node, self)

    def name(self, name: str) -> Tuple[bool, Any]:
        return self.outer.name(name)

    def _lockstep_python(self) -> Python:
        return self


def _locals(function: ast.FunctionDef) -> Set[str]:
    return {each.arg for each in function.args.args} | set(targets(function)) | {
        each.name for each in ast.walk(function) if isinstance(each, ast.FunctionDef) and each is not function}


def without_inner(function: ast.FunctionDef, python: Python) -> ast.FunctionDef:
    """The function with each function inside it as an assignment of an Inner to its name."""
    names = _locals(function)

    class Replaced(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            if node.decorator_list:
                return node
            made = ast.Assign([ast.Name(node.name, ast.Store())], self._inner(node, node))
            return ast.fix_missing_locations(ast.copy_location(made, node))

        def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
            body = ast.copy_location(ast.Return(node.body), node)
            return self._inner(node, ast.copy_location(ast.FunctionDef("function", node.args, [body], [], None), node))

        def _inner(self, node: ast.AST, made: ast.FunctionDef) -> ast.expr:
            used = {each.id for part in made.body for each in ast.walk(part) if isinstance(each, ast.Name)}
            captured = sorted((used & names) - _locals(made))
            return ast.copy_location(ast.Constant(Inner(python, made, captured)), node)

    # A tree that the function's other translations may use stays as it is.
    function.body = [Replaced().visit(each) for each in function.body]
    return function


def _found(function: Callable[..., Any]) -> Tuple[ast.FunctionDef, List[str], int]:
    """The function's tree, its lines and the number of the first one."""
    code = function.__code__
    if code.co_name == "<lambda>":
        return _found_lambda(function)
    try:
        if code in _texts:
            first_line = code.co_firstlineno
            lines = list(inspect.getblock(_texts[code].splitlines(True)[first_line - 1:]))
        else:
            lines, first_line = inspect.getsourcelines(function)
    except (OSError, TypeError):
        raise SyntaxError(f"the source of `{function.__name__}` is not to be had: define it in a file or a notebook's cell, or as text "
                          "that is a variable where it is executed") from None
    found = ast.parse(textwrap.dedent("".join(lines))).body[0]
    if not isinstance(found, ast.FunctionDef):
        raise SyntaxError(f"a {kind(found)} is no kernel: write it with `def`")
    return found, lines, first_line


def _found_lambda(function: Callable[..., Any]) -> Tuple[ast.FunctionDef, List[str], int]:
    """A lambda as a function: that of its line with the same code."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename)
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        tree = ast.Module([], [])
    same = [each for each in ast.walk(tree) if isinstance(each, ast.Lambda) and each.lineno == code.co_firstlineno and _has_code(each, code)]
    if not same or any(ast.dump(each) != ast.dump(same[0]) for each in same):
        raise SyntaxError("the source of this lambda is not to be had: write a function with `def`")
    body = ast.copy_location(ast.Return(same[0].body), same[0].body)
    named = ast.copy_location(ast.FunctionDef("function", same[0].args, [body], [], None), same[0])
    first = same[0].lineno
    for each in ast.walk(named):
        if hasattr(each, "lineno"):
            ast.increment_lineno(each, 0)
            each.lineno += 1 - first
    return named, lines[first - 1:getattr(same[0], "end_lineno", first)], first


def _has_code(node: ast.Lambda, code: types.CodeType) -> bool:
    whole = compile(ast.fix_missing_locations(ast.Expression(node)), "<lambda>", "eval", _flags(code), dont_inherit=True)
    made = next(each for each in whole.co_consts if isinstance(each, types.CodeType))
    # Variables of a function around it are globals here, so that the bytes may differ.
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return made.co_varnames == code.co_varnames and made.co_consts == code.co_consts and set(code.co_freevars) <= names and (
        set(made.co_names) == set(code.co_names) | set(code.co_freevars))


def _flags(code: types.CodeType) -> int:
    """Of `from __future__ import annotations`, which the code of all functions has."""
    return code.co_flags & __future__.annotations.compiler_flag


def remember_text(function: Callable[..., Any]) -> None:
    """Lets the lines of a function be found that was made from text: the text is a variable of one who called, or has been seen
    where it was executed. Nothing is done if no text makes the function's very code."""
    code = function.__code__
    if not code.co_filename.startswith("<") or linecache.getlines(code.co_filename, function.__globals__):
        return
    frame = inspect.currentframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, str) and len(value) < 1 << 20 and code.co_name in value and _makes(value, code):
                _texts[code] = value
                return
        frame = frame.f_back
    for value in reversed(list(redirect.executed)):
        if code.co_name in value and _makes(value, code):
            _texts[code] = value
            return


_texts: Dict[types.CodeType, str] = {}  # that have the function's code


def _makes(text: str, code: types.CodeType) -> bool:
    """Whether the text has this function, at its place in it."""
    try:
        made = [compile(text, code.co_filename, "exec", _flags(code), dont_inherit=True)]
    except (SyntaxError, ValueError):
        return False
    while made:
        each = made.pop()
        if each == code and each.co_firstlineno == code.co_firstlineno:
            return True
        made += [inner for inner in each.co_consts if isinstance(inner, types.CodeType)]
    return False


def _is_empty(cell: Any) -> bool:
    try:
        cell.cell_contents
    except ValueError:
        return True
    return False


def targets(node: ast.AST) -> List[str]:
    return [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]


def assigned_once(function: ast.FunctionDef) -> Dict[str, ast.AST]:
    """Variables with one assignment in all of the function, and what they are assigned."""
    found: Dict[str, ast.AST] = {}
    for each in ast.walk(function):
        if not isinstance(each, (ast.Assign, ast.AnnAssign)) or each.value is None:
            continue
        for target in each.targets if isinstance(each, ast.Assign) else [each.target]:
            if isinstance(target, ast.Name):
                found[target.id] = each.value
            elif isinstance(target, ast.Tuple) and isinstance(each.value, ast.Tuple) and len(target.elts) == len(each.value.elts):
                found.update({name.id: value for name, value in zip(target.elts, each.value.elts) if isinstance(name, ast.Name)})
    stores = targets(function)
    parameters = {each.arg for each in function.args.args}
    return {name: value for name, value in found.items() if stores.count(name) == 1 and name not in parameters}


def is_fixed(call: ast.AST, changed: Set[str]) -> bool:
    """No part of the range can change while the loop runs."""
    for each in ast.walk(call):
        if isinstance(each, ast.Name) and each.id in changed:
            return False
        if isinstance(each, ast.Subscript) and not (isinstance(each.value, ast.Attribute) and each.value.attr == "shape"):
            return False
        if isinstance(each, ast.Call) and each is not call and not (isinstance(each.func, ast.Name) and each.func.id in ("len", "min", "max")):
            return False
    return True


def _blocks(node: ast.AST) -> List[List[ast.stmt]]:
    return [block for name in ("body", "orelse") for block in [getattr(node, name, None)] if isinstance(block, list) and block]


def homes_of(function: ast.FunctionDef, variables: Set[str]) -> Dict[str, ast.stmt]:
    """For each variable the statement before which, at the latest, it must be declared: the first one with it in the
    innermost block that has all of its uses."""
    homes: Dict[str, ast.stmt] = {}
    for name in variables:
        block = function.body
        while True:
            using = [each for each in block if _mentions(each, name)]
            if not using:
                break
            homes[name] = using[0]
            inner = [each for each in _blocks(using[0]) if any(_mentions(statement, name) for statement in each)]
            if len(using) > 1 or len(inner) != 1 or _mentions_itself(using[0], name):
                break
            if isinstance(using[0], (ast.For, ast.While)) and not _sets(inner[0], name):
                break
            block = inner[0]
    return homes


def _sets(block: Sequence[ast.stmt], name: str) -> bool:
    """The block assigns the variable before it reads it, so that no value comes from an earlier turn of the loop."""
    first = next(each for each in block if _mentions(each, name))
    if isinstance(first, ast.Assign):
        return name in targets(first.targets[0]) and not _mentions(first.value, name)
    return isinstance(first, ast.For) and name in targets(first.target) and not _mentions(first.iter, name)


def in_circles(function: ast.FunctionDef) -> Set[str]:
    """Variables whose new values depend on their old ones, so that they may grow without a bound."""
    needs: Dict[str, Set[str]] = {}
    for each in ast.walk(function):
        target = getattr(each, "target", None) or (each.targets[0] if isinstance(each, ast.Assign) else None)
        source = each.iter if isinstance(each, ast.For) else getattr(each, "value", None)
        if target is None or source is None:
            continue
        used = {part.id for part in ast.walk(source) if isinstance(part, ast.Name)}
        for name in targets(target):
            needs.setdefault(name, set()).update(used | ({name} if isinstance(each, ast.AugAssign) else set()))
    found = set()
    for name in needs:
        reached, new = set(), set(needs[name])
        while new:
            reached |= new
            new = {further for each in new for further in needs.get(each, ())} - reached
        if name in reached:
            found.add(name)
    return found


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _mentions_itself(statement: ast.stmt, name: str) -> bool:
    """Outside its blocks: in its condition or target."""
    inner = {id(part) for block in _blocks(statement) for each in block for part in ast.walk(each)}
    return any(isinstance(each, ast.Name) and each.id == name and id(each) not in inner for each in ast.walk(statement))
