"""pretend_cuda: PyTorch's tensors of the host, as if some of them were a GPU's.

A tensor made for "cuda", or of one that is, has a mark in Python, and so has one made for the CPU. Tensors that autograd or
C++ code have made have none; they count as the CPU's in Python, and as CUDA tensors in extensions.
"""

from __future__ import annotations

import time
import types
from typing import Any, Callable, Dict, Iterator, List, Optional

import torch
from torch.overrides import TorchFunctionMode

SAID = "lockstep: there is no GPU; CUDA tensors are the CPU's memory, kernels run on the CPU, and times are the CPU's"
_MARK = "_lockstep_is_cuda"
_DEVICE = torch.device("cuda", 0)
_active: List["_Pretend"] = []


def is_pretending() -> bool:
    return bool(_active)


def _is_cuda(tensor: Any) -> Optional[bool]:
    """None: nobody knows."""
    return getattr(tensor, "__dict__", {}).get(_MARK)


def is_of_the_host(tensor: torch.Tensor) -> bool:
    return is_pretending() and _is_cuda(tensor) is False


def tensors_in(values: Any) -> Iterator[torch.Tensor]:
    if isinstance(values, torch.Tensor):
        yield values
    elif isinstance(values, (list, tuple)):
        for each in values:
            yield from tensors_in(each)
    elif isinstance(values, dict):
        yield from tensors_in(list(values.values()))


def _mark(values: Any, is_cuda: Optional[bool], but: List[int]) -> None:
    """What an operation has made; not what it was given."""
    for tensor in tensors_in(values):
        if id(tensor) not in but:
            tensor.__dict__[_MARK] = is_cuda


def mark_result(result: Any, arguments: Any) -> Any:
    """An operation's results lie where its arguments do."""
    if is_pretending():
        given = list(tensors_in(arguments))
        marks = {_is_cuda(each) for each in given}
        _mark(result, True if True in marks else None if None in marks else False, [id(each) for each in given])
    return result


def _names_cuda(device: Any) -> Optional[bool]:
    """None: it names no device."""
    if isinstance(device, torch.Tensor):
        return bool(_is_cuda(device))
    if isinstance(device, int) and not isinstance(device, bool):
        return True
    try:
        return torch.device(device).type == "cuda" if isinstance(device, (str, torch.device)) else None
    except RuntimeError:
        return None


def _cuda(func: Any, tensor: torch.Tensor, *_: Any, **__: Any) -> torch.Tensor:
    if _is_cuda(tensor):
        return tensor
    copy = tensor.clone()
    _mark(copy, True, [])
    return copy


def _cpu(func: Any, tensor: torch.Tensor, *_: Any, **__: Any) -> torch.Tensor:
    if _is_cuda(tensor) is False:
        return tensor
    copy = tensor.clone()
    _mark(copy, False, [])
    return copy


def _to(func: Any, tensor: torch.Tensor, *arguments: Any, **named: Any) -> torch.Tensor:
    wants: Optional[bool] = None
    given: List[Any] = []
    for each in arguments:
        is_cuda = None if isinstance(each, bool) else _names_cuda(each)
        wants = wants if is_cuda is None else is_cuda
        if isinstance(each, torch.Tensor):
            given += [each.dtype]
        else:
            given.append("cpu" if is_cuda else each)
    for name in ("device", "other"):
        is_cuda = _names_cuda(named.get(name))
        if is_cuda is not None:
            wants = is_cuda
            if name == "device":
                named[name] = "cpu"
    result = func(tensor, *given, **named)
    if wants is None:
        wants = _is_cuda(tensor)
    elif result is tensor and _is_cuda(tensor) is not wants:
        result = tensor.clone()
    if result is not tensor:
        _mark(result, wants, [])
    return result


def _as_numpy(func: Any, tensor: torch.Tensor, *arguments: Any, **named: Any) -> Any:
    if _is_cuda(tensor) and not named.get("force"):
        raise TypeError("can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.")
    return func(tensor, *arguments, **named)


def _text(func: Any, tensor: torch.Tensor, *arguments: Any, **named: Any) -> str:
    text = str(func(tensor, *arguments, **named))
    return text[:-1] + ", device='cuda:0')" if _is_cuda(tensor) and text.endswith(")") else text


def _set_data(func: Any, tensor: torch.Tensor, data: torch.Tensor) -> None:
    func(tensor, data)
    tensor.__dict__[_MARK] = _is_cuda(data)


def _special() -> Dict[Any, Callable[..., Any]]:
    tensor: Any = torch.Tensor
    return {
        tensor.cuda: _cuda, tensor.cpu: _cpu, tensor.to: _to, tensor.numpy: _as_numpy, tensor.__array__: _as_numpy,
        tensor.__repr__: _text, tensor.data.__set__: _set_data,
        tensor.is_cuda.__get__: lambda func, its, *_: bool(_is_cuda(its)),
        tensor.is_cpu.__get__: lambda func, its, *_: not _is_cuda(its),
        tensor.device.__get__: lambda func, its, *_: _DEVICE if _is_cuda(its) else func(its),
        tensor.get_device: lambda func, its: 0 if _is_cuda(its) else -1,
        tensor.pin_memory: lambda func, its, *_, **__: its, tensor.is_pinned: lambda func, its, *_, **__: False,
        tensor.record_stream: lambda func, its, *_: None,
    }


class _Pretend(TorchFunctionMode):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self._special = _special()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        named = dict(kwargs or {})
        special = self._special.get(func)
        if special:
            return special(func, *args, **named)
        wants: Optional[bool] = None
        is_named = named.get("device") is not None
        if is_named:
            wants = True if _names_cuda(named["device"]) else None
            if wants:
                named["device"] = "cpu"
        if named.get("pin_memory"):
            named["pin_memory"] = False
        result = func(*args, **named)
        if is_named:
            _mark(result, wants, [])
        else:
            mark_result(result, [args, named])
        return result


class Event:
    """torch.cuda.Event: work is done in the order of the calls, so that an event is a moment."""

    def __init__(self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, external: bool = False):
        self._moment = 0.0

    def record(self, stream: Any = None) -> None:
        self._moment = time.perf_counter()

    def wait(self, stream: Any = None) -> None:
        pass

    synchronize = wait

    def query(self) -> bool:
        return True

    def elapsed_time(self, end_event: "Event") -> float:
        """In milliseconds, of the CPU."""
        return (end_event._moment - self._moment) * 1000


class Stream:
    """torch.cuda.Stream: all are one."""

    def __init__(self, device: Any = None, priority: int = 0, **_: Any):
        self.device, self.priority, self.cuda_stream = _DEVICE, priority, 0

    def synchronize(self) -> None:
        pass

    wait_event = wait_stream = lambda self, other: None

    def query(self) -> bool:
        return True

    def record_event(self, event: Optional[Event] = None) -> Event:
        event = event or Event()
        event.record()
        return event

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: Any) -> None:
        pass


def _properties(device: Any = None) -> types.SimpleNamespace:
    return types.SimpleNamespace(
        name="Lockstep (CPU)", major=9, minor=0, multi_processor_count=132, total_memory=80 << 30, warp_size=32,
        max_threads_per_multi_processor=2048, max_threads_per_block=1024, shared_memory_per_block=48 << 10,
        shared_memory_per_block_optin=227 << 10, shared_memory_per_multiprocessor=228 << 10, regs_per_multiprocessor=65536,
        L2_cache_size=50 << 20, is_integrated=False, is_multi_gpu_board=False)


def _returns(result: Any) -> Any:
    """A function of its own for each name: torch.compile has a table of them."""
    return lambda *_, **__: result


def _functions() -> Dict[str, Any]:
    stream = Stream()
    found: Dict[str, Any] = {name: _returns(None) for name in (
        "synchronize empty_cache ipc_collect init set_device set_stream manual_seed manual_seed_all seed seed_all "
        "reset_peak_memory_stats reset_max_memory_allocated reset_accumulated_memory_stats _lazy_init").split()}
    found.update({name: _returns(0) for name in
                  "memory_allocated max_memory_allocated memory_reserved max_memory_reserved".split()})
    found.update(
        is_available=_returns(True), is_initialized=_returns(True), device_count=_returns(1), current_device=_returns(0),
        get_device_name=_returns(_properties().name), get_device_properties=_properties, get_device_capability=_returns((9, 0)),
        mem_get_info=_returns((80 << 30, 80 << 30)), current_stream=_returns(stream), default_stream=_returns(stream),
        stream=lambda its: its or stream, Event=Event, Stream=Stream, is_bf16_supported=_returns(True))
    return found


def pretend_cuda(says: bool = True) -> None:
    """Until the process ends, PyTorch in this thread has a CUDA device, which is the CPU.

    `x.cuda()`, `.to("cuda")` and `device="cuda"` make tensors that say so (`x.is_cuda`, `x.device`) and lie in the host's
    memory; `.cpu()` copies them back, and extensions tell them from the CPU's. torch.cuda's functions answer as those of one
    device. It says once what the times are worth, on standard error, unless `says` is false.
    """
    import sys

    if _active:
        return
    for name, function in _functions().items():
        if hasattr(torch.cuda, name):
            setattr(torch.cuda, name, function)
    _active.append(_Pretend())
    _active[0].__enter__()
    if says:
        print(SAID, file=sys.stderr)


__all__ = ["is_pretending", "pretend_cuda"]
