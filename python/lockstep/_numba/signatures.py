"""Signatures: `float32(int32, float64[:])`, in Python or as text, and which one the arguments of a call have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple

import numpy

from . import names
from .types import C_NAMES, RECORDS, Array, Tuples, Type, dtype_name, is_complex, is_float


@dataclass(frozen=True)
class Signature:
    """Types of the arguments, and of the result if it is said. An array here has its number of dimensions only."""

    arguments: Tuple[Type, ...]
    result: Optional[str]


def signatures(given: Any) -> List[Signature]:
    """Of what `jit` was given: one signature or a list of them. TypeError: it is none."""
    if given is None:
        return []
    if isinstance(given, str):
        scope = {**names.TYPES, "void": names.VOID, "Tuple": tuple, "UniTuple": lambda type_, count: (type_,) * count}
        try:
            given = eval(given, {"__builtins__": {}, "types": names.Types, **scope})
        except Exception as error:
            raise TypeError(f"`{given}` is no signature: {error}") from None
    if isinstance(given, list):
        return [each for part in given for each in signatures(part)]
    if isinstance(given, tuple):
        return [Signature(tuple(_type(each) for each in given), None)]
    if isinstance(given, names.SignatureType) or hasattr(given, "args") and hasattr(given, "return_type"):
        result = str(given.return_type)
        return [Signature(tuple(_type(each) for each in given.args), None if result in ("void", "none", "None") else _number(given.return_type))]
    raise TypeError(f"`{given}` is no signature: write it as in \"void(float32[:], int32)\"")


def _number(type_: Any) -> str:
    name = dtype_name(type_)
    if name is None:
        raise TypeError(f"a signature has `{type_}`, which is no type of numbers that kernels have")
    return name


def _type(type_: Any) -> Type:
    if isinstance(type_, tuple):
        return Tuples(tuple(_type(each) for each in type_))
    if hasattr(type_, "ndim") and hasattr(type_, "dtype") and hasattr(type_, "layout"):
        return Array(_number(type_.dtype), ("",) * type_.ndim, True, (type_.layout,) * type_.ndim)
    if hasattr(type_, "types"):
        return Tuples(tuple(_type(each) for each in type_.types))
    name = _number(type_)
    return Array(name, (), True) if name in RECORDS else name


def chosen(all_: Sequence[Signature], types: Sequence[Type]) -> Optional[Signature]:
    """The one that the arguments fit with the fewest conversions: first of those that may lose something, then of those to another
    kind of number, then of those to a larger one, as Numba counts them. None: none. TypeError: two that are equally good."""
    fitting = [each for each in all_ if len(each.arguments) == len(types)
               and all(_fits(type_, wanted, False) for type_, wanted in zip(types, each.arguments))]
    costs = [_costs(each, types) for each in fitting]
    best = [each for each, cost in zip(fitting, costs) if cost == min(costs)]
    if any(each.arguments != best[0].arguments for each in best):
        equal = " and ".join(f"({spelled_types(each.arguments)})" for each in best)
        raise TypeError(f"the signatures {equal} are equally good for ({spelled_types(types)}): convert the arguments")
    return best[0] if best else None


def _costs(signature: Signature, types: Sequence[Type]) -> Tuple[int, int, int]:
    """How many conversions may lose something, are to another kind of number, are to a larger one."""
    losing = other = larger = 0
    for type_, wanted in zip(types, signature.arguments):
        if isinstance(wanted, Array):
            larger += wanted.strides[:1] == ("A",)  # takes arrays in any order
        if type_ == wanted or not isinstance(type_, str) or not isinstance(wanted, str):
            continue
        if not numpy.can_cast(type_, wanted, "safe"):
            losing += 1
        elif numpy.dtype(type_).kind != numpy.dtype(wanted).kind:
            other += 1
        else:
            larger += 1
    return losing, other, larger


def applied(signature: Signature, types: Sequence[Type]) -> List[Type]:
    """The arguments' types after the conversions: arrays keep their order."""
    return [type_ if isinstance(wanted, (Array, Tuples)) else wanted for type_, wanted in zip(types, signature.arguments)]


def _fits(type_: Type, wanted: Type, is_exact: bool) -> bool:
    if isinstance(wanted, Array):
        return isinstance(type_, Array) and (type_.dtype, type_.ndim) == (wanted.dtype, wanted.ndim) and (
            wanted == type_ or wanted.strides[:1] == ("A",) or wanted.strides[:1] in (("F",), ("C",)) and (wanted.strides[0] == "F") == bool(type_.strides) or type_.ndim == 1 and not type_.strides)
    if isinstance(wanted, Tuples):
        return isinstance(type_, Tuples) and len(type_.items) == len(wanted.items) and all(
            _fits(a, b, True) for a, b in zip(type_.items, wanted.items))
    if not isinstance(type_, str) or not isinstance(wanted, str):
        return False
    if is_exact or is_complex(type_) or is_complex(wanted):
        return type_ == wanted or not is_exact and is_complex(wanted)
    return is_float(wanted) or not is_float(type_)


def spelled_types(types: Sequence[Type]) -> str:
    """For messages."""
    return ", ".join(_spelled(each) for each in types)


def _spelled(type_: Type) -> str:
    if isinstance(type_, Array):
        return f"{type_.dtype}[{', '.join(':' * type_.ndim)}]"
    if isinstance(type_, Tuples):
        return f"({spelled_types(type_.items)})"
    return str(type_) if type_ in C_NAMES else "?"
