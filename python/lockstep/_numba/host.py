"""What host code calls of numba.cuda: arrays of the device, streams, events, devices. The device is this process, and every
launch and copy has ended when it returns."""

from __future__ import annotations

import contextlib
import ctypes
import time
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from .. import _arguments, _runtime, memory
from ..errors import CUDAError

Shape = Union[int, Tuple[int, ...]]


class DeviceArray:
    """An array of the device, as Numba's: `copy_to_host` brings it back. Indexing reads and writes it directly; slices and the
    other forms (`T`, `reshape`) share its memory."""

    def __init__(self, array: np.ndarray):
        self.array = array
        self.shape, self.dtype, self.size, self.ndim = array.shape, array.dtype, array.size, array.ndim
        self.nbytes, self.strides, self.itemsize, self.alloc_size = array.nbytes, array.strides, array.itemsize, array.nbytes
        self.flags = array.flags

    @property
    def _lockstep_array(self) -> np.ndarray:
        return self.array

    @property
    def __cuda_array_interface__(self) -> Any:
        interface = dict(self.array.__array_interface__)
        interface["strides"] = None if self.is_c_contiguous() else self.strides
        return {**{name: interface[name] for name in ("shape", "typestr", "data", "strides")}, "version": 3}

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        """A copy on the host, as in Numba."""
        if copy is False:
            raise ValueError("an array of the device comes to the host as a copy")
        return np.array(self.array, dtype)

    def is_c_contiguous(self) -> bool:
        return bool(self.array.flags.c_contiguous)

    def is_f_contiguous(self) -> bool:
        return bool(self.array.flags.f_contiguous)

    def copy_to_host(self, ary: Optional[np.ndarray] = None, stream: Any = None) -> np.ndarray:
        if ary is None:
            return self.array.copy()
        ary[...] = self.array
        return ary

    def copy_to_device(self, ary: Any, stream: Any = None) -> None:
        self.array[...] = ary.array if isinstance(ary, DeviceArray) else ary

    @property
    def T(self) -> "DeviceArray":
        return DeviceArray(self.array.T)

    def transpose(self, axes: Any = None) -> "DeviceArray":
        return DeviceArray(self.array.transpose(axes))

    def reshape(self, *shape: Any, order: Any = "C") -> "DeviceArray":
        """ValueError: this needs a copy."""
        if not self.array.flags.c_contiguous and not self.array.flags.f_contiguous:
            raise ValueError("an array that is not contiguous cannot have another shape without a copy")
        made = self.array.reshape(*shape, order=order)
        if made.size and not np.shares_memory(made, self.array):
            raise ValueError(f"an array of strides {self.strides} cannot have the shape {made.shape} without a copy")
        return DeviceArray(made)

    def ravel(self, order: Any = "C", stream: Any = None) -> "DeviceArray":
        return DeviceArray(self.array.ravel(order))

    def squeeze(self, axis: Any = None, stream: Any = None) -> "DeviceArray":
        return DeviceArray(self.array.squeeze(axis))

    def view(self, dtype: Any) -> "DeviceArray":
        return DeviceArray(self.array.view(_dtype(dtype)))

    def split(self, section: int, stream: Any = None) -> Iterator["DeviceArray"]:
        """Pieces of this length; the last one may be shorter."""
        if self.ndim != 1:
            raise ValueError("only an array with one dimension can be split")
        return (DeviceArray(self.array[begin:begin + section]) for begin in range(0, self.size, section))

    def bind(self, stream: Any = None) -> "DeviceArray":
        return self

    def __getitem__(self, index: Any) -> Any:
        found = self.array[index]
        return DeviceArray(found) if isinstance(found, np.ndarray) else found

    def getitem(self, index: Any, stream: Any = None) -> Any:
        return self[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self.array[index] = value.array if isinstance(value, DeviceArray) else value

    def setitem(self, index: Any, value: Any, stream: Any = None) -> None:
        self[index] = value

    def __len__(self) -> int:
        return len(self.array)

    def __repr__(self) -> str:
        return f"<lockstep device array of {self.dtype}, shape {self.shape}>"


def _dtype(dtype: Any) -> np.dtype:
    return np.dtype(getattr(dtype, "name", dtype))


def is_cuda_array(obj: Any) -> bool:
    return hasattr(obj, "__cuda_array_interface__")


def as_cuda_array(obj: Any, sync: bool = True) -> DeviceArray:
    """The object's own memory as an array of the device; memory of this machine, such as a numpy array, is that too."""
    return obj if isinstance(obj, DeviceArray) else DeviceArray(_arguments.as_array(obj, "as_cuda_array"))


def to_device(obj: Any, stream: Any = None, copy: bool = True, to: Optional[DeviceArray] = None) -> DeviceArray:
    """A copy of an array on the device."""
    if to is not None:
        if copy:
            to.copy_to_device(obj)
        return to
    return obj if isinstance(obj, DeviceArray) else DeviceArray(np.array(obj, order="A"))


def device_array(shape: Shape, dtype: Any = np.float64, strides: Any = None, order: str = "C",
                 stream: Any = None) -> DeviceArray:
    """An array that nobody has written yet: `check` finds reads of it, and floats are NaN."""
    return DeviceArray(_empty(shape, dtype, order))


def device_array_like(ary: Any, stream: Any = None) -> DeviceArray:
    """With the axes in the order of the array's, and without gaps."""
    return DeviceArray(_empty_like(ary))


def _empty(shape: Shape, dtype: Any, order: str) -> np.ndarray:
    if order == "F" and isinstance(shape, tuple):
        return memory.empty(shape[::-1], _dtype(dtype)).T
    return memory.empty(shape, _dtype(dtype))


def _empty_like(ary: Any) -> np.ndarray:
    strides = np.empty_like(_arguments.as_array(ary, "an array")).strides
    axes = sorted(range(len(strides)), key=lambda axis: -strides[axis])
    array = memory.empty(tuple(ary.shape[axis] for axis in axes), _dtype(ary.dtype))
    return array.transpose([axes.index(axis) for axis in range(len(axes))])


def pinned_array(shape: Shape, dtype: Any = np.float64, strides: Any = None, order: str = "C") -> np.ndarray:
    """An array of the host. The device reaches all memory of this process, so that mapped and managed ones are the same."""
    return _empty(shape, dtype, order)


def pinned_array_like(ary: Any) -> np.ndarray:
    return _empty_like(ary)


def mapped_array(shape: Shape, dtype: Any = np.float64, strides: Any = None, order: str = "C", stream: Any = None,
                 portable: bool = False, wc: bool = False) -> np.ndarray:
    return pinned_array(shape, dtype, strides, order)


def mapped_array_like(ary: Any, stream: Any = None, portable: bool = False, wc: bool = False) -> np.ndarray:
    return pinned_array_like(ary)


def managed_array(shape: Shape, dtype: Any = np.float64, strides: Any = None, order: str = "C", stream: Any = None,
                  attach_global: bool = True) -> np.ndarray:
    return pinned_array(shape, dtype, strides, order)


@contextlib.contextmanager
def pinned(*arylist: Any) -> Iterator[None]:
    yield


@contextlib.contextmanager
def mapped(*arylist: Any, **options: Any) -> Iterator[Any]:
    made = [as_cuda_array(each) for each in arylist]
    yield made[0] if len(made) == 1 else made


@contextlib.contextmanager
def defer_cleanup() -> Iterator[None]:
    yield


class Stream:
    """Work is done in the order of the calls, whatever its stream."""

    def __init__(self, name: str = "stream"):
        self._name = name

    def __repr__(self) -> str:
        return f"<lockstep {self._name}>"

    def synchronize(self) -> None:
        """There is nothing to wait for."""

    @contextlib.contextmanager
    def auto_synchronize(self) -> Iterator["Stream"]:
        yield self

    def add_callback(self, callback: Callable[[Any, int, Any], Any], arg: Any = None) -> None:
        """Called at once, because all work before it has ended: (stream, 0, arg)."""
        callback(self, 0, arg)


def stream() -> Stream:
    return Stream()


_default = Stream("default stream")


def default_stream() -> Stream:
    return _default


legacy_default_stream = per_thread_default_stream = default_stream


def external_stream(ptr: int) -> Stream:
    return Stream(f"stream {ptr:#x}")


class Event:
    """A moment of this machine's clock: times between events are the time that the CPU took."""

    def __init__(self, timing: bool = True):
        self.timing = timing
        self._at: Optional[float] = None

    def record(self, stream: Any = 0) -> None:
        self._at = time.perf_counter()

    def query(self) -> bool:
        return True

    def synchronize(self) -> None:
        """There is nothing to wait for."""

    def wait(self, stream: Any = 0) -> None:
        """There is nothing to wait for."""

    def elapsed_time(self, evtend: "Event") -> float:
        """In milliseconds. CUDAError: one of them is not recorded, or has no timing."""
        if self._at is None or evtend._at is None or not (self.timing and evtend.timing):
            raise CUDAError("cudaErrorInvalidResourceHandle", "an event has no time: make it with timing, and record it")
        return 1000 * (evtend._at - self._at)


def event(timing: bool = True) -> Event:
    return Event(timing)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    return evtstart.elapsed_time(evtend)


# enum cudaDeviceAttr
_ATTRIBUTES = {
    "MAX_THREADS_PER_BLOCK": 1, "MAX_BLOCK_DIM_X": 2, "MAX_BLOCK_DIM_Y": 3, "MAX_BLOCK_DIM_Z": 4, "MAX_GRID_DIM_X": 5,
    "MAX_GRID_DIM_Y": 6, "MAX_GRID_DIM_Z": 7, "MAX_SHARED_MEMORY_PER_BLOCK": 8, "TOTAL_CONSTANT_MEMORY": 9, "WARP_SIZE": 10,
    "MAX_PITCH": 11, "MAX_REGISTERS_PER_BLOCK": 12, "CLOCK_RATE": 13, "MULTIPROCESSOR_COUNT": 16, "CAN_MAP_HOST_MEMORY": 19,
    "CONCURRENT_KERNELS": 31, "MEMORY_CLOCK_RATE": 36, "GLOBAL_MEMORY_BUS_WIDTH": 37, "L2_CACHE_SIZE": 38,
    "MAX_THREADS_PER_MULTI_PROCESSOR": 39, "UNIFIED_ADDRESSING": 41, "COMPUTE_CAPABILITY_MAJOR": 75,
    "COMPUTE_CAPABILITY_MINOR": 76, "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": 81, "MANAGED_MEMORY": 83}


class MemoryInfo(NamedTuple):
    free: int
    total: int


class Device:
    """The simulated GPU, and its only context. Attributes have the driver's names: `WARP_SIZE`, `MULTIPROCESSOR_COUNT`."""

    id = 0

    @property
    def name(self) -> str:
        text = ctypes.create_string_buffer(1 << 14)  # a cudaDeviceProp begins with the name
        _runtime.library().cudaGetDeviceProperties(text, 0)
        return text.value.decode()

    @property
    def compute_capability(self) -> Tuple[int, int]:
        return self.COMPUTE_CAPABILITY_MAJOR, self.COMPUTE_CAPABILITY_MINOR

    def __getattr__(self, name: str) -> int:
        if name not in _ATTRIBUTES:
            raise AttributeError(f"a device has no `{name}`")
        value = ctypes.c_int()
        _runtime.library().cudaDeviceGetAttribute(ctypes.byref(value), _ATTRIBUTES[name], 0)
        return value.value

    def __repr__(self) -> str:
        return f"<lockstep device 0: {self.name}>"

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *error: Any) -> None:
        """The only device stays the current one."""

    def reset(self) -> None:
        """Nothing is kept on the device."""

    def get_primary_context(self) -> "Context":
        return _context


class Context:
    device = Device()

    @property
    def id(self) -> int:
        return self.device.id

    def get_memory_info(self) -> MemoryInfo:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        _runtime.library().cudaMemGetInfo(ctypes.byref(free), ctypes.byref(total))
        return MemoryInfo(free.value, total.value)

    def synchronize(self) -> None:
        """There is nothing to wait for."""

    def reset(self) -> None:
        """Nothing is kept on the device."""

    def push(self) -> None:
        """The only context stays the current one."""

    def pop(self) -> None:
        """The only context stays the current one."""


_context = Context()


class Devices:
    """`gpus`: one device."""

    @property
    def lst(self) -> List[Device]:
        return [_context.device]

    @property
    def current(self) -> Device:
        return _context.device

    def __getitem__(self, index: int) -> Device:
        return self.lst[index]

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[Device]:
        return iter(self.lst)

    def __repr__(self) -> str:
        return f"<lockstep devices: {self.lst}>"


gpus = Devices()


def list_devices() -> Devices:
    return gpus


def current_context(devnum: Optional[int] = None) -> Context:
    return select_device(devnum or 0)


def get_current_device() -> Device:
    return _context.device


def select_device(device_id: int) -> Context:
    if device_id != 0:
        raise CUDAError("cudaErrorInvalidDevice", f"there is one device, 0, and this is {device_id}")
    return _context


def close() -> None:
    """Nothing is kept on the device."""


def detect() -> bool:
    """Prints the device."""
    device = _context.device
    print(f"Found 1 CUDA device\nid 0    {device.name}    compute capability {'.'.join(map(str, device.compute_capability))}, "
          "simulated on the CPU")
    return True


def synchronize() -> None:
    """Launches return after their end, so there is nothing to wait for."""


def is_bfloat16_supported() -> bool:
    """numpy has no such numbers, so that kernels in Python have none."""
    return False


def is_available() -> bool:
    return True


def profile_start() -> None:
    """There is no profiler to start: `lockstep.explain` counts what lines cost."""


def profile_stop() -> None:
    """As profile_start."""


@contextlib.contextmanager
def profiling() -> Iterator[None]:
    yield
