"""Python's loops as C++: over ranges, arrays, tuples, zip, enumerate and reversed."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Set, Union

from .expressions import PLUS, TIMES, Value, converted, in_64_bits, kind, literal
from .intrinsics import Intrinsics
from .source import is_fixed, targets
from .types import C_NAMES, Array, unified

if TYPE_CHECKING:
    from .translate import Line, Variable


@dataclass(frozen=True)
class Iterated:
    """What a loop goes over: so many items, each found by its number. The length is an expression that costs nothing and
    does not change."""

    length: Value
    item: Callable[[Value], Value]


class Loops(Intrinsics):
    """Translates `for` and `while`. What derives from it writes lines and knows the variables."""

    node: ast.FunctionDef
    lines: List["Line"]
    depth: int
    declared: Set[str]
    variables: Dict[str, "Variable"]
    left: List[str]  # of the loops around, the variable that says that `break` has left it; empty: none is needed

    def line(self, text: str, node: Optional[ast.AST] = None) -> None:
        raise NotImplementedError

    def spelled(self, name: str) -> str:
        raise NotImplementedError

    def note(self, name: str, value: Value) -> None:
        raise NotImplementedError

    def store(self, target: ast.expr, value: Value) -> None:
        raise NotImplementedError

    def c_type(self, variable: "Variable") -> str:
        raise NotImplementedError

    def temporary(self, stem: str) -> str:
        raise NotImplementedError

    def inner(self, statements: List[ast.stmt]) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def _do_While(self, node: ast.While) -> None:
        self._before_else(node)
        self.line(f"while ({self.condition(node.test).full()}) {{")
        self.inner(node.body)
        self.close()
        self._else(node)

    def _do_For(self, node: ast.For) -> None:
        self._before_else(node)
        function = self._called(node.iter)
        if function is range and isinstance(node.target, ast.Name):
            assert isinstance(node.iter, ast.Call)
            self._over_range(node, node.target.id, *self._range(node.iter))
        else:
            self._over_items(node)
        self._else(node)

    def _before_else(self, node: Union[ast.For, ast.While]) -> None:
        """A loop with `else` notes whether it has been left by `break`."""
        name = self.temporary("left") if node.orelse else ""
        self.left.append(name)
        if name:
            self.line(f"bool {name} = false;")

    def _else(self, node: Union[ast.For, ast.While]) -> None:
        name = self.left.pop()
        if name:
            self.line(f"if (!{name}) {{", node.orelse[0])
            self.inner(node.orelse)
            self.close()

    def _do_Break(self, node: ast.Break) -> None:
        if self.left[-1]:
            self.line(f"{self.left[-1]} = true;")
        self.line("break;")

    def is_private(self, loop: ast.For, name: str) -> bool:
        """The loop's variable is used in it only, and assigned by it only."""
        stores = [each for each in ast.walk(loop) if isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store)]
        inside = {id(each) for part in (loop.target, loop.iter, *loop.body) for each in ast.walk(part)}
        rest = [each for each in ast.walk(self.node) if isinstance(each, ast.Name) and each.id == name and id(each) not in inside]
        others = [each for each in ast.walk(self.node) if isinstance(each, ast.For) and each is not loop
                  and name in targets(each.target)]
        in_others = {id(part) for each in others for part in ast.walk(each)}
        return len(stores) == 1 and all(id(each) in in_others for each in rest)

    # --- ranges
    def _called(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.Call):
            return None
        found, function = self.resolve(node.func)
        return function if found else None

    def _range(self, call: ast.Call) -> List[Value]:
        """Start, stop and step."""
        if not 1 <= len(call.args) <= 3 or call.keywords:
            self.fail(call, "a range takes one to three numbers")
        values = [self.scalar(each) for each in call.args]
        start, stop = (values[0], values[1]) if len(values) > 1 else (literal(0), values[0])
        step = values[2] if len(values) > 2 else literal(1)
        if step.constant == 0:
            self.fail(call.args[2], "the step of a range must not be 0")
        return [start, stop, step]

    def _over_range(self, node: ast.For, name: str, start: Value, stop: Value, step: Value) -> None:
        goes_up = step.is_not_negative
        is_index = start.is_index and stop.is_index and step.is_index
        # Inside the loop: upwards the counter is at least the start, downwards more than the end.
        goes_down = isinstance(step.constant, int) and step.constant < 0
        ends_at_0 = stop.is_not_negative or stop.constant == -1
        self.note(name, Value("", "int64", is_index=is_index, least=start.least if goes_up else 0, is_not_negative=(
            start.is_not_negative if goes_up else ends_at_0 and (goes_down or start.is_not_negative))))
        c_type = self.c_type(self.variables[name])
        is_private = self.is_private(node, name) and name not in self.declared
        counter = self.spelled(name) if is_private else self.temporary(name)
        changed = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        ends = ""
        if not is_fixed(node.iter, changed):
            end = self.temporary("end")
            ends, stop = f", {end} = {stop.full()}", Value(end, "int64", is_not_negative=stop.is_not_negative)
        if is_private:
            self.declared.add(name)
        test = f"{counter} < {stop.at(51)}" if goes_up else f"{counter} > {stop.at(51)}"
        if not goes_up and step.constant is None:
            test = f"{step.at(51)} > 0 ? {counter} < {stop.at(51)} : {counter} > {stop.at(51)}"
        forward = {1: f"++{counter}", -1: f"--{counter}"}.get(step.constant, "") if step.text in ("1", "-1") else ""
        if not forward:
            forward = f"{counter} -= {-step.constant}" if isinstance(step.constant, int) and step.constant < 0 else f"{counter} += {step.full()}"
        self.line(f"for ({c_type} {counter} = {start.full()}{ends}; {test}; {forward}) {{")
        if not is_private:
            self.depth += 1
            self.line(f"{self.spelled(name)} = {counter};")
            self.depth -= 1
        self.inner(node.body)
        if is_private:
            self.declared.discard(name)
        self.close()

    # --- items
    def _over_items(self, node: ast.For) -> None:
        iterated = self._iterated(node.iter)
        length = iterated.length
        counter = Value(self.temporary("k"), "int64", is_index=length.is_index, is_not_negative=True)
        private = [name for name in targets(node.target) if self.is_private(node, name) and name not in self.declared]
        self.line(f"for ({'int' if length.is_index else 'long long'} {counter.text} = 0; {counter.text} < {length.at(51)}; ++{counter.text}) {{")
        self.depth += 1
        self._bind(node.target, iterated.item(counter))
        self.depth -= 1
        self.inner(node.body)
        self.declared.difference_update(private)
        self.close()

    def _bind(self, target: ast.expr, value: Value) -> None:
        if not isinstance(target, (ast.Tuple, ast.List)):
            self.store(target, value)
            return
        items = value.items or ()
        if len(items) != len(target.elts):
            self.fail(target, f"{len(target.elts)} names, and {len(items) or 1} values")
        for each, item in zip(target.elts, items):
            self._bind(each, item)

    def _iterated(self, node: ast.AST) -> Iterated:
        function = self._called(node)
        if function in (range, zip, enumerate, reversed):
            assert isinstance(node, ast.Call)
            made: Dict[Any, Callable[[ast.Call], Iterated]] = {
                range: self._numbers, zip: self._zipped, enumerate: self._enumerated, reversed: self._backwards}
            return made[function](node)
        if not isinstance(node, (ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Subscript)):
            self.fail(node, "a loop goes over `range(...)`, an array, a tuple, and `zip`, `enumerate` or `reversed` of them; "
                            f"{kind(node)} cannot be translated")
        value = self.value(ast.copy_location(ast.Tuple(node.elts, ast.Load()), node) if isinstance(node, ast.List) else node)
        if value.items is not None:
            return self._listed(node, list(value.items))
        array = value.type
        if not isinstance(array, Array):
            self.fail(node, "a loop goes over `range(...)`, an array, a tuple, and `zip`, `enumerate` or `reversed` of them; this is a number")
        if array.ndim != 1:
            return Iterated(self.shape_of(array, 0), lambda i: self._row(node, value, [i]))
        return Iterated(self.shape_of(array, 0), lambda i: self.value_at(node, value, [i]))

    def _listed(self, node: ast.AST, items: List[Value]) -> Iterated:
        if not items or any(each.items is not None or isinstance(each.type, Array) for each in items):
            self.fail(node, "a loop goes over tuples of numbers")
        type_: Optional[str] = None
        for each in items:
            type_ = unified(type_, each.type)
        name = self.temporary("items")
        texts = ", ".join(converted(each, type_).full() for each in items)
        self.line(f"const {C_NAMES[type_ or 'int64']} {name}[] = {{{texts}}};")
        return Iterated(literal(len(items)), lambda i: Value(
            f"{name}[{i.full()}]", type_, is_not_negative=all(each.is_not_negative for each in items)))

    def _kept(self, value: Value) -> Value:
        """The value in a variable that nothing changes, if it is no literal."""
        if value.constant is not None and value.text == str(value.constant):
            return value
        name = self.temporary("value")
        self.line(f"const long long {name} = {value.full()};")
        return Value(name, "int64", is_not_negative=value.is_not_negative)

    def _numbers(self, call: ast.Call) -> Iterated:
        start, stop, step = [self._kept(each) for each in self._range(call)]
        if start.constant == 0 and step.constant == 1:
            return Iterated(stop, lambda i: i)
        self.needs_helpers()
        length = self._kept(Value(f"python_range_size({start.text}, {stop.text}, {step.text})", "int64", is_not_negative=True))
        sure = start.is_not_negative and step.is_not_negative
        return Iterated(length, lambda i: Value(f"{start.at(PLUS)} + {i.full()} * {step.at(TIMES + 1)}", "int64", PLUS, is_not_negative=sure))

    def _zipped(self, call: ast.Call) -> Iterated:
        if not call.args or call.keywords:
            self.fail(call, "zip takes arrays, ranges and tuples")
        parts = [self._iterated(each) for each in call.args]
        length = parts[0].length
        for each in parts[1:]:
            length = self._shorter(length, each.length)
        return Iterated(length, lambda i: Value("", None, items=tuple(each.item(i) for each in parts)))

    def _shorter(self, a: Value, b: Value) -> Value:
        if a.constant is not None and b.constant is not None:
            return a if a.constant <= b.constant else b
        return a if a.text == b.text else Value(f"min({in_64_bits(a)}, {in_64_bits(b)})", "int64", is_not_negative=True)

    def _enumerated(self, call: ast.Call) -> Iterated:
        given = [*call.args[1:], *[each.value for each in call.keywords if each.arg == "start"]]
        if len(call.args) not in (1, 2) or len(given) > 1 or len(given) != len(call.args) - 1 + len(call.keywords):
            self.fail(call, "enumerate takes one array, range or tuple, and where to start")
        part = self._iterated(call.args[0])
        start = self._kept(self.scalar(given[0])) if given else literal(0)

        def number(i: Value) -> Value:
            if start.constant == 0:
                return i
            return Value(f"{i.full()} + {start.at(PLUS + 1)}", "int64", PLUS, is_not_negative=start.is_not_negative)

        return Iterated(part.length, lambda i: Value("", None, items=(number(i), part.item(i))))

    def _backwards(self, call: ast.Call) -> Iterated:
        if len(call.args) != 1 or call.keywords or self._called(call.args[0]) in (zip, enumerate):
            self.fail(call, "reversed takes one array, range or tuple")
        part = self._iterated(call.args[0])
        return Iterated(part.length, lambda i: part.item(Value(
            f"{part.length.at(PLUS)} - 1 - {i.full()}", "int64", PLUS, is_index=i.is_index, is_not_negative=True)))
