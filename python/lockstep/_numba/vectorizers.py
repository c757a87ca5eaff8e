"""`@vectorize(target="cuda")` and `@guvectorize`: a function of numbers, or of small arrays, that a kernel applies to all elements.

The kernel is written in Python and translated as any other, so that what the function cannot do is a SyntaxError at its line.
Numba's own decorators make these classes for the target "cuda".
"""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .host import DeviceArray
from .signatures import Signature, signatures
from .types import Array

THREADS = 128


class Wanted(NamedTuple):
    """One signature: the types of the inputs and outputs."""

    inputs: Tuple[np.dtype, ...]
    outputs: Tuple[np.dtype, ...]


def _element(type_: Any) -> np.dtype:
    return np.dtype(type_.dtype if isinstance(type_, Array) else str(type_))


def _chosen(name: str, all_: Sequence[Wanted], given: Sequence[np.ndarray]) -> Wanted:
    """The first that has the types of the arguments, or else the first to which they are converted without loss."""
    for casting in ("equiv", "safe"):
        for each in all_:
            if len(each.inputs) == len(given) and all(np.can_cast(a.dtype, b, casting) for a, b in zip(given, each.inputs)):  # type: ignore[arg-type]
                return each
    wanted = " or ".join(f"({', '.join(map(str, each.inputs))})" for each in all_)
    raise TypeError(f"`{name}` takes {wanted}, and the call has ({', '.join(str(each.dtype) for each in given)})")


def _kernel(core: Any, inputs: Sequence[str], outputs: Sequence[str], call: str) -> Any:
    """A kernel of one thread for each call of the function."""
    from .. import numba_cuda

    text = (f"def kernel({', '.join([*outputs, *inputs, 'count'])}):\n"
            f"    i = cuda.grid(1)\n    if i < count:\n        {call}\n")
    scope: Dict[str, Any] = {"cuda": numba_cuda, "core": core}
    exec(text, scope)
    return numba_cuda.Dispatcher(scope["kernel"])


def _core(function: Callable[..., Any], declared: Optional[List[Signature]] = None) -> Any:
    from .. import numba_cuda

    made = function if isinstance(function, numba_cuda.Dispatcher) else numba_cuda.Dispatcher(function, device=True)
    made.signatures = declared or made.signatures
    return made


def _on_host(value: Any) -> np.ndarray:
    return value.array if isinstance(value, DeviceArray) else np.asarray(value)


class Vectorized:
    """What `vectorize` makes: called with arrays and numbers, which are broadcast. The result is an array of the device if an
    argument is one."""

    def __init__(self, function: Callable[..., Any], wanted: List[Wanted]):
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self._function, self._wanted = function, wanted
        self._kernels: Dict[Wanted, Any] = {}

    def __call__(self, *arguments: Any, out: Any = None, stream: Any = 0) -> Any:
        given = [_on_host(each) for each in arguments]
        count = len(self._wanted[0].inputs)
        if len(given) == count + 1 and out is None:
            out, arguments, given = arguments[-1], arguments[:-1], given[:-1]
        wanted = _chosen(self.__name__, self._wanted, given)
        inputs = [np.ascontiguousarray(each.astype(type_)).ravel() for each, type_ in zip(np.broadcast_arrays(*given), wanted.inputs)]
        shape = np.broadcast_shapes(*(each.shape for each in given))
        result = np.zeros(inputs[0].size, wanted.outputs[0])
        if result.size:
            self._kernel(wanted)[-(-result.size // THREADS), THREADS](result, *inputs, result.size)
        result = result.reshape(shape)
        if out is not None:
            _on_host(out)[...] = result
            return out
        return DeviceArray(result) if any(isinstance(each, DeviceArray) for each in arguments) else result[()]

    def _kernel(self, wanted: Wanted) -> Any:
        if wanted not in self._kernels:
            names = [f"x{number}" for number in range(len(wanted.inputs))]
            types = Signature(tuple(map(str, wanted.inputs)), str(wanted.outputs[0]))
            call = f"out[i] = core({', '.join(f'{each}[i]' for each in names)})"
            self._kernels[wanted] = _kernel(_core(self._function, [types]), names, ["out"], call)
        return self._kernels[wanted]

    def reduce(self, arg: Any, stream: Any = 0) -> Any:
        """All elements combined, from the first to the last."""
        values = _on_host(arg)
        if len(self._wanted[0].inputs) != 2 or values.ndim != 1:
            raise TypeError(f"`{self.__name__}`.reduce takes an array of one dimension, and a function of two numbers")
        if not values.size:
            raise TypeError("an empty array cannot be reduced")
        from ..numba_cuda import Reduce

        wanted = _chosen(self.__name__, self._wanted, [values, values])
        return Reduce(_core(self._function))(values.astype(wanted.outputs[0]))


class CUDAVectorize:
    """What Numba's `vectorize` fills with signatures."""

    def __init__(self, func: Callable[..., Any], identity: Any = None, cache: bool = False, targetoptions: Any = None):
        self._function = getattr(func, "py_func", func)
        self._wanted: List[Wanted] = []

    def add(self, sig: Any) -> None:
        for each in signatures(sig):
            if each.result is None:
                raise TypeError(f"the signature {sig} of a vectorized function needs the type of the result, as in float32(float32)")
            self._wanted.append(Wanted(tuple(_element(type_) for type_ in each.arguments), (np.dtype(each.result),)))

    def disable_compile(self) -> None:
        """All types are known."""

    def build_ufunc(self) -> Vectorized:
        if not self._wanted:
            raise TypeError("vectorize for the target \"cuda\" needs signatures, as in @vectorize([\"float32(float32)\"], target=\"cuda\")")
        return Vectorized(self._function, self._wanted)


def _layout(text: str) -> Tuple[List[List[str]], List[List[str]]]:
    """Of "(m,n),(n)->(m)": the names of the dimensions of the inputs and outputs."""
    sides = text.replace(" ", "").split("->")
    if len(sides) != 2 or any(not re.fullmatch(r"\([\w,]*\)(,\([\w,]*\))*", each) for each in sides):
        raise ValueError(f"`{text}` is no layout: it is written as in \"(m,n),(n)->(m)\"")
    read = [[[name for name in group.split(",") if name] for group in re.findall(r"\(([\w,]*)\)", side)] for side in sides]
    return read[0], read[1]


class Generalized:
    """What `guvectorize` makes: the function gets a part of each argument, and writes to parts of the results."""

    def __init__(self, function: Callable[..., Any], layout: str, wanted: List[Wanted], scalars: List[Tuple[bool, ...]]):
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self._inputs, self._outputs = _layout(layout)
        self._wanted, self._scalars, self._function = wanted, scalars, function
        self._kernels: Dict[Wanted, Any] = {}

    def __call__(self, *arguments: Any, out: Any = None, stream: Any = 0) -> Any:
        given = [_on_host(each) for each in arguments]
        count = len(self._inputs)
        outs = [None] * len(self._outputs) if out is None else list(out) if isinstance(out, tuple) else [out]
        if out is None and len(given) == count + len(self._outputs):
            outs, arguments, given = list(arguments[count:]), arguments[:count], given[:count]
        if len(given) != count:
            raise TypeError(f"`{self.__name__}` takes {count} arrays, and the call has {len(given)}")
        wanted = _chosen(self.__name__, self._wanted, given)
        sizes = self._sizes(given)
        outer = np.broadcast_shapes(*(each.shape[:each.ndim - len(dims)] for each, dims in zip(given, self._inputs)))
        total = int(np.prod(outer, dtype=int))
        inputs = []
        for each, dims, type_ in zip(given, self._inputs, wanted.inputs):
            inner = tuple(sizes[name] for name in dims)
            inputs.append(np.ascontiguousarray(np.broadcast_to(each, (*outer, *inner)), type_).reshape((total, *inner)))
        results = [self._result(*each, outer, sizes) for each in zip(outs, self._outputs, wanted.outputs)]
        if total:
            self._kernel(wanted)[-(-total // THREADS), THREADS](*results, *inputs, total)
        is_devices = any(isinstance(each, DeviceArray) for each in arguments)
        found = []
        for known, result, dims in zip(outs, results, self._outputs):
            result = result.reshape((*outer, *(result.shape[1:] if dims else ())))
            if known is not None:
                _on_host(known)[...] = result
            found.append(known if known is not None else DeviceArray(result) if is_devices else result)
        return found[0] if len(found) == 1 else tuple(found)

    def _sizes(self, given: Sequence[np.ndarray]) -> Dict[str, int]:
        """Of the dimensions that the layout names."""
        sizes: Dict[str, int] = {}
        for number, (each, dims) in enumerate(zip(given, self._inputs), 1):
            place = f"`{self.__name__}`, argument {number}"
            if each.ndim < len(dims):
                raise ValueError(f"{place}: an array of {each.ndim} dimensions, and the layout has {len(dims)}")
            for name, size in zip(dims, each.shape[each.ndim - len(dims):]):
                if sizes.setdefault(name, size) != size:
                    raise ValueError(f"{place}: the dimension `{name}` has {size} elements here, and {sizes[name]} before")
        return sizes

    def _result(self, out: Any, dims: List[str], type_: np.dtype, outer: Tuple[int, ...], sizes: Dict[str, int]) -> np.ndarray:
        """For the kernel, whose function gets one element as an array of one: with what `out` has, if that is given."""
        total = int(np.prod(outer, dtype=int))
        if out is None:
            missing = [name for name in dims if name not in sizes]
            if missing:
                raise ValueError(f"`{self.__name__}`: the size of `{missing[0]}` is known from `out` only")
            return np.zeros((total, *(sizes[name] for name in dims)) if dims else (total, 1), type_)
        known = _on_host(out)
        inner = known.shape[known.ndim - len(dims):] if dims else ()
        if known.shape != (*outer, *inner) or any(sizes.get(name, size) != size for name, size in zip(dims, inner)):
            raise ValueError(f"`{self.__name__}`: `out` has the shape {known.shape}, and the result "
                             f"({', '.join([*map(str, outer), *(str(sizes.get(name, name)) for name in dims)])})")
        return np.ascontiguousarray(known, type_).reshape((total, *inner) if dims else (total, 1))

    def _kernel(self, wanted: Wanted) -> Any:
        if wanted not in self._kernels:
            inputs = [f"x{number}" for number in range(len(self._inputs))]
            outputs = [f"y{number}" for number in range(len(self._outputs))]
            are_scalars = self._scalars[self._wanted.index(wanted)]
            parts = [f"{name}[i]" if dims or is_scalar else f"{name}[i:i + 1]" for name, dims, is_scalar in zip(inputs, self._inputs, are_scalars)]
            call = f"core({', '.join([*parts, *(f'{name}[i]' for name in outputs)])})"
            self._kernels[wanted] = _kernel(_core(self._function), inputs, outputs, call)
        return self._kernels[wanted]


class CUDAGUFuncVectorize:
    """What Numba's `guvectorize` fills with signatures."""

    def __init__(self, func: Callable[..., Any], sig: str, identity: Any = None, cache: bool = False, targetoptions: Any = None,
                 writable_args: Tuple[Any, ...] = ()):
        if writable_args:
            raise TypeError("guvectorize for the target \"cuda\" has no writable_args: give the array as `out`")
        self._function, self._layout = getattr(func, "py_func", func), sig
        self._wanted: List[Wanted] = []
        self._scalars: List[Tuple[bool, ...]] = []

    def add(self, sig: Any) -> None:
        count = len(_layout(self._layout)[0])
        for each in signatures(sig):
            types = [_element(type_) for type_ in each.arguments]
            self._wanted.append(Wanted(tuple(types[:count]), tuple(types[count:])))
            self._scalars.append(tuple(not isinstance(type_, Array) for type_ in each.arguments[:count]))

    def disable_compile(self) -> None:
        """All types are known."""

    def build_ufunc(self) -> Generalized:
        if not self._wanted:
            raise TypeError("guvectorize for the target \"cuda\" needs signatures")
        return Generalized(self._function, self._layout, self._wanted, self._scalars)


def _is_cuda(name: str, options: Dict[str, Any]) -> None:
    if options.get("target") != "cuda":
        raise ImportError(f"`{name}` for the CPU is of Numba's compiler, and this is Lockstep's: pass target=\"cuda\", or install Numba")


def _each(signatures_: Any) -> List[Any]:
    """One signature or several. None if a function stands in their place."""
    if isinstance(signatures_, str) or hasattr(signatures_, "args"):
        return [signatures_]
    return [] if callable(signatures_) else list(signatures_)


def vectorize(signatures_: Any = (), **options: Any) -> Any:
    """`@vectorize(["float32(float32, float32)"], target="cuda")`: a function of numbers, applied to arrays."""
    _is_cuda("vectorize", options)

    def make(function: Callable[..., Any]) -> Vectorized:
        builder = CUDAVectorize(function)
        for each in _each(signatures_):
            builder.add(each)
        return builder.build_ufunc()

    return make


def guvectorize(signatures_: Any, layout: str, **options: Any) -> Any:
    """`@guvectorize(["void(float32[:], float32[:])"], "(n)->(n)", target="cuda")`: a function of parts of arrays."""
    _is_cuda("guvectorize", options)

    def make(function: Callable[..., Any]) -> Generalized:
        builder = CUDAGUFuncVectorize(function, layout, writable_args=options.get("writable_args", ()))
        for each in _each(signatures_):
            builder.add(each)
        return builder.build_ufunc()

    return make
