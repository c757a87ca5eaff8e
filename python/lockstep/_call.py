"""One launch in a process of its own: its arrays in shared memory, so that a broken kernel never ends Python."""

from __future__ import annotations

import contextlib
import ctypes
import pathlib
import re
import struct
import tempfile
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _app, _arguments
from ._runtime import Dims, Parameter
from .errors import LockstepError
from .inline import BOOL, FLOAT, INTEGER, LIST, NONE, TENSOR, TEXT, TYPES, Function, is_array, tensor_of
from .kernel import Configured, Kernel, Source
from .memory import may_be_unwritten
from .numba_cuda import Launch

# The layouts of include/lockstep_python/call.h.
_HEADER = struct.Struct("<8s3Q3Q4Q")
_ARRAY = struct.Struct("<64s64s7Q8Q")
_ARGUMENT = struct.Struct("<3Q")
_NO_ARRAY = 2**64 - 1
_COPIES = 5


@dataclass
class Memory:
    """Memory that arguments share: one array, or all that overlap."""

    begin: int
    end: int
    name: str
    parameter: Parameter
    shape: Tuple[int, ...]
    arrays: List[np.ndarray] = field(default_factory=list)
    is_kept: bool = False
    offset: int = 0  # in the file

    @property
    def size(self) -> int:
        return self.end - self.begin


def _memories(parameters: Sequence[Parameter], judged: Sequence[Union[np.ndarray, bytes, None]]) -> List[Memory]:
    found: List[Memory] = []
    for parameter, array in zip(parameters, judged):
        if not isinstance(array, np.ndarray):
            continue
        begin = array.ctypes.data
        new = Memory(begin, begin + array.nbytes, parameter.name, parameter, array.shape, [array],
                     not parameter.is_read_only)
        for other in [each for each in found if each.begin < new.end and new.begin < each.end]:
            found.remove(other)
            if (other.begin, other.end) != (new.begin, new.end):
                other.shape = ()
            other.begin, other.end = min(other.begin, new.begin), max(other.end, new.end)
            other.arrays += new.arrays
            other.is_kept |= new.is_kept
            new = other
        found.append(new)
    return found


def _bytes_of(memory: Memory) -> bytearray:
    data = bytearray(memory.size)
    for array in memory.arrays:
        begin = array.ctypes.data - memory.begin
        data[begin:begin + array.nbytes] = array.reshape(-1).view(np.uint8).data
    return data


def _array_row(memory: Memory) -> bytes:
    cell = memory.parameter.cell_size or 1
    count = memory.size // cell
    shape = [size for size in memory.shape if size != 1]
    # A shape in cells of the kernel's type, slowest dimension first.
    if int(np.prod(memory.shape)) != count or len(shape) > 8 or not memory.shape or memory.size % cell:
        shape = [count]
    type_name = memory.parameter.type.removesuffix("*").removeprefix("const ")
    return _ARRAY.pack(memory.name.encode()[:63], type_name.encode()[:63], memory.size, memory.offset,
                       any(may_be_unwritten(array) for array in memory.arrays), memory.is_kept,
                       memory.parameter.element if memory.parameter.cell_size else 0, cell, len(shape),
                       *shape, *[0] * (8 - len(shape)))


class FileParts:
    """The rest of a file whose first part is known only at the end: each piece begins at a multiple of 16 bytes."""

    def __init__(self, begin: int):
        self.begin = begin + -begin % 16
        self._place = self.begin
        self._pieces: List[bytes] = []

    def add(self, data: Union[bytes, bytearray]) -> int:
        """Returns the piece's offset in the file."""
        offset = self._place
        padded = bytes(data) + b"\0" * (-len(data) % 16)
        self._pieces.append(padded)
        self._place += len(padded)
        return offset

    def after(self, first: bytes) -> bytes:
        return b"".join([first.ljust(self.begin, b"\0"), *self._pieces])


class Call:
    """A launch for the program of `Source.program_for`, or what derives from it."""

    dynamic: Tuple[int, int] = (0, 0)  # bytes of dynamic shared memory; 1 for a cooperative launch

    def __init__(self, source: Source, name: str, given: Sequence[Any], parameters: Sequence[Parameter],
                 judged: Sequence[Union[np.ndarray, bytes, None]]):
        self.source, self.name = source, name
        self.grid: Dims = (1, 1, 1)
        self.block: Dims = (1, 1, 1)
        self._given, self._parameters, self._judged = list(given), list(parameters), list(judged)
        self.memories = _memories(parameters, judged)
        self.output = ""
        self._kept: Dict[str, np.ndarray] = {}
        # For kernels that are translated from Python: where a line of the C++ comes from, "add.py:7".
        self.python_line: Callable[[int], str] = lambda line: ""

    def name_of(self, array: Any) -> str:
        """What the kernel calls an array of the launch."""
        array = getattr(array, "_lockstep_array", array)
        for parameter, given, judged in zip(self._parameters, self._given, self._judged):
            if getattr(given, "_lockstep_array", given) is array or judged is array:
                return next((each.name for each in self.memories if isinstance(judged, np.ndarray) and
                             each.begin <= judged.ctypes.data < each.end), parameter.name)
        variable = next((each.name for each in self.memories if any(array is its for its in each.arrays)), None)
        if variable is not None:
            return variable
        raise LookupError("this array is no argument of the launch")

    def before(self) -> Dict[str, np.ndarray]:
        """Copies of the arrays, by the kernel's names."""
        return {memory.name: memory.arrays[0].copy() for memory in self.memories if len(memory.arrays) == 1}

    def program(self) -> pathlib.Path:
        raise NotImplementedError

    def _place_of(self, array: np.ndarray) -> Tuple[int, int]:
        """The index of an argument's memory, and where it begins there, in bytes."""
        index = next(i for i, memory in enumerate(self.memories) if any(array is each for each in memory.arrays))
        return index, array.ctypes.data - self.memories[index].begin

    def _arguments(self, parts: FileParts) -> List[bytes]:
        rows = []
        for each in self._judged:
            if isinstance(each, np.ndarray):
                rows.append(_ARGUMENT.pack(*self._place_of(each), 8))
            else:
                value = each if each is not None else b"\0" * 8
                rows.append(_ARGUMENT.pack(_NO_ARRAY, parts.add(value), len(value)))
        return rows

    def _count(self) -> int:
        return len(self._judged)

    def file(self) -> bytes:
        parts = FileParts(_HEADER.size + len(self.memories) * _ARRAY.size + self._count() * _ARGUMENT.size)
        arguments = self._arguments(parts)
        for memory in self.memories:
            memory.offset = parts.add(_bytes_of(memory))
        header = _HEADER.pack(b"LSCALL01", *self.grid, *self.block, *self.dynamic, len(self.memories), len(arguments))
        return parts.after(b"".join([header, *[_array_row(memory) for memory in self.memories], *arguments]))

    def read(self, file: pathlib.Path) -> None:
        """Notes what the kernel has left in its arrays."""
        self._kept = {}
        if not file.exists():
            return
        with file.open("rb") as kept:
            for memory in self.memories:
                if memory.is_kept and memory.size:
                    kept.seek(memory.offset)
                    self._kept[memory.name] = np.frombuffer(kept.read(memory.size), np.uint8)

    def arrays(self) -> Dict[str, np.ndarray]:
        """What `read` noted, by the kernel's names; arguments that share memory are one."""
        found = {}
        for memory in self.memories:
            if memory.name in self._kept:
                like = memory.arrays[0]
                is_whole = len(memory.arrays) == 1 or all(each.nbytes == memory.size for each in memory.arrays)
                found[memory.name] = self._kept[memory.name].view(like.dtype).reshape(like.shape if is_whole else -1)
        return found

    def take_back(self, arrays: Dict[str, np.ndarray]) -> None:
        """Gives the arguments these contents."""
        for memory in self.memories:
            if memory.name not in arrays:
                continue
            data = arrays[memory.name].reshape(-1).view(np.uint8)
            for array in memory.arrays:
                begin = array.ctypes.data - memory.begin
                if array.flags.writeable and array.nbytes:
                    array.reshape(-1).view(np.uint8)[:] = data[begin:begin + array.nbytes]

    @contextlib.contextmanager
    def run(self, words: Sequence[str], fine: Sequence[int], takes_back: bool = True) -> Iterator[_app.Ended]:
        """Runs `lockstep WORDS` on the launch, prints what its kernel printed, and gives the arrays what it wrote."""
        source, program = self.source, self.program()
        _refuse_too_large(sum(memory.size for memory in self.memories))
        with tempfile.TemporaryDirectory(prefix="lockstep-", dir=_shared_memory()) as scratch:
            call, kept = pathlib.Path(scratch) / "call", pathlib.Path(scratch) / "kept"
            call.write_bytes(self.file())
            ended = source.command([*words, program.name], ["--", str(call), str(kept)], shows=True)
            _app.judge(ended, fine)
            self.output = ended.output
            self.read(kept)
            if takes_back:
                self.take_back(self.arrays())
            yield ended


def _refuse_too_large(size: int) -> None:
    """Before the machine's memory is full: the arrays are there, in the file, and in the other process."""
    try:
        found = re.search(r"MemAvailable:\s+(\d+) kB", pathlib.Path("/proc/meminfo").read_text())
    except OSError:
        return
    if found and _COPIES * size > int(found[1]) * 1024:
        raise LockstepError(f"the arrays have {size / 2**30:.1f} GiB, and a process of its own needs {_COPIES} copies of them, for which "
                            "this machine has no memory: pass smaller ones")


def _shared_memory() -> Optional[str]:
    return "/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None


class KernelCall(Call):
    def __init__(self, kernel: Kernel, grid: Any, block: Any, args: Sequence[Any], shared_mem: int = 0):
        super().__init__(kernel.source, kernel.name, args, kernel.parameters,
                         _arguments.judge(kernel.name, kernel.parameters, args))
        self.grid = _arguments.as_dims(grid, "grid")
        self.block = _arguments.as_dims(block, "block")
        self.dynamic = shared_mem, int(kernel.cooperative)
        # They follow the arguments' memory.
        self._variables = kernel.variables
        for name, variable in self._variables.items():
            begin = variable.ctypes.data
            parameter = Parameter(name, variable.dtype.name, 8, variable.itemsize, True, False, 0)
            self.memories.append(Memory(begin, begin + variable.nbytes, name, parameter, variable.shape, [variable], True))

    def program(self) -> pathlib.Path:
        return self.source.program_for(self.name, list(self._variables))


_VALUE = struct.Struct("<2Q")


class FunctionCall(Call):
    """A call of an extension's function, for the program of `program`."""

    def __init__(self, function: Function, arguments: Sequence[Any]):
        bound = function.bind(arguments, {})
        self._values = bound
        found: List[Tuple[str, Any]] = []
        for name, value in zip(function.parameters, bound):
            if isinstance(value, (list, tuple)):
                found += [(f"{name}{i}", each) for i, each in enumerate(value) if is_array(each)]
            elif is_array(value):
                found.append((name, value))
        arrays = [tensor_of(value, f"`{function.name}`, argument `{name}`") for name, value in found]
        super().__init__(function.source, function.name, [value for _, value in found],
                         [_parameter_of(name, array) for (name, _), array in zip(found, arrays)],
                         [_span(array) for array in arrays])
        self._arrays = arrays

    def program(self) -> pathlib.Path:
        # First the headers that are kept parsed.
        text = (f'#include <torch/extension.h>\n#include "{self.source.file.name}"\n#include "lockstep_python/call_function.h"\n'
                f'int main(int, char** files) {{ return lockstep_python::RunFunction("{self.name}", files[1], files[2]); }}\n')
        return self.source.keep(f"call-{self.name}.cu", text)

    def _count(self) -> int:
        return 1

    def _arguments(self, parts: FileParts) -> List[bytes]:
        stream = bytearray(struct.pack("<Q", len(self._values)))
        arrays = iter(zip(self._arrays, self._judged))
        for value in self._values:
            self._write(stream, value, arrays)
        return [_ARGUMENT.pack(_NO_ARRAY, parts.add(stream), len(stream))]

    def _write(self, stream: bytearray, value: Any, arrays: Iterator[Tuple[np.ndarray, Any]]) -> None:
        if is_array(value):
            array, span = next(arrays)
            stream += _VALUE.pack(TENSOR, array.ndim)
            stream += struct.pack("<3Q", *self._place_of(span), TYPES[array.dtype])
            stream += struct.pack(f"<{2 * array.ndim}q", *array.shape, *[each // array.itemsize for each in array.strides])
            return
        value = value.item() if isinstance(value, np.generic) else value
        if value is None:
            stream += _VALUE.pack(NONE, 0)
        elif isinstance(value, float):
            stream += struct.pack("<Qd", FLOAT, value)
        elif isinstance(value, str):
            text = value.encode() + b"\0"
            stream += _VALUE.pack(TEXT, len(text) + -len(text) % 8) + text + b"\0" * (-len(text) % 8)
        elif isinstance(value, (list, tuple)):
            stream += _VALUE.pack(LIST, len(value))
            for each in value:
                self._write(stream, each, arrays)
        else:
            stream += struct.pack("<Qq", BOOL if isinstance(value, bool) else INTEGER, value.__index__())


# lockstep_element (shared/lockstep/array.h) and C++'s name of a dtype
_ELEMENTS = {np.dtype(name): (element, cpp) for name, element, cpp in [
    ("bool", 1, "bool"), ("int8", 2, "signed char"), ("uint8", 3, "unsigned char"), ("int16", 4, "short"), ("int32", 6, "int"),
    ("int64", 8, "long"), ("float16", 10, "__half"), ("float32", 12, "float"), ("float64", 13, "double")]}


def _parameter_of(name: str, array: np.ndarray) -> Parameter:
    element, cpp = _ELEMENTS[array.dtype]
    return Parameter(name, cpp + "*", 8, array.itemsize, True, False, element)


def _span(array: np.ndarray) -> np.ndarray:
    """The array, or all memory from its first to its last cell if it has strides."""
    if array.flags.c_contiguous:
        return array.view()
    size = 1 + sum((count - 1) * stride // array.itemsize for count, stride in zip(array.shape, array.strides))
    memory: Any = (ctypes.c_char * (max(size, 0) * array.itemsize)).from_address(array.ctypes.data)
    return np.frombuffer(memory, array.dtype)


Launchable = Union[Kernel, Configured, Function, Launch]


def as_call(kernel: Launchable, rest: Sequence[Any], shared_mem: int) -> Call:
    """(kernel, grid, block, args), or (kernel[grid, block], *args), or (function, *args)."""
    kernel = getattr(kernel, "on_lockstep_tensors", lambda: kernel)()  # of an extension on PyTorch's
    if isinstance(kernel, Function):
        return FunctionCall(kernel, rest)
    if isinstance(kernel, Launch):
        translation, arguments = kernel.bind(rest)
        call = KernelCall(translation.kernel, kernel.grid, kernel.block, arguments, shared_mem or kernel.shared_mem)
        call.python_line = translation.python_line
        return call
    if isinstance(kernel, Configured):
        return KernelCall(kernel.kernel, kernel.grid, kernel.block, rest, shared_mem or kernel.shared_mem)
    if not isinstance(kernel, Kernel):
        raise TypeError(f"a {type(kernel).__name__} is no kernel: pass a RawKernel, kernel[grid, block], or a function of an extension")
    if len(rest) != 3 or not isinstance(rest[2], (tuple, list)):
        raise TypeError(f"pass ({kernel.name}, grid, block, (argument, ...)), or ({kernel.name}[grid, block], argument, ...)")
    return KernelCall(kernel, rest[0], rest[1], rest[2], shared_mem)
