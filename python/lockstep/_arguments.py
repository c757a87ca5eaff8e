"""Arguments of a launch: judged against the kernel's parameters, whose types are known, and turned into bytes."""

from __future__ import annotations

import ctypes
import struct
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._runtime import Dims, Parameter

# enum lockstep_element (shared/lockstep/array.h) -> numpy
_DTYPES: Dict[int, np.dtype] = {
    1: np.dtype(np.bool_), 2: np.dtype(np.int8), 3: np.dtype(np.uint8), 4: np.dtype(np.int16), 5: np.dtype(np.uint16),
    6: np.dtype(np.int32), 7: np.dtype(np.uint32), 8: np.dtype(np.int64), 9: np.dtype(np.uint64),
    10: np.dtype(np.float16), 12: np.dtype(np.float32), 13: np.dtype(np.float64)}
_BFLOAT16 = 11
_CHARACTERS = (np.dtype(np.int8), np.dtype(np.uint8), np.dtype("S1"))
_COMPLEX = {np.dtype(np.complex64): np.dtype(np.float32), np.dtype(np.complex128): np.dtype(np.float64)}
_PACK = {1: "<?", 2: "<b", 3: "<B", 4: "<h", 5: "<H", 6: "<i", 7: "<I", 8: "<q", 9: "<Q", 10: "<e", 12: "<f", 13: "<d"}


@dataclass(frozen=True)
class Place:
    """Of an argument, in messages."""

    kernel: str
    number: int  # from 1
    parameter: Parameter

    def __str__(self) -> str:
        return f"`{self.kernel}`, argument {self.number}, `{self.parameter.type} {self.parameter.name}`"


def as_dims(value: Any, what: str) -> Dims:
    """(x, y, z) of a number or of up to three of them."""
    numbers = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(numbers) <= 3:
        raise ValueError(f"the {what} has {len(numbers)} dimensions: it takes 1 to 3")
    try:
        dims = [int(number.__index__()) for number in numbers]
    except AttributeError:
        raise TypeError(f"the {what} is {value!r}: it takes whole numbers, as in (4, 2)") from None
    if any(not 0 <= number < 1 << 32 for number in dims):
        raise ValueError(f"the {what} is {value!r}: each number must be at least 0 and below 2**32")
    return (dims + [1, 1])[0], (dims + [1, 1])[1], (dims + [1, 1])[2]


def _writeable(array: np.ndarray) -> np.ndarray:
    """The same memory: numpy takes everything from DLPack for read-only, whatever its owner says."""
    if array.flags.writeable or not array.flags.c_contiguous or not array.nbytes:
        return array
    memory: Any = (ctypes.c_char * array.nbytes).from_address(array.ctypes.data)
    same: np.ndarray = np.frombuffer(memory, array.dtype).reshape(array.shape)
    return same


def as_array(value: Any, place: Union[Place, str]) -> np.ndarray:
    """The argument's own memory as a numpy array; never a copy."""
    if isinstance(value, np.ndarray):
        return value
    if hasattr(value, "_lockstep_array"):  # numba_cuda's arrays of the device
        own: np.ndarray = value._lockstep_array
        return own
    if hasattr(value, "__cuda_array_interface__"):
        raise TypeError(f"{place}: a {type(value).__name__} in the memory of a GPU: pass an array of this machine")
    if hasattr(value, "__array_interface__") and not isinstance(value, np.generic):
        return np.asarray(value)
    if hasattr(value, "__dlpack__"):
        try:
            return _writeable(np.from_dlpack(value))
        except (BufferError, RuntimeError, TypeError) as error:
            raise TypeError(f"{place}: this {type(value).__name__} cannot be passed without a copy: {error}") from None
    try:
        return np.asarray(memoryview(value))
    except TypeError:
        hint = "pass an array" if isinstance(value, (int, float, np.generic)) else "pass a numpy array"
        raise TypeError(f"{place}: a {type(value).__name__} is no array: {hint}") from None


def _fits(dtype: np.dtype, parameter: Parameter) -> bool:
    if parameter.element == _BFLOAT16:
        return dtype.name == "bfloat16" or dtype == np.uint16
    wanted = _DTYPES.get(parameter.element)
    if wanted is None:
        # `void*` takes any array, and a struct one whose cells have its size.
        return parameter.cell_size in (0, dtype.itemsize) or parameter.type.endswith("void*")
    if dtype == wanted and parameter.cell_size % wanted.itemsize == 0:
        return True
    if parameter.type.removesuffix("*").split()[-1] == "char" and dtype in _CHARACTERS:
        return True
    is_struct = parameter.cell_size != wanted.itemsize
    return is_struct and dtype.itemsize == parameter.cell_size and (
        dtype.fields is not None or _COMPLEX.get(dtype) == wanted)


def _name_of_cells(parameter: Parameter) -> str:
    wanted = _DTYPES.get(parameter.element)
    if wanted is None:
        return "bfloat16" if parameter.element == _BFLOAT16 else f"cells of {parameter.cell_size} bytes"
    count = parameter.cell_size // wanted.itemsize
    return wanted.name if count <= 1 else f"{wanted.name}, {count} for each cell"


def name_of(dtype: np.dtype) -> str:
    """With its order of bytes, if that is not the machine's."""
    swapped = {">": "big", "<": "little"}.get(dtype.byteorder)
    return f"{dtype.name} in {swapped}-endian order ({dtype.str})" if swapped else dtype.name


def dtype_of(parameter: Parameter) -> np.dtype:
    """Of the elements of a variable; bytes where numpy has no such type."""
    return _DTYPES.get(parameter.element, np.dtype(np.uint16 if parameter.element == _BFLOAT16 else np.uint8))


def judge_array(array: np.ndarray, place: Place) -> None:
    """TypeError for an array whose bytes are not what the kernel takes them for."""
    parameter = place.parameter
    if not _fits(array.dtype, parameter):
        wanted = _DTYPES.get(parameter.element)
        hint = f": pass x.astype(np.{wanted.name})" if wanted is not None and array.dtype.fields is None else ""
        raise TypeError(f"{place}: the array has dtype {name_of(array.dtype)}, and the kernel takes "
                        f"{_name_of_cells(parameter)}{hint}")
    if not array.flags.c_contiguous:
        raise TypeError(f"{place}: the array of shape {array.shape} has strides {array.strides}, so that it is a view or "
                        "in another order than C's, and the kernel would see the memory below it: "
                        "pass np.ascontiguousarray(x)")
    if parameter.cell_size and array.nbytes % parameter.cell_size:
        raise TypeError(f"{place}: the array has {array.nbytes} bytes, which is no whole number of cells of "
                        f"{parameter.cell_size}")
    if not array.flags.writeable and not parameter.is_read_only:
        raise TypeError(f"{place}: the array is read-only, and the kernel may write to it: pass a copy, or declare the "
                        "parameter const")
    if not array.flags.aligned:
        raise TypeError(f"{place}: the array does not begin at a multiple of its cells' size: pass a copy")


def as_bytes(value: Any, place: Place) -> bytes:
    """A value as its parameter's bytes. Python's own numbers take the parameter's type; numpy's must have it."""
    parameter = place.parameter
    wanted = _DTYPES.get(parameter.element)
    if wanted is not None and parameter.size == wanted.itemsize:
        return _number(value, wanted, place)
    if isinstance(value, complex) and wanted is not None and parameter.size == 2 * wanted.itemsize:
        value = np.complex64(value) if wanted.itemsize == 4 else np.complex128(value)
    if isinstance(value, (np.generic, np.ndarray)):
        data = value.tobytes()
    elif isinstance(value, (bytes, bytearray, memoryview)):
        data = bytes(value)
    else:
        raise TypeError(f"{place}: a {type(value).__name__}, and the kernel takes {parameter.size} bytes: pass a numpy "
                        "scalar of a structured dtype, or bytes")
    if len(data) != parameter.size:
        raise TypeError(f"{place}: {len(data)} bytes, and the kernel takes {parameter.size}")
    return data


def _number(value: Any, wanted: np.dtype, place: Place) -> bytes:
    if isinstance(value, np.ndarray):
        if value.ndim != 0:
            raise TypeError(f"{place}: an array of shape {value.shape}, and the kernel takes one {wanted.name}")
        value = value[()]
    if isinstance(value, np.generic):
        is_character = place.parameter.type.endswith("char") and value.dtype in _CHARACTERS
        if value.dtype != wanted and not is_character:
            raise TypeError(f"{place}: a {value.dtype.name}, and the kernel takes {wanted.name}: pass "
                            f"np.{wanted.name}(x), or a number of Python's")
        return bytes(value.tobytes())
    if isinstance(value, float) and wanted.kind in "iub":
        raise TypeError(f"{place}: {value!r} is a float, and the kernel takes {wanted.name}: pass int(x)")
    if not isinstance(value, (bool, int, float)) and not hasattr(value, "__index__"):
        raise TypeError(f"{place}: a {type(value).__name__}, and the kernel takes {wanted.name}")
    try:
        return struct.pack(_PACK[place.parameter.element], value)
    except (struct.error, OverflowError):
        raise TypeError(f"{place}: {value!r} does not fit into {wanted.name}") from None


def judge(kernel: str, parameters: Sequence[Parameter], arguments: Sequence[Any]) -> List[Union[np.ndarray, bytes, None]]:
    """For each parameter an array, a value's bytes, or None for a null pointer; TypeError where one does not fit."""
    if len(arguments) != len(parameters):
        takes = ", ".join(f"{each.type} {each.name}" for each in parameters)
        raise TypeError(f"`{kernel}` takes {len(parameters)} arguments ({takes}), and the launch has {len(arguments)}")
    judged: List[Union[np.ndarray, bytes, None]] = []
    for number, (parameter, value) in enumerate(zip(parameters, arguments), 1):
        place = Place(kernel, number, parameter)
        if not parameter.is_pointer:
            judged.append(as_bytes(value, place))
        elif value is None:
            judged.append(None)
        else:
            array = as_array(value, place)
            judge_array(array, place)
            judged.append(array)
    return judged


def values_of(judged: Sequence[Union[np.ndarray, bytes, None]]) -> Tuple[Optional[List[int]], List[bytes]]:
    """As numbers of eight bytes, or, where an argument is longer, as bytes."""
    if all(not isinstance(each, bytes) or len(each) <= 8 for each in judged):
        return [0 if each is None else int.from_bytes(each, "little") if isinstance(each, bytes) else each.ctypes.data
                for each in judged], []
    return None, [each if isinstance(each, bytes) else
                  struct.pack("<Q", 0 if each is None else each.ctypes.data) for each in judged]
