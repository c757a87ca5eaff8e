"""The runtime's C interface (shared/lockstep/embed.h)."""

from __future__ import annotations

import ctypes
import functools
import pathlib
import sys
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._app import app
from .errors import CUDAError

Dims = Tuple[int, int, int]


class _Parameter(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("type", ctypes.c_char_p), ("size", ctypes.c_uint64),
                ("cell_size", ctypes.c_uint64), ("is_pointer", ctypes.c_int), ("is_read_only", ctypes.c_int),
                ("element", ctypes.c_int)]


class _Attributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("shared_size_bytes", "const_size_bytes", "local_size_bytes")] + [
        (name, ctypes.c_int) for name in ("max_threads_per_block", "num_regs", "ptx_version", "binary_version", "cache_mode_ca",
                                          "max_dynamic_shared_size_bytes", "preferred_shared_memory_carveout")]


ATTRIBUTES = [name for name, _ in _Attributes._fields_]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel. A cell is what a pointer points to, else the parameter itself; sizes are in bytes."""

    name: str
    type: str  # "const float*"
    size: int
    cell_size: int
    is_pointer: bool
    is_read_only: bool  # a pointer to const
    element: int  # enum lockstep_element (shared/lockstep/array.h)


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    runtime = ctypes.CDLL(str(app().runtime))
    handle, number, text = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p
    dims = ctypes.POINTER(number)
    for name, result, arguments in [
        ("find_kernel", handle, [handle, text]),
        ("kernel_of", handle, [handle]),
        ("name_of_kernel", text, [handle, number]),
        ("parameter_count", number, [handle]),
        ("describe_parameter", None, [handle, number, ctypes.POINTER(_Parameter)]),
        ("find_variable", handle, [handle, text, ctypes.POINTER(_Parameter)]),
        ("attributes_of", None, [handle, ctypes.POINTER(_Attributes)]),
        ("set_max_dynamic_shared", ctypes.c_int, [handle, ctypes.c_int]),
        ("max_dynamic_shared", ctypes.c_int, [handle]),
        ("launch", ctypes.c_int, [handle, dims, dims, ctypes.c_uint64, handle, ctypes.c_int]),
        ("call", ctypes.c_int, [handle, handle, ctypes.c_int]),
        ("last_error_name", text, []),
        ("last_message", text, []),
        ("last_output", handle, [ctypes.POINTER(ctypes.c_uint64)]),
        ("last_errors", handle, [ctypes.POINTER(ctypes.c_uint64)]),
    ]:
        function = getattr(runtime, "lockstep_" + name)
        function.restype, function.argtypes = result, arguments
    return runtime


_loaded: Dict[pathlib.Path, List[Tuple[int, int]]] = {}


def _loadable(path: pathlib.Path) -> str:
    """The loader knows libraries by their paths; one that was built again gets another spelling of it."""
    info = path.stat()
    versions = _loaded.setdefault(path, [])
    version = (info.st_ino, info.st_mtime_ns)
    if version not in versions:
        versions.append(version)
    return str(path.parent) + "/" + "./" * versions.index(version) + path.name


class Library:
    """A shared library of kernels. It stays loaded: its kernels are the process's."""

    def __init__(self, path: pathlib.Path):
        library()
        self._library = ctypes.CDLL(_loadable(path))

    def kernels_in(self, symbol: str, count: int) -> List[int]:
        """The kernels whose functions an array in the library has."""
        functions = (ctypes.c_void_p * count).in_dll(self._library, symbol)
        return [int(library().lockstep_kernel_of(each) or 0) for each in functions]

    def names(self) -> List[str]:
        names: List[str] = []
        while True:
            name = library().lockstep_name_of_kernel(self._library._handle, len(names))
            if name is None:
                return names
            names.append(name.decode())

    @property
    def handle(self) -> int:
        """The same for all that have loaded the same file."""
        return int(self._library._handle)

    def variable(self, name: str) -> Optional[Tuple[int, Parameter]]:
        """The address of a variable of the device, and what it is."""
        row = _Parameter()
        address = library().lockstep_find_variable(self._library._handle, name.encode(), ctypes.byref(row))
        return None if address is None else (int(address), _parameter(row, name))

    def find(self, name: str) -> Optional[int]:
        found = library().lockstep_find_kernel(self._library._handle, name.encode())
        return None if found is None else int(found)


def _parameter(row: _Parameter, otherwise: str) -> Parameter:
    return Parameter(row.name.decode() or otherwise, row.type.decode(), row.size, row.cell_size, bool(row.is_pointer),
                     bool(row.is_read_only), row.element)


def parameters_of(kernel: int) -> List[Parameter]:
    parameters = []
    for index in range(library().lockstep_parameter_count(kernel)):
        row = _Parameter()
        library().lockstep_describe_parameter(kernel, index, ctypes.byref(row))
        parameters.append(_parameter(row, f"argument {index + 1}"))
    return parameters


def attributes_of(kernel: int) -> Dict[str, int]:
    """With cupy's names."""
    found = _Attributes()
    library().lockstep_attributes_of(kernel, ctypes.byref(found))
    return {name: int(getattr(found, name)) for name in ATTRIBUTES}


def _last(text_of: Any) -> str:
    size = ctypes.c_uint64()
    text = text_of(ctypes.byref(size))
    return ctypes.string_at(text, size.value).decode(errors="replace") if size.value else ""


def last_output() -> str:
    """What this thread's last launch printed."""
    return _last(library().lockstep_last_output)


def _is_the_process_s(stream: Any, descriptor: int) -> bool:
    """What is written to the descriptor appears where Python prints; in notebooks it does not."""
    try:
        return bool(stream.fileno() == descriptor)
    except (AttributeError, OSError, ValueError):
        return False


def call(function: int, argument: int) -> int:
    """Runs host code of a library. What it prints appears where Python prints. Returns CUDA's error."""
    runtime = library()
    takes = not (_is_the_process_s(sys.stdout, 1) and _is_the_process_s(sys.stderr, 2))
    if not takes:
        sys.stdout.flush()
    error = int(runtime.lockstep_call(function, argument, takes))
    for text, stream in [(last_output(), sys.stdout), (_last(runtime.lockstep_last_errors), sys.stderr)]:
        if text:
            print(text, end="", file=stream)
    return error


_Dims = ctypes.c_uint32 * 3


def launch(kernel: int, grid: Dims, block: Dims, shared_mem: int, values: Sequence[int], cooperative: bool) -> str:
    """Runs a grid. `values` are the arguments as little-endian numbers, each as long as its parameter or longer.

    The GIL is released while the grid runs. Returns what the kernel printed.
    """
    runtime = library()
    count = len(values)
    # The values, then a pointer to each.
    room = (ctypes.c_uint64 * (2 * count))(*values)
    base = ctypes.addressof(room)
    room[count:] = list(range(base, base + 8 * count, 8))
    return _run(runtime, kernel, grid, block, shared_mem, base + 8 * count, cooperative)


def launch_bytes(kernel: int, grid: Dims, block: Dims, shared_mem: int, values: Sequence[bytes],
                 cooperative: bool) -> str:
    """As `launch`, for arguments of any length."""
    rooms = [ctypes.create_string_buffer(value, max(len(value), 8)) for value in values]
    pointers = (ctypes.c_void_p * len(rooms))(*[ctypes.addressof(room) for room in rooms])
    return _run(library(), kernel, grid, block, shared_mem, ctypes.addressof(pointers), cooperative)


def _run(runtime: ctypes.CDLL, kernel: int, grid: Dims, block: Dims, shared_mem: int, arguments: int,
         cooperative: bool) -> str:
    error = runtime.lockstep_launch(kernel, _Dims(*grid), _Dims(*block), shared_mem, arguments, cooperative)
    output = last_output()
    if error:
        if output:
            print(output, end="")
        raise CUDAError(runtime.lockstep_last_error_name().decode(),
                        runtime.lockstep_last_message().decode(errors="replace"))
    return output
