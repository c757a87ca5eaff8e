"""Functions and lambdas inside kernels in Python, and slices that go down."""

import numpy as np
import pytest

from lockstep import numba_cuda as cuda

FACTOR = 3


@cuda.jit(device=True)
def twice(f, x):
    return f(x) + f(x + 1)


@cuda.jit
def functions(out, a):
    i = cuda.grid(1)
    offset = a[i]

    def scaled(x):
        y = x * FACTOR
        return y

    def shifted(x):
        """Its own variables are not the kernel's."""
        y = x + offset
        return y

    y = 100
    out[i, 0] = scaled(i) + y
    out[i, 1] = shifted(i)
    offset = 1000
    out[i, 2] = shifted(i)
    out[i, 3] = twice(scaled, i)
    out[i, 4] = twice(lambda x: x * x, i)
    pick = lambda x, z: x if x > z else offset  # noqa: E731
    out[i, 5] = pick(i, 1)


def test_inner_functions_have_values_as_in_python():
    out = np.zeros((4, 6), np.int64)
    functions[1, 4](out, np.array([10, 20, 30, 40]))
    for i in range(4):
        assert out[i].tolist() == [3 * i + 100, i + 10 * (i + 1), i + 1000, 6 * i + 3, i * i + (i + 1) ** 2, i if i > 1 else 1000]


def test_an_inner_function_that_uses_variables_stays_inside():
    @cuda.jit
    def escapes(out):
        n = out.size

        def more(x):
            return x + n
        out[0] = twice(more, 1)
    with pytest.raises(SyntaxError, match=r"`more` uses variables of the function around it \(n\), and can be called there only"):
        escapes[1, 1](np.zeros(3))


def test_inner_functions_with_defaults_are_refused():
    @cuda.jit
    def defaults(out):
        def more(x, y=1):
            return x + y
        out[0] = more(1)
    with pytest.raises(SyntaxError, match="plain parameters only"):
        defaults[1, 1](np.zeros(3))


BOUNDS = [0, 1, 3, 7, 20, -1, -3, -7, -20]


@cuda.jit(device=True)
def copy(out, v):
    out[0] = v.size
    for k in range(v.size):
        out[k + 1] = v[k]


@cuda.jit
def down_by_two(out, a, start, stop):
    copy(out[0], a[start:stop:-2])
    copy(out[1], a[start::-2])
    copy(out[2], a[:stop:-2])
    copy(out[3], a[::-2])


def test_slices_go_down():
    for size in (0, 1, 7):
        a = np.arange(1, size + 1)
        for start in BOUNDS:
            for stop in BOUNDS:
                out = np.zeros((4, 9), np.int64)
                down_by_two[1, 1](out, a, start, stop)
                for row, wanted in zip(out, (a[start:stop:-2], a[start::-2], a[:stop:-2], a[::-2])):
                    assert row[1:1 + row[0]].tolist() == wanted.tolist(), (size, start, stop)


@cuda.jit
def reversed_rows(out, a):
    out[:] = a[::-1, 1]
    tile = cuda.local.array(6, np.int32)
    for k in range(6):
        tile[k] = k
    down = tile[4:1:-2]
    out[0] += down[0] * 10 + down[1]


def test_views_that_go_down_are_views():
    out = np.zeros(3, np.int64)
    reversed_rows[1, 1](out, np.arange(6).reshape(3, 2))
    assert out.tolist() == [5 + 42, 3, 1]
