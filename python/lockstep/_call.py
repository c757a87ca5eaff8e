"""One launch in a process of its own: its arrays in shared memory, so that a broken kernel never ends Python."""

from __future__ import annotations

import contextlib
import pathlib
import struct
import tempfile
from dataclasses import dataclass, field
from typing import Any, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _app, _arguments
from ._runtime import Dims, Parameter
from .kernel import Configured, Kernel
from .memory import may_be_unwritten

# The layouts of include/lockstep_python/call.h.
_HEADER = struct.Struct("<8s3Q3Q4Q")
_ARRAY = struct.Struct("<64s64s7Q8Q")
_ARGUMENT = struct.Struct("<3Q")
_NO_ARRAY = 2**64 - 1

INCLUDE = pathlib.Path(__file__).resolve().parent / "include"


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


def _memories(kernel: Kernel, judged: Sequence[Union[np.ndarray, bytes, None]]) -> List[Memory]:
    found: List[Memory] = []
    for parameter, array in zip(kernel.parameters, judged):
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


class Call:
    """A launch for the program of `Source.program_for`."""

    def __init__(self, kernel: Kernel, grid: Any, block: Any, args: Sequence[Any], shared_mem: int = 0):
        self.kernel = kernel
        self.grid: Dims = _arguments.as_dims(grid, "grid")
        self.block: Dims = _arguments.as_dims(block, "block")
        self.shared_mem = shared_mem
        self._judged = _arguments.judge(kernel.name, kernel.parameters, args)
        self._given = list(args)
        self.memories = _memories(kernel, self._judged)
        self.output = ""

    def name_of(self, array: Any) -> str:
        """What the kernel calls an array of the launch."""
        for parameter, given, judged in zip(self.kernel.parameters, self._given, self._judged):
            if given is array or judged is array:
                return next((each.name for each in self.memories if isinstance(judged, np.ndarray) and
                             each.begin <= judged.ctypes.data < each.end), parameter.name)
        raise LookupError("this array is no argument of the launch")

    def _file(self) -> bytes:
        values = [each for each in self._judged if isinstance(each, bytes)]
        place = _HEADER.size + len(self.memories) * _ARRAY.size + len(self._judged) * _ARGUMENT.size
        parts: List[bytes] = []

        def add(data: Union[bytes, bytearray]) -> int:
            nonlocal place
            offset = place
            padded = bytes(data) + b"\0" * (-len(data) % 16)
            parts.append(padded)
            place += len(padded)
            return offset

        add(b"\0" * (-place % 16))
        arguments = []
        for each in self._judged:
            if isinstance(each, bytes) or each is None:
                value = each if isinstance(each, bytes) else b"\0" * 8
                arguments.append(_ARGUMENT.pack(_NO_ARRAY, add(value), len(value)))
            else:
                at = each.ctypes.data
                index = next(i for i, memory in enumerate(self.memories)
                             if memory.begin <= at <= memory.end and any(each is array for array in memory.arrays))
                arguments.append(_ARGUMENT.pack(index, at - self.memories[index].begin, 8))
        for memory in self.memories:
            memory.offset = add(_bytes_of(memory))
        header = _HEADER.pack(b"LSCALL01", *self.grid, *self.block, self.shared_mem, self.kernel.cooperative,
                              len(self.memories), len(arguments))
        return b"".join([header, *[_array_row(memory) for memory in self.memories], *arguments, *parts])

    def _take_back(self, file: pathlib.Path) -> None:
        if not file.exists():
            return
        with file.open("rb") as kept:
            for memory in self.memories:
                if not memory.is_kept or not memory.size:
                    continue
                kept.seek(memory.offset)
                data = np.frombuffer(kept.read(memory.size), np.uint8)
                for array in memory.arrays:
                    begin = array.ctypes.data - memory.begin
                    if array.flags.writeable and array.nbytes:
                        array.reshape(-1).view(np.uint8)[:] = data[begin:begin + array.nbytes]

    @contextlib.contextmanager
    def run(self, words: Sequence[str], fine: Sequence[int]) -> Iterator[_app.Ended]:
        """Runs `lockstep WORDS` on the launch, prints what its kernel printed, and gives the arrays what it wrote."""
        source = self.kernel.source
        program = source.program_for(self.kernel.name)
        with tempfile.TemporaryDirectory(prefix="lockstep-", dir=_shared_memory()) as scratch:
            call, kept = pathlib.Path(scratch) / "call", pathlib.Path(scratch) / "kept"
            call.write_bytes(self._file())
            ended = source.command([*words, program.name, "-I", str(INCLUDE)], ["--", str(call), str(kept)])
            _app.judge(ended, fine)
            self.output = ended.output
            if ended.output:
                print(ended.output, end="")
            self._take_back(kept)
            yield ended


def _shared_memory() -> Optional[str]:
    return "/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None


def as_call(kernel: Union[Kernel, Configured], rest: Sequence[Any], shared_mem: int) -> Call:
    """(kernel, grid, block, args), or (kernel[grid, block], *args)."""
    if isinstance(kernel, Configured):
        return Call(kernel.kernel, kernel.grid, kernel.block, rest, shared_mem or kernel.shared_mem)
    if not isinstance(kernel, Kernel):
        raise TypeError(f"a {type(kernel).__name__} is no kernel: pass a RawKernel, or kernel[grid, block]")
    if len(rest) != 3 or not isinstance(rest[2], (tuple, list)):
        raise TypeError(f"pass ({kernel.name}, grid, block, (argument, ...)), or ({kernel.name}[grid, block], argument, ...)")
    return Call(kernel, rest[0], rest[1], rest[2], shared_mem)
