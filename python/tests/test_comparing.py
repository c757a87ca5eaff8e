"""A launch in several ways, and arrays over time."""

import numpy as np
import pytest

import lockstep as ls

CODE = r"""
extern "C" __global__ void last(float* out, const float* x, int n) {
  if (threadIdx.x < n) out[threadIdx.x % 4] = x[threadIdx.x];
}
extern "C" __global__ void add(float* x, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}
extern "C" __global__ void sum(float* total, const float* x) { atomicAdd(total, x[threadIdx.x]); }
extern "C" __global__ void endless(volatile int* x) { while (x[0] == 0) x[1] = x[1] + 1; }
"""
module = ls.RawModule(CODE)
add, last = module.get_function("add"), module.get_function("last")


def ones(n):
    return np.ones(n, np.float32)


def test_equal_ways():
    x = np.arange(40, dtype=np.float32)
    found = ls.compare(add, 2, 32, (x, ones(40), 40), ways=("serial", "lockstep", "shuffled:3", "fibers"))
    assert found.ok and str(found) == "`add` with serial, lockstep, shuffled:3, fibers: equal"
    assert (x == np.arange(40) + 1).all() and list(found.arrays["fibers"]) == ["x"]


def test_a_kernel_that_depends_on_the_order_of_its_threads():
    out, x = np.zeros((2, 2), np.float32), np.arange(8, dtype=np.float32)
    found = ls.compare(last[1, 8], out, x, 8, ways=("serial", "shuffled:1", "shuffled:2"))
    assert not found.ok and out.tolist() == [[4, 5], [6, 7]]
    first = found.differences[0]
    assert first.array == "out" and first.ways[0] == "serial" and len(first.index) == 2 and first.largest == 4
    assert "`out[" in str(found) and "<td>out</td>" in found._repr_html_()


def test_a_tolerance_for_sums_of_floats():
    x = np.random.default_rng(1).random(256).astype(np.float32)
    total = module.get_function("sum")
    assert not ls.compare(total, 1, 256, (np.zeros(1, np.float32), x))
    assert ls.compare(total, 1, 256, (np.zeros(1, np.float32), x), rtol=1e-5)


def test_what_cannot_be_compared():
    with pytest.raises(ValueError, match="'backwards' is no way"):
        ls.compare(add, 1, 8, (ones(8), ones(8), 8), ways=("serial", "backwards"))
    with pytest.raises(ls.LockstepError, match="limit|1 s|time"):
        ls.compare(module.get_function("endless"), 1, 1, (np.zeros(2, np.int32),), limit=1)
    if not ls.has_gpu():
        with pytest.raises(ls.LockstepError, match="no nvcc with a GPU here"):
            ls.compare(add, 1, 8, (ones(8), ones(8), 8), ways=("serial", "gpu"))


@pytest.mark.skipif(not ls.has_gpu(), reason="no GPU here")
def test_a_gpu_computes_the_same():
    assert ls.compare(add, 2, 32, (ones(40), ones(40), 40), ways=("serial", "gpu")).ok


def test_an_array_over_time():
    x, y = np.zeros((2, 4), np.float32), np.arange(8, dtype=np.float32)
    rec = ls.record(add, 1, 8, (x, y, 8), order="serial")
    steps, values = rec.over_time(x)
    assert values.shape == (9, 2, 4) and (np.diff(steps) > 0).all() and not values[0].any() and (values[-1] == x).all()
    assert values[3].reshape(-1).tolist() == [0, 1, 2, 0, 0, 0, 0, 0]
    with pytest.raises(LookupError):
        rec.over_time(np.zeros(3))
