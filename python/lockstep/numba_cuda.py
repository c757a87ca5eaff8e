"""Kernels in Numba's Python: translated to CUDA C++, shown beside it, and run, checked and recorded as any kernel.

    from lockstep import numba_cuda as cuda      # instead of: from numba import cuda

    @cuda.jit
    def add(out, a, b):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = a[i] + b[i]

    add[4, 32](out, a, b)
    print(add.side_by_side())                    # Python | CUDA C++
    lockstep.check(add[4, 32], out, a, b)

Types follow Numba's rules for the types of the arguments. SyntaxError: what cannot be translated, at its line.
"""

from __future__ import annotations

import html
import importlib
import pathlib
import re
import sys
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._numba import names
from ._numba.host import (Device, DeviceArray, Event, Stream, as_cuda_array, close, current_context, default_stream,
                          defer_cleanup, detect, device_array, device_array_like, event, event_elapsed_time, external_stream,
                          get_current_device, gpus, is_available, is_bfloat16_supported, is_cuda_array, legacy_default_stream, list_devices,
                          managed_array, mapped, mapped_array, mapped_array_like, per_thread_default_stream, pinned,
                          pinned_array, pinned_array_like, profile_start, profile_stop, profiling, select_device, stream,
                          synchronize, to_device)
from ._numba.expressions import constant_text
from ._numba.signatures import Signature, applied, chosen, signatures, spelled_types
from ._numba.source import Python, remember_text
from ._numba.spelling import spelled_global
from ._numba.translate import Function, Functions, Size, Translator
from ._numba.records import definitions, record_literal
from ._numba.types import C_NAMES, RECORDS, Array, Tuples, Type, dtype_name
from . import _arguments
from .errors import CUDAError, LockstepError
from .kernel import Dimensions, Kernel, Source

threadIdx, blockIdx, blockDim, gridDim = names.threadIdx, names.blockIdx, names.blockDim, names.gridDim
shared, local, atomic, const, fp16, cg = names.shared, names.local, names.atomic, names.const, names.fp16, names.cg


def __getattr__(name: str) -> Any:
    if name == "cuda":  # for code that imports numba: `from lockstep import numba_cuda as numba`
        return sys.modules[__name__]
    if name in names.MARKS:
        return names.MARKS[name]
    if name in names.TYPES:
        return names.TYPES[name]
    if name in ("void", "none"):
        return names.VOID
    if name in ("vectorize", "guvectorize"):
        return getattr(importlib.import_module("lockstep._numba.vectorizers"), name)
    if name in ("random", "vectorizers"):
        return importlib.import_module(f"lockstep._numba.{name}")
    if name == "types":
        return names.Types
    raise AttributeError(f"lockstep.numba_cuda has no `{name}`")


class SideBySide:
    """A kernel's Python and its CUDA C++, line by line. `rows`: (number, line of Python, lines of C++)."""

    def __init__(self, rows: List[Tuple[int, str, List[str]]]):
        self.rows = rows

    def __str__(self) -> str:
        width = max(len(python) for _, python, _ in self.rows)
        lines = []
        for number, python, cpp in self.rows:
            lines.append(f"{number or '':>4} {python:<{width}} | {cpp[0] if cpp else ''}".rstrip())
            lines += [f"{'':>4} {'':<{width}} | {each}".rstrip() for each in cpp[1:]]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        cell = "<td style='text-align:left;vertical-align:top'><pre style='margin:0;white-space:pre-wrap'>{}</pre></td>"
        body = "".join(f"<tr>{cell.format(number or '')}{cell.format(html.escape(python))}{cell.format(html.escape(chr(10).join(cpp)))}</tr>"
                       for number, python, cpp in self.rows)
        return f"<table><tr><th></th><th style='text-align:left'>Python</th><th style='text-align:left'>CUDA C++</th></tr>{body}</table>"


class Translation:
    """A kernel for one list of argument types: its C++ in `cuda_source`, and `kernel`, which runs it."""

    def __init__(self, python: Python, types: Sequence[Type]):
        self.python = python
        known = Functions()
        self.function = Translator(python, types, False, known).translate()
        self._raised = known.raised
        functions = _in_order(self.function)
        constant_types = [dtype_name(each.dtype) or "" for function in functions for each in function.constants.values()
                          if isinstance(each, np.ndarray)]
        structs = definitions("\n".join([*constant_types, *(line.text for each in functions for line in each.lines)]))
        lines = [f"#include {header}" for header in _headers(functions, "".join([*constant_types, *structs]))]
        lines += [""] if lines else []
        lines += [*structs, ""] if structs else []
        constants: Dict[str, Any] = {}
        for each in functions:
            constants.update(each.constants)
        lines += [_constant(name, value) for name, value in constants.items()]
        lines += [""] if constants else []
        self.lines: Dict[int, int] = {}  # of C++ -> of Python, both from 1
        for each in functions:
            for line in each.lines:
                lines.append(line.text)
                if each is self.function and line.python:
                    self.lines[len(lines)] = line.python
            lines.append("")
        self.cuda_source = "\n".join(lines[:-1]) + "\n"
        # The compiler would warn of lines that the reader has not written.
        self.kernel = Kernel(Source(self.cuda_source, python.node.name, warns=False), self.function.lines[0].text.split("(")[0].split()[-1],
                             cooperative="cooperative_groups::this_grid()" in self.cuda_source)

    def exception(self, error: CUDAError) -> Exception:
        """What the kernel has raised, if it was that."""
        found = re.search(r'assertion `.*?"([^"]*)"` failed for (thread .*?) at ', str(error)) if error.name == "cudaErrorAssert" else None
        class_ = self._raised.get(found.group(1)) if found else None
        if found is None or class_ is None:
            return error
        text = found.group(1).partition(": ")[2]
        try:
            return class_(f"{text}: {found.group(2)}".strip())  # type: ignore[no-any-return]
        except Exception:  # a class of the program's own that takes other arguments
            return error

    def python_line(self, line: int) -> str:
        """Where a line of the C++ comes from: "add.py:7"; empty: from none."""
        if line not in self.lines:
            return ""
        file = pathlib.Path(self.python.file)
        # Jupyter keeps cells in files of its own, whose lines are the cell's.
        is_cell = file.parent.name.startswith("ipykernel_") or file.name.startswith("<ipython-input")
        return f"{'cell' if is_cell else file.name}:{self.lines[line]}"

    def side_by_side(self) -> SideBySide:
        beside: Dict[int, List[str]] = {}
        last = self.python.first_line
        before = self.cuda_source.split("\n")
        for line in self.function.lines:
            last = line.python or last
            beside.setdefault(last, []).append(line.text)
        begin = before.index(self.function.lines[0].text)
        rows: List[Tuple[int, str, List[str]]] = [(0, "", before[:begin])] if any(before[:begin]) else []
        for i, text in enumerate(self.python.lines):
            rows.append((self.python.first_line + i, text.rstrip("\n"), beside.get(self.python.first_line + i, [])))
        return SideBySide(rows)


def _headers(functions: Sequence[Function], more: str) -> List[str]:
    """For the functions, and the text or types that come before them."""
    text = "\n".join([more, *(line.text for each in functions for line in each.lines)])
    found = ["<cuda_fp16.h>"] if "__half" in text else []
    found += ["<assert.h>"] if re.search(r"^ *assert\(", text, re.MULTILINE) else []
    found += ["<cooperative_groups.h>"] if "cooperative_groups::" in text else []
    found += ['"lockstep_python/random.h"'] if "python_xoroshiro128p_" in text else []
    found += ['"lockstep_python/complex.h"'] if "python_complex<" in text or "complex" in more else []
    if any(each.needs_helpers for each in functions):
        return [*found, '"lockstep_python/python.h"']
    return [*found, *(["<stdint.h>"] if re.search(r"\bu?int\d+_t\b", text) else [])]


def _in_order(function: Function) -> List[Function]:
    found: List[Function] = []
    for each in function.uses:
        found += [inner for inner in _in_order(each) if all(
            [line.text for line in inner.lines] != [line.text for line in known.lines] for known in found)]
    return [*found, function]


def _constant(name: str, value: Any) -> str:
    if isinstance(value, np.ndarray) and value.dtype.fields is not None:
        record = dtype_name(value.dtype) or ""
        if not value.size:
            return f"__constant__ {record} {name}[1] = {{}};"
        return f"__constant__ {record} {name}[] = {{{', '.join(record_literal(each, record) for each in value.ravel())}}};"
    if isinstance(value, np.ndarray):
        texts = ", ".join(constant_text(each, value.dtype.name) for each in value.ravel().tolist())
        if not value.size:
            return f"__constant__ {C_NAMES[value.dtype.name]} {name}[1] = {{}};"
        return f"__constant__ {C_NAMES[value.dtype.name]} {name}[] = {{{texts}}};"
    type_ = "double" if isinstance(value, float) else "int" if -2**31 <= value < 2**31 else "long long"
    return f"constexpr {type_} {spelled_global(name)} = {value!r};"


class Dispatcher:
    """What `jit` makes of a function. `k[grid, block](...)` translates, compiles and runs it for the types of its arguments."""

    def __init__(self, function: Callable[..., Any], device: bool = False, signature: Any = None):
        self.py_func, self.__name__, self.__doc__ = function, function.__name__, function.__doc__
        self.__module__, self.__qualname__, self.__wrapped__ = function.__module__, function.__qualname__, function
        remember_text(function)
        self.device, self.signatures = device, signatures(signature)
        self.extensions: List[Any] = []  # objects whose prepare_args changes the arguments of a launch, as in Numba
        self._python: Optional[Python] = None
        self._made: Dict[Tuple[Type, ...], Translation] = {}
        self._last: Optional[Translation] = None

    def __reduce__(self) -> str:
        """A kernel of a module is pickled by its name, as a function."""
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<lockstep.numba_cuda {'device function' if self.device else 'kernel'} {self.__name__}>"

    def _lockstep_python(self) -> Python:
        if self._python is None:
            self._python = Python(self.py_func)
        return self._python

    def types_of(self, arguments: Sequence[Any]) -> Tuple[Type, ...]:
        """Of a launch with these arguments, after the conversions that a signature asks for."""
        types = tuple(_type_of(self.__name__, number, each) for number, each in enumerate(arguments, 1))
        if not self.signatures:
            return types
        try:
            signature = chosen(self.signatures, types)
        except TypeError as error:
            raise TypeError(f"of `{self.__name__}`, {error}") from None
        if signature is None:
            wanted = " or ".join(f"({spelled_types(each.arguments)})" for each in self.signatures)
            raise TypeError(f"`{self.__name__}` takes {wanted}, and the launch has ({spelled_types(types)})")
        return tuple(applied(signature, types))

    def translate(self, *arguments: Any) -> Translation:
        """The kernel for arguments of these types."""
        types = self.types_of(arguments)
        if types not in self._made:
            self._made[types] = Translation(self._lockstep_python(), types)
        self._last = self._made[types]
        return self._last

    def _translated(self) -> Translation:
        if self._last is None:
            raise LockstepError(f"`{self.__name__}` has no types yet: launch it, or call {self.__name__}.translate(arguments)")
        return self._last

    @property
    def cuda_source(self) -> str:
        """The C++ for the arguments of the last launch."""
        return self._translated().cuda_source

    def side_by_side(self) -> SideBySide:
        return self._translated().side_by_side()

    def __getitem__(self, shape: Tuple[Any, ...]) -> "Launch":
        if self.device:
            raise TypeError(f"`{self.__name__}` is a device function: kernels call it")
        if not isinstance(shape, tuple) or not 2 <= len(shape) <= 4:
            raise TypeError(f"`{self.__name__}[...]` takes [grid, block], and then a stream and the bytes of dynamic shared memory")
        return Launch(self, shape[0], shape[1], shape[3] if len(shape) > 3 else 0)

    def specialize(self, *arguments: Any) -> "Dispatcher":
        """The kernel for arguments of these types alone."""
        made = Dispatcher(self.py_func, self.device)
        made.signatures = [Signature(self.types_of(arguments), None)]
        return made

    def forall(self, ntasks: int, tpb: int = 256, stream: Any = None, sharedmem: int = 0) -> "Launch":
        """A launch with at least `ntasks` threads; with none, if there are no tasks."""
        if ntasks < 0:
            raise ValueError(f"there cannot be {ntasks} tasks")
        if ntasks == 0:
            return NoLaunch(self, 1, 1, 0)
        return Launch(self, max(1, -(-ntasks // (tpb or 256))), tpb or 256, sharedmem)

    def __call__(self, *arguments: Any) -> None:
        raise TypeError(f"`{self.__name__}` is a {'device function: kernels call it' if self.device else 'kernel: launch it with [grid, block]'}")


class Reduce:
    """What `@cuda.reduce` makes of a function of two numbers: called with an array, it combines all of its numbers, in their
    order, in a kernel of one thread."""

    def __init__(self, functor: Callable[..., Any]):
        combine: Any = functor if isinstance(functor, Dispatcher) else Dispatcher(functor, device=True)

        def reduction(found: Any, values: Any, size: Any) -> None:
            result = values[0]
            for i in range(1, size):
                result = combine(result, values[i])
            found[0] = result

        self._kernel = Dispatcher(reduction)

    def __call__(self, arr: Any, size: Optional[int] = None, res: Any = None, init: Any = 0, stream: Any = 0) -> Any:
        """The result; None, if it goes to the first element of `res`, an array of the device."""
        values, count = as_cuda_array(arr), len(arr) if size is None else size
        if values.ndim != 1 or count > len(values):
            raise TypeError(f"a reduction takes an array with one dimension and its size; this has {values.ndim} and {values.shape}")
        found = to_device(np.full(1, init, values.dtype)) if res is None else as_cuda_array(res)
        if count == 0 and res is not None:
            found[0] = init
        if count:
            if init != 0:
                values, count = to_device(np.concatenate([np.full(1, init, values.dtype), np.asarray(values)[:count]])), count + 1
            launch: Launch = self._kernel[1, 1]
            launch(found, values, count)
        return found.getitem(0) if res is None else None


reduce = Reduce


class Launch:
    """`k[grid, block]`: called with the arguments, or passed to check, explain and record."""

    def __init__(self, dispatcher: Dispatcher, grid: Dimensions, block: Dimensions, shared_mem: int):
        self.dispatcher, self.grid, self.block, self.shared_mem = dispatcher, grid, block, shared_mem

    def bind(self, arguments: Sequence[Any]) -> Tuple[Translation, List[Any]]:
        """What the kernel has become, and all arguments of that."""
        translation = self.dispatcher.translate(*arguments)
        values = [value for each, type_ in zip(arguments, self.dispatcher.types_of(arguments)) for value in _values(each, type_)]
        return translation, [*values, *[_size(arguments, each) for each in translation.function.sizes]]

    def __call__(self, *arguments: Any) -> None:
        after: List[Callable[[], Any]] = []
        changed = list(arguments)
        for extension in self.dispatcher.extensions:
            changed = [extension.prepare_args(None, each, stream=0, retr=after)[1] for each in changed]
        translation, values = self.bind(changed)
        after += [each.take_back for each in values if isinstance(each, RecordArgument)]
        try:
            translation.kernel(self.grid, self.block, values, shared_mem=self.shared_mem)
        except CUDAError as error:
            raised = translation.exception(error)
            if raised is error:
                raise
            raise raised from error
        for each in after:
            each()


class RecordArgument(np.ndarray):
    """A record that is an argument, in an array; `record` gets what the kernel wrote, as in Numba."""

    record: Any

    @staticmethod
    def of(record: Any) -> "RecordArgument":
        made: RecordArgument = np.array([record]).view(RecordArgument)
        made.record = record
        return made

    def take_back(self) -> None:
        for name in self.dtype.names or ():
            self.record[name] = np.asarray(self)[0][name]


class NoLaunch(Launch):
    """Of no threads."""

    def __call__(self, *arguments: Any) -> None:
        self.bind(arguments)


def _size(arguments: Sequence[Any], size: Size) -> np.int64:
    found = arguments[size.path[0]]
    for each in size.path[1:]:
        found = found[each]
    array = _arguments.as_array(found, "")
    shape, strides = (array.shape, array.strides) if array.ndim else ((1,), (array.itemsize,))
    return np.int64(strides[size.dimension] // array.itemsize if size.is_stride else shape[size.dimension])


def _values(value: Any, type_: Type) -> List[Any]:
    """What the kernel in C++ gets for an argument."""
    if isinstance(type_, Tuples):
        return [part for each, inner in zip(value, type_.items) for part in _values(each, inner)]
    if isinstance(value, np.void):
        return [RecordArgument.of(value)]
    if isinstance(type_, Array):
        return [_memory(value)]
    dtype = np.dtype(str(type_))
    if dtype.kind in "iu" and not isinstance(value, np.generic):
        return [np.array(int(value) % (1 << 8 * dtype.itemsize), f"u{dtype.itemsize}").astype(dtype)[()]]
    return [np.array(value).astype(dtype)[()]]


def _memory(value: Any) -> Any:
    """Of an array that is not in C's order: all between its first and last element."""
    array = _arguments.as_array(value, "")
    if array.flags.c_contiguous:
        return value
    count = 1 + sum((n - 1) * (step // array.itemsize) for n, step in zip(array.shape, array.strides))
    return np.lib.stride_tricks.as_strided(array, (count,), (array.itemsize,), writeable=array.flags.writeable)


def _type_of(kernel: str, number: int, value: Any) -> Type:
    is_devices = isinstance(value, DeviceArray)
    value = value.array if is_devices else value
    if isinstance(value, (bool, np.bool_)):
        return "bool"
    if isinstance(value, int):
        return "int64"
    if isinstance(value, float):
        return "float64"
    if type(value) is complex:
        return "complex128"
    if isinstance(value, np.void) and dtype_name(value.dtype) in RECORDS:
        return Array(str(dtype_name(value.dtype)), (), True)
    if isinstance(value, np.generic) and value.dtype.name in C_NAMES:
        return str(value.dtype.name)
    array = np.asarray(value) if hasattr(value, "__array_interface__") or isinstance(value, memoryview) else value
    if not isinstance(array, np.ndarray) and hasattr(value, "__dlpack__"):
        array = np.from_dlpack(value)
    if isinstance(array, np.ndarray) and dtype_name(array.dtype) is not None:
        type_ = str(dtype_name(array.dtype))
        if array.flags.c_contiguous:
            return Array(type_, ("",) * max(array.ndim, 1), True)
        if any(step < 0 or step % array.itemsize for step in array.strides):
            raise TypeError(f"`{kernel}`, argument {number}: the array has strides {array.strides}, which are negative or no multiples "
                            "of its elements' size: pass np.ascontiguousarray(x)")
        if not array.flags.f_contiguous and not is_devices:
            raise TypeError(f"`{kernel}`, argument {number}: the array has strides {array.strides}, and a copy to a device needs "
                            "all of its memory: pass np.ascontiguousarray(x), or a slice of cuda.to_device's array")
        return Array(type_, ("",) * array.ndim, True, ("",) * array.ndim)
    if isinstance(value, tuple):
        return Tuples(tuple(_type_of(kernel, number, each) for each in value), getattr(value, "_fields", ()))
    what = f"an array of {array.dtype.name}" if isinstance(array, np.ndarray) else f"a {type(value).__name__}"
    raise TypeError(f"`{kernel}`, argument {number}: {what} cannot be passed to a kernel: pass arrays and numbers")


def jit(func_or_sig: Any = None, device: bool = False, **options: Any) -> Any:
    """`@cuda.jit`, `@cuda.jit(device=True)`, `@cuda.jit("void(float32[:], int32)")`; Numba's other options change nothing."""
    if callable(func_or_sig) and hasattr(func_or_sig, "__code__"):
        return Dispatcher(func_or_sig, device)
    signature = options.get("signature") if func_or_sig is None else func_or_sig
    return lambda function: Dispatcher(function, device, signature)


__all__ = ["Device", "DeviceArray", "Dispatcher", "Event", "Launch", "Reduce", "SideBySide", "Stream", "Translation", "as_cuda_array", "atomic",
           "blockDim", "blockIdx", "close", "const", "current_context", "default_stream", "defer_cleanup", "detect", "device_array",
           "device_array_like", "event", "event_elapsed_time", "external_stream", "fp16", "get_current_device", "gpus", "gridDim",
           "is_available", "is_bfloat16_supported", "is_cuda_array", "jit", "legacy_default_stream", "list_devices", "local", "managed_array", "mapped",
           "mapped_array", "mapped_array_like", "per_thread_default_stream", "pinned", "pinned_array", "pinned_array_like",
           "profile_start", "profile_stop", "profiling", "reduce", "select_device", "shared", "stream", "synchronize", "threadIdx", "to_device",
           "types", "void", *names.MARKS, *names.TYPES]
