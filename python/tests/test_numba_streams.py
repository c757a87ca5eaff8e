"""numba.cuda's random streams, synchronized grids and vectorized functions, on lockstep.numba_cuda."""

import numpy as np
import pytest

import lockstep as ls
from lockstep import numba_cuda as cuda

# --- cuda.random: numbers of Numba's simulator
STATES = [(313611670190079035, 410834281257317300), (11993970802556713180, 5368778761872700062), (17249457156002458569, 895864088961879842)]
NUMBERS = [[0.03927229, 0.76315048, -1.09955071, -0.90208969], [0.94123656, 0.13687238, 0.84392702, -0.14340685],
           [0.98365986, 0.83040909, 0.74500278, -0.43973127]]


@cuda.jit
def draw(states, out):
    i = cuda.grid(1)
    out[i, 0] = cuda.random.xoroshiro128p_uniform_float32(states, i)
    out[i, 1] = cuda.random.xoroshiro128p_uniform_float64(states, i)
    out[i, 2] = cuda.random.xoroshiro128p_normal_float32(states, i)
    out[i, 3] = cuda.random.xoroshiro128p_normal_float64(states, i)


def test_random_streams_have_numbas_numbers():
    states = cuda.random.create_xoroshiro128p_states(3, seed=42, subsequence_start=1)
    assert [tuple(each) for each in states.copy_to_host()] == STATES
    assert (cuda.random.create_xoroshiro128p_states(4, seed=42).copy_to_host()[1:] == states.copy_to_host()).all()
    out = np.zeros((3, 4))
    draw[1, 3](states, out)
    np.testing.assert_allclose(out[:, :2], [row[:2] for row in NUMBERS], atol=5e-9)
    np.testing.assert_allclose(out[:, 2:], [row[2:] for row in NUMBERS], rtol=3e-7)
    assert ls.check(draw[1, 3], states, out).ok


def test_random_numbers_need_states():
    with pytest.raises(SyntaxError, match="xoroshiro128p_uniform_float32 takes an array of states and an index"):
        draw[1, 3](np.zeros(3), np.zeros((3, 4)))


# --- cuda.cg
@cuda.jit
def rows(m):
    column = cuda.grid(1)
    grid = cuda.cg.this_grid()
    for row in range(1, m.shape[0]):
        m[row, column] = m[row - 1, m.shape[1] - 1 - column] + 1
        grid.sync()


@cuda.jit
def direct(m):
    m[0, cuda.grid(1)] = cuda.gridsize(1)
    cuda.cg.this_grid().sync()
    m[1, cuda.grid(1)] = m[0, cuda.gridsize(1) - 1 - cuda.grid(1)]


def test_all_blocks_of_a_grid_wait_for_each_other():
    m = np.zeros((20, 128), np.int32)
    rows[4, 32](m)
    assert (m == np.arange(20)[:, None]).all()
    direct[4, 32](m)
    assert (m[1] == 128).all() and ls.check(direct[4, 32], m).ok


# --- vectorize
@cuda.vectorize(["float32(float32, float32)", "float64(float64, float64)", "int64(int64, int64)"], target="cuda")
def weighted(a, b):
    return a + b * 2


def test_a_vectorized_function_broadcasts_and_has_the_types_of_its_signature():
    found = weighted(np.arange(4, dtype=np.float32), np.float32(1))
    assert found.dtype == np.float32 and found.tolist() == [2, 3, 4, 5]
    found = weighted(np.ones((2, 3), np.float32), np.arange(3.0))
    assert found.dtype == np.float64 and found.tolist() == [[1, 3, 5], [1, 3, 5]]
    assert weighted(np.arange(200), np.arange(200)).tolist() == [3 * i for i in range(200)]
    assert cuda.vectorize(cuda.float64(cuda.float64), target="cuda")(lambda a: a * 2)(3.0) == 6
    assert weighted(1.0, 2.0) == 5 and weighted(np.zeros(0), 1.0).size == 0
    out = np.zeros(2)
    assert weighted(np.ones(2), np.ones(2), out=out) is out and out.tolist() == [3, 3]
    on_device = weighted(cuda.to_device(np.ones(2)), 1.0)
    assert isinstance(on_device, cuda.DeviceArray) and on_device.copy_to_host().tolist() == [3, 3]
    assert weighted.reduce(np.arange(4.0)) == 12 and weighted.reduce(np.array([5, 7])) == 19
    with pytest.raises(TypeError, match=r"`weighted` takes \(float32, float32\) or .*, and the call has \(complex128, int64\)"):
        weighted(1j, 2)


@cuda.guvectorize(["void(float32[:,:], float32[:,:], float32[:,:])"], "(m,n),(n,p)->(m,p)", target="cuda")
def product(a, b, c):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            total = 0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            c[i, j] = total


@cuda.guvectorize(["void(float64[:], float64, float64[:], float64[:])"], "(n),()->(n),()", target="cuda")
def scaled(a, factor, out, total):
    total[0] = 0
    for i in range(a.size):
        out[i] = a[i] * factor
        total[0] += out[i]


def test_a_generalized_function_works_on_parts_of_arrays():
    a, b = np.random.rand(5, 2, 3).astype(np.float32), np.random.rand(3, 4).astype(np.float32)
    np.testing.assert_allclose(product(a, b), a @ b, rtol=1e-6)
    out = np.zeros((5, 2, 4), np.float32)
    product(a, b, out)
    np.testing.assert_allclose(out, a @ b, rtol=1e-6)
    found, totals = scaled(np.arange(6.0).reshape(2, 3), np.array([1.0, 10.0]))
    assert found.tolist() == [[0, 1, 2], [30, 40, 50]] and totals.tolist() == [3, 120]
    with pytest.raises(ValueError, match="`product`, argument 2: the dimension `n` has 4 elements here, and 3 before"):
        product(a, np.zeros((4, 4), np.float32))
    with pytest.raises(ValueError, match="`out` has the shape"):
        product(a, b, np.zeros((2, 4), np.float32))


def test_what_is_no_vectorized_function_for_the_gpu_is_refused():
    with pytest.raises(TypeError, match="needs signatures"):
        cuda.vectorize(target="cuda")(lambda a: a)
    with pytest.raises(TypeError, match="needs signatures"):
        cuda.vectorize(len, target="cuda")(lambda a: a)
    with pytest.raises(ImportError, match="`vectorize` for the CPU is of Numba's compiler"):
        cuda.vectorize(["float32(float32)"])
    with pytest.raises(ValueError, match="is no layout"):
        cuda.guvectorize(["void(float32[:], float32[:])"], "n->n", target="cuda")(product)
