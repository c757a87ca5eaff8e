"""load_inline: extensions of CUDA and C++ source with functions on tensors, as PyTorch's `torch.utils.cpp_extension`.

The functions get arrays (numpy's, torch's on the CPU, whatever DLPack or the buffer protocol give) without a copy, as CUDA
tensors of Lockstep's own `torch/extension.h`, and return numpy arrays, or torch tensors where an argument is one.
"""

from __future__ import annotations

import ctypes
import pathlib
import re
import shlex
import weakref
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _arguments, _runtime
from .errors import CUDAError, LockstepError
from .kernel import Source

# c10::ScalarType -> numpy
DTYPES: Dict[int, np.dtype] = {
    0: np.dtype(np.uint8), 1: np.dtype(np.int8), 2: np.dtype(np.int16), 3: np.dtype(np.int32), 4: np.dtype(np.int64),
    5: np.dtype(np.float16), 6: np.dtype(np.float32), 7: np.dtype(np.float64), 11: np.dtype(np.bool_)}
TYPES = {dtype: number for number, dtype in DTYPES.items()}
NONE, BOOL, INTEGER, FLOAT, TEXT, TENSOR, LIST = range(7)
_ERRORS: Dict[str, type] = {each.__name__: each for each in (RuntimeError, IndexError, TypeError, ValueError, MemoryError,
                                                             NotImplementedError)}


class _Value(ctypes.Structure):
    """lockstep_torch::Value (sim/toolkit/lockstep/torch/binding.h), as the others here."""


_Value._fields_ = [("kind", ctypes.c_int64), ("integer", ctypes.c_int64), ("number", ctypes.c_double),
                   ("text", ctypes.c_char_p), ("data", ctypes.c_void_p), ("handle", ctypes.c_void_p),
                   ("type", ctypes.c_int64), ("rank", ctypes.c_int64), ("sizes", ctypes.POINTER(ctypes.c_int64)),
                   ("strides", ctypes.POINTER(ctypes.c_int64)), ("items", ctypes.POINTER(_Value)), ("count", ctypes.c_int64)]


class _Call(ctypes.Structure):
    _fields_ = [("index", ctypes.c_int64), ("arguments", ctypes.POINTER(_Value)), ("count", ctypes.c_int64),
                ("result", _Value), ("error_type", ctypes.c_char_p), ("error", ctypes.c_char_p), ("owned", ctypes.c_void_p)]


class _Row(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("documentation", ctypes.c_char_p), ("signature", ctypes.c_char_p),
                ("count", ctypes.c_int64), ("named", ctypes.c_int64)]


_Host = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Extension:
    """The C functions of a loaded extension."""

    def __init__(self, library: _runtime.Library):
        self.loaded = library
        loaded = library._library
        self.begin, self.call, self.end = loaded.lockstep_torch_begin, loaded.lockstep_torch_call, loaded.lockstep_torch_end
        self.describe, self.parameter = loaded.lockstep_torch_describe, loaded.lockstep_torch_parameter
        self.describe.argtypes = [ctypes.c_int64, ctypes.POINTER(_Row)]
        self.parameter.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.POINTER(_Value))]
        self.parameter.restype = ctypes.c_char_p
        self.release = loaded.lockstep_torch_release
        self.release.argtypes = [ctypes.c_void_p]

    def run(self, function: Any, call: _Call) -> None:
        """Runs it as a program's host code; RuntimeError and its kin are what the code has thrown."""
        runtime = _runtime.library()
        if _runtime.call(ctypes.cast(function, ctypes.c_void_p).value or 0, ctypes.addressof(call)):
            raise CUDAError(runtime.lockstep_last_error_name().decode(),
                            runtime.lockstep_last_message().decode(errors="replace"))
        if call.error_type:
            raise _ERRORS[call.error_type.decode()](call.error.decode(errors="replace"))


def _is_torch(value: Any) -> bool:
    return type(value).__module__.split(".")[0] == "torch"


def tensor_of(value: Any, place: str) -> np.ndarray:
    """The argument's own memory, as an array of a type that tensors have."""
    if _is_torch(value) and value.requires_grad:
        value = value.detach()
    array = _arguments.as_array(value, place)
    if array.dtype not in TYPES:
        raise TypeError(f"{place}: a tensor cannot have elements of type {_arguments.name_of(array.dtype)}")
    if not array.flags.writeable:
        raise TypeError(f"{place}: the array is read-only, and the function may write to it: pass a copy")
    if any(stride < 0 or stride % array.itemsize for stride in array.strides) or not array.flags.aligned:
        raise TypeError(f"{place}: the array has strides {array.strides}, which a tensor cannot have: pass "
                        "np.ascontiguousarray(x)")
    return array


def is_array(value: Any) -> bool:
    return not isinstance(value, (np.generic, str, bytes)) and any(
        hasattr(value, name) for name in ("__array_interface__", "__dlpack__", "__cuda_array_interface__"))


class _Arguments:
    """Python's values as `_Value`s. It keeps what they point to."""

    def __init__(self, name: str, parameters: Sequence[str]):
        self.name, self.parameters = name, parameters
        self.kept: List[Any] = []
        self.arrays: List[Tuple[Any, np.ndarray]] = []  # as given, and as read

    def _place(self, number: int) -> str:
        return f"`{self.name}`, argument {number + 1}" + (
            f", `{self.parameters[number]}`" if number < len(self.parameters) else "")

    def values(self, arguments: Sequence[Any]) -> Any:
        made = (_Value * max(len(arguments), 1))()
        for number, argument in enumerate(arguments):
            self._fill(made[number], argument, self._place(number))
        self.kept.append(made)
        return made

    def _fill(self, value: _Value, given: Any, place: str) -> None:
        if isinstance(given, np.generic):
            given = given.item()
        if given is None:
            value.kind = NONE
        elif isinstance(given, bool):
            value.kind, value.integer = BOOL, given
        elif is_array(given):
            self._fill_tensor(value, given, place)
        elif isinstance(given, float):
            value.kind, value.number = FLOAT, given
        elif isinstance(given, str):
            value.kind, value.text = TEXT, given.encode()
        elif isinstance(given, (list, tuple)):
            items = (_Value * max(len(given), 1))()
            for item, each in zip(items, given):
                self._fill(item, each, place)
            self.kept.append(items)
            value.kind, value.items, value.count = LIST, items, len(given)
        elif hasattr(given, "__index__"):
            number = given.__index__()
            if not -2**63 <= number < 2**63:
                raise TypeError(f"{place}: {number} does not fit into 64 bits")
            value.kind, value.integer = INTEGER, number
        else:
            raise TypeError(f"{place}: a {type(given).__name__} is no tensor, number, text or list")

    def _fill_tensor(self, value: _Value, given: Any, place: str) -> None:
        array = tensor_of(given, place)
        self.arrays.append((given, array))
        sizes = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
        strides = (ctypes.c_int64 * max(array.ndim, 1))(*[stride // array.itemsize for stride in array.strides])
        self.kept += [sizes, strides]
        value.kind, value.data, value.type, value.rank = TENSOR, array.ctypes.data, TYPES[array.dtype], array.ndim
        value.sizes, value.strides = sizes, strides


class _Owner:
    """Memory of a tensor that a function returned, which lives as long as arrays refer to it."""

    def __init__(self, extension: _Extension, handle: int, interface: Dict[str, Any]):
        self.__array_interface__ = interface
        self._extension = extension
        weakref.finalize(self, extension.release, handle).atexit = False


def _result(extension: _Extension, value: _Value, arguments: _Arguments) -> Any:
    if value.kind == BOOL:
        return bool(value.integer)
    if value.kind == TENSOR:
        return _array(extension, value, arguments)
    if value.kind == LIST:
        return [_result(extension, value.items[i], arguments) for i in range(value.count)]
    return {NONE: None, INTEGER: value.integer, FLOAT: value.number, TEXT: (value.text or b"").decode()}[value.kind]


def _array(extension: _Extension, value: _Value, arguments: _Arguments) -> Any:
    dtype = DTYPES.get(value.type)
    shape = tuple(value.sizes[:value.rank])
    if dtype is None:
        extension.release(value.handle)
        raise LockstepError("the function returned a tensor of bfloat16, which numpy has not: return .to(torch::kFloat32)")
    strides = tuple(stride * dtype.itemsize for stride in value.strides[:value.rank])
    has_torch = any(_is_torch(given) for given, _ in arguments.arrays)
    for given, array in arguments.arrays:
        if array.nbytes and array.ctypes.data == value.data and (array.shape, array.dtype) == (shape, dtype) and \
                array.strides == strides:
            extension.release(value.handle)
            return given
    for given, array in arguments.arrays:
        low, high = np.lib.array_utils.byte_bounds(array) if hasattr(np.lib, "array_utils") else np.byte_bounds(array)
        if low <= (value.data or 0) < high:  # a view of an argument
            extension.release(value.handle)
            owner: Any = array if has_torch else given
            memory: Any = (ctypes.c_char * (high - low)).from_address(low)
            memory._kept = owner
            return _as_given(np.ndarray(shape, dtype, memory, value.data - low, strides), has_torch)
    if not value.data or 0 in shape:
        extension.release(value.handle)
        return _as_given(np.empty(shape, dtype), has_torch)
    interface = {"version": 3, "data": (value.data, False), "shape": shape, "strides": strides, "typestr": dtype.str}
    return _as_given(np.asarray(_Owner(extension, value.handle, interface)), has_torch)


def _as_given(array: np.ndarray, is_torch: bool) -> Any:
    if not is_torch:
        return array
    import torch

    return torch.from_numpy(array)


class Function:
    """A function of an extension. `check`, `explain` and `record` take it, with its arguments, as they take kernels.

    Arrays count as CUDA tensors; they are passed without a copy, and may have strides. What the code throws becomes
    Python's RuntimeError (TORCH_CHECK), IndexError, ValueError or TypeError; a kernel's fault a CUDAError.
    """

    def __init__(self, extension: _Extension, source: Source, index: int):
        row = _Row()
        extension.describe(index, ctypes.byref(row))
        self._extension, self.source, self._index = extension, source, index
        self.__name__ = self.name = row.name.decode()
        self.__doc__ = row.documentation.decode() or None
        self._signature = f"{self.name}({row.signature.decode()})"
        self._count = row.count
        named = [self._parameter(number) for number in range(row.named)]
        self.parameters: List[str] = [name for name, _ in named] or _names_of_parameters(source, self.name, row.count)
        self._defaults: Dict[int, Any] = {number: value for number, (_, value) in enumerate(named) if value is not _MISSING}

    def _parameter(self, number: int) -> Tuple[str, Any]:
        otherwise = ctypes.POINTER(_Value)()
        name = self._extension.parameter(self._index, number, ctypes.byref(otherwise))
        value = _result(self._extension, otherwise.contents, _Arguments(self.name, ())) if otherwise else _MISSING
        return name.decode(), value

    def __repr__(self) -> str:
        return f"<lockstep function {self._signature}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _function_of, (self.source, self.name)

    def bind(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> List[Any]:
        """All arguments by place. TypeError: some are missing, or too many."""
        bound: Dict[int, Any] = {**self._defaults, **dict(enumerate(arguments))}
        for name, value in named.items():
            if name not in self.parameters or self.parameters.index(name) < len(arguments):
                raise TypeError(f"{self._signature} cannot take the argument {name}")
            bound[self.parameters.index(name)] = value
        if sorted(bound) != list(range(self._count)):
            raise TypeError(f"{self._signature} takes {self._count} arguments, and the call has {len(bound)}")
        return [bound[number] for number in range(self._count)]

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        given = _Arguments(self.name, self.parameters)
        values = given.values(self.bind(arguments, named))
        call = _Call(index=self._index, arguments=values, count=self._count)
        try:
            try:
                self._extension.run(self._extension.call, call)
            except TypeError as error:
                raise TypeError(f"{self._signature}: {error}") from None
            return _result(self._extension, call.result, given)
        finally:
            self._extension.end(ctypes.byref(call))


def _function_of(source: Source, name: str) -> Function:
    function: Function = getattr(Module(source.file.stem, source), name)
    return function


_MISSING = object()


def _names_of_parameters(source: Source, function: str, count: int) -> List[str]:
    """As the source has them, for messages and recordings; numbered where it does not say."""
    for text in source.files.values():
        for found in re.finditer(rf"\b{re.escape(function)}\s*\(([^()]*)\)\s*[{{;]", text):
            words = [re.findall(r"[A-Za-z_]\w*", re.sub(r"=.*", "", each)) for each in found[1].split(",")]
            if len(words) == count and all(len(each) > 1 for each in words):
                return [each[-1] for each in words]
    return [f"argument {number + 1}" for number in range(count)]


class Module:
    """What load_inline returns: the functions, as attributes."""

    def __init__(self, name: str, source: Source):
        self.__name__, self.source = name, source
        self._extension = _Extension(source.build())
        call = _Call()
        try:
            self._extension.run(self._extension.begin, call)
        finally:
            self._extension.end(ctypes.byref(call))
        functions = [Function(self._extension, source, index) for index in range(call.result.integer)]
        self._functions = {each.name: each for each in functions}

    def __reduce__(self) -> Tuple[Any, ...]:
        return Module, (self.__name__, self.source)

    def __getattr__(self, name: str) -> Function:
        functions: Dict[str, Function] = self.__dict__.get("_functions", {})
        if name not in functions:
            raise AttributeError(f"the extension {self.__name__} has no function `{name}`; its functions: " +
                                 ", ".join(f"`{each}`" for each in functions))
        return functions[name]

    def __dir__(self) -> List[str]:
        return sorted([*super().__dir__(), *self._functions])

    def __repr__(self) -> str:
        return f"<lockstep extension {self.__name__}: {', '.join(self._functions)}>"


Texts = Union[str, Sequence[str], None]


def _texts(given: Texts) -> List[str]:
    return [] if given is None else [given] if isinstance(given, str) else list(given)


def _flags(*given: Texts) -> List[str]:
    """PyTorch makes one command line of the texts, so that each may have several flags."""
    return [flag for texts in given for text in _texts(texts) for flag in shlex.split(text)]


def _bindings(functions: Union[Sequence[str], Mapping[str, str], str, None]) -> str:
    if functions is None:
        return ""
    if isinstance(functions, str):
        functions = [functions]
    documented = dict(functions) if isinstance(functions, Mapping) else {name: name for name in functions}
    rows = ""
    for name, text in documented.items():
        quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        rows += f'  m.def("{name}", &{name}, "{quoted}");\n'
    return f"PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {{\n{rows}}}\n"


def _build(name: str, files: Dict[str, str], bindings: str, options: Iterable[str], folder: Optional[pathlib.Path]) -> Module:
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise ValueError(f"the name of the extension is {name!r}: it must be a name as in Python")
    includes = "".join(f'#include "{each}"\n' for each in files)
    # The headers come first, so that all extensions share them parsed (sim/compile/precompiled.h).
    code = f"#include <torch/extension.h>\n#undef TORCH_EXTENSION_NAME\n#define TORCH_EXTENSION_NAME {name}\n{includes}{bindings}"
    return Module(name, Source(code, name, list(options), folder=folder, files=files))


def load_inline(name: str, cpp_sources: Texts, cuda_sources: Texts = None,
                functions: Union[Sequence[str], Mapping[str, str], str, None] = None, extra_cflags: Texts = None,
                extra_cuda_cflags: Texts = None, extra_ldflags: Texts = None, extra_include_paths: Texts = None,
                build_directory: Optional[str] = None, verbose: bool = False, with_cuda: Optional[bool] = None,
                is_python_module: bool = True, with_pytorch_error_handling: bool = True, keep_intermediates: bool = True,
                use_pch: bool = False, no_implicit_headers: bool = False) -> Module:
    """Builds an extension of source texts, with torch.utils.cpp_extension.load_inline's arguments.

    `functions` are those to export; without it the source has a PYBIND11_MODULE or TORCH_LIBRARY. `extra_cuda_cflags` and
    `extra_cflags` are nvcc's flags, one or several in each text. All sources are compiled as one file of CUDA C++, C++ sources first. The arguments
    from `build_directory` on change nothing. CompileError: with the lines of the sources (main.cpp, cuda.cu).
    """
    files = {"main.cpp" if not i else f"main{i}.cpp": text for i, text in enumerate(_texts(cpp_sources))}
    files.update({"cuda.cu" if not i else f"cuda{i}.cu": text for i, text in enumerate(_texts(cuda_sources))})
    if not files:
        raise ValueError("load_inline has neither cpp_sources nor cuda_sources")
    options = _flags(extra_cflags, extra_cuda_cflags, extra_ldflags)
    for each in _texts(extra_include_paths):
        options += ["-I", str(pathlib.Path(each).resolve())]
    return _build(name, files, _bindings(functions), options, None)


def load(name: str, sources: Texts, extra_cflags: Texts = None, extra_cuda_cflags: Texts = None, extra_ldflags: Texts = None,
         extra_include_paths: Texts = None, build_directory: Optional[str] = None, verbose: bool = False,
         with_cuda: Optional[bool] = None, is_python_module: bool = True, is_standalone: bool = False,
         keep_intermediates: bool = True) -> Module:
    """As load_inline, of files: those with PYBIND11_MODULE come last."""
    paths = [pathlib.Path(each).resolve() for each in _texts(sources)]
    texts = {str(path): path.read_text() for path in paths}
    order = sorted(texts, key=lambda path: "PYBIND11_MODULE" in texts[path])
    options = _flags(extra_cflags, extra_cuda_cflags, extra_ldflags)
    for folder in [*dict.fromkeys(str(path.parent) for path in paths), *_texts(extra_include_paths)]:
        options += ["-I", str(pathlib.Path(folder).resolve())]
    return _build(name, {path: texts[path] for path in order}, "", options, None)


__all__: List[str] = ["Function", "Module", "load", "load_inline"]
