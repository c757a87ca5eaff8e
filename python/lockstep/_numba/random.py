"""numba.cuda.random: streams of xoroshiro128+, one for each thread."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel import RawKernel
from . import names
from .host import DeviceArray, to_device

xoroshiro128p_dtype = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
MARKS = {f"xoroshiro128p_{name}": names.Mark(f"random.xoroshiro128p_{name}") for name in names.RANDOM}

_BEGIN = RawKernel("""#include "lockstep_python/random.h"
struct State { unsigned long long s0, s1; };
extern "C" __global__ void begin(State* states, long long count, unsigned long long seed, long long first) {
  State state;
  python_xoroshiro128p_begin(&state, seed);
  for (long long i = 0; i < first; ++i) python_xoroshiro128p_jump(&state);
  for (long long i = 0; i < count; ++i) {
    states[i] = state;
    python_xoroshiro128p_jump(&state);
  }
}""", "begin")


def create_xoroshiro128p_states(n: int, seed: int, subsequence_start: int = 0, stream: Any = 0) -> DeviceArray:
    """The states of `n` streams. The same seed gives the same numbers; the streams are 2**64 numbers apart, from
    `subsequence_start` on."""
    states = to_device(np.zeros(n, xoroshiro128p_dtype))
    init_xoroshiro128p_states(states, seed, subsequence_start)
    return states


def init_xoroshiro128p_states(states: Any, seed: int, subsequence_start: int = 0, stream: Any = 0) -> None:
    """The same in an array that there is."""
    _BEGIN((1,), (1,), (states, np.int64(len(states)), np.uint64(int(seed) % 2**64), np.int64(subsequence_start)))


def __getattr__(name: str) -> Any:
    if name in MARKS:
        return MARKS[name]
    raise AttributeError(f"numba_cuda.random has no `{name}`")
