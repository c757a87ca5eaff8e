"""Kernels in Numba's Python: what they compute, how they look in C++, and what is refused."""

import collections
import importlib.util
import math
import operator
import pickle
import re
import subprocess

import numpy as np
import pytest

import lockstep as ls
from lockstep import _app
from lockstep import numba_cuda as cuda
from lockstep._numba.spelling import spelled
from lockstep.kernel import INCLUDE

TPB = 8
SIZE = 5


# --- the shapes of the public GPU puzzles, which get the module as an argument
def zip_puzzle(cuda):
    def call(out, a, b) -> None:
        local_i = cuda.threadIdx.x
        if local_i < SIZE:
            out[local_i] = a[local_i] + b[local_i]
    return call


def map_2d(cuda):
    def call(out, a, size) -> None:
        i = cuda.threadIdx.x
        j = cuda.threadIdx.y
        if i < size and j < size:
            out[i, j] = a[i, j] + 10
    return call


def pooling(cuda):
    def call(out, a, size) -> None:
        shared = cuda.shared.array(TPB, cuda.float32)
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        local_i = cuda.threadIdx.x
        if i < size:
            shared[local_i] = a[i]
            cuda.syncthreads()
        if i == 0:
            out[i] = shared[local_i]
        elif i == 1:
            out[i] = shared[local_i] + shared[local_i - 1]
        else:
            if i < size:
                out[i] = shared[local_i] + shared[local_i - 1] + shared[local_i - 2]
    return call


def axis_sum(cuda):
    def call(out, a, size: int) -> None:
        cache = cuda.shared.array(TPB, cuda.float32)
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        local_i = cuda.threadIdx.x
        batch = cuda.blockIdx.y
        cache[local_i] = a[batch, i] if i < size else 0
        cuda.syncthreads()
        p = 2
        while p <= TPB:
            if local_i % p == 0:
                cache[local_i] += cache[local_i + p // 2]
            cuda.syncthreads()
            p *= 2
        if local_i == 0:
            out[batch, 0] = cache[0]
    return call


def convolution(cuda):
    def call(out, a, b, a_size, b_size) -> None:
        i = cuda.grid(1)
        if i >= a_size:
            return
        acc = 0
        for k in range(b_size):
            if i + k < a_size:
                acc += a[i + k] * b[k]
        out[i] = acc
    return call


def floats(*shape):
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


def test_puzzles():
    out = np.zeros(SIZE, np.float32)
    cuda.jit(zip_puzzle(cuda))[1, 8](out, floats(SIZE), floats(SIZE))
    assert (out == 2 * floats(SIZE)).all()
    out = np.zeros((2, 2), np.float32)
    cuda.jit(map_2d(cuda))[1, (3, 3)](out, floats(2, 2), 2)
    assert (out == floats(2, 2) + 10).all()
    out = np.zeros(8, np.float32)
    pool = cuda.jit(pooling(cuda))
    pool[1, TPB](out, floats(8), 8)
    assert out.tolist() == [0, 1, 3, 6, 9, 12, 15, 18]
    out = np.zeros((4, 1), np.float32)
    cuda.jit(axis_sum(cuda))[(1, 4), (TPB, 1)](out, floats(4, 6), 6)
    assert out[:, 0].tolist() == floats(4, 6).sum(axis=1).tolist()
    out = np.zeros(15, np.float32)
    cuda.jit(convolution(cuda))[2, 8](out, floats(15), floats(4), 15, 4)
    padded = np.append(floats(15), [0, 0, 0])
    assert out.tolist() == [sum(padded[i:i + 4] * floats(4)) for i in range(15)]


@cuda.jit
def tiled(C, A, B):
    """A product of matrices."""
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=cuda.float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=np.float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    tmp = 0.
    for i in range((A.shape[1] + TPB - 1) // TPB):
        sA[ty, tx] = A[y, tx + i * TPB] if y < A.shape[0] and tx + i * TPB < A.shape[1] else 0
        sB[ty, tx] = B[ty + i * TPB, x] if x < B.shape[1] and ty + i * TPB < B.shape[0] else 0
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = tmp


def test_tiles_and_the_view_beside_them():
    a, b, c = floats(13, 20), floats(20, 9), np.zeros((13, 9), np.float32)
    tiled[(2, 2), (TPB, TPB)](c, a, b)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5)
    beside = {python.strip(): [line.strip() for line in cpp] for _, python, cpp in tiled.side_by_side().rows}
    assert beside["x, y = cuda.grid(2)"] == ["int x = blockIdx.x * blockDim.x + threadIdx.x;",
                                             "int y = blockIdx.y * blockDim.y + threadIdx.y;"]
    assert beside["tmp += sA[ty, j] * sB[j, tx]"] == ["tmp += sA[ty][j] * sB[j][tx];", "}"]
    assert beside["C[y, x] = tmp"] == ["C[y * C_shape_1 + x] = tmp;", "}", "}"]
    assert "constexpr int TPB = 8;" in tiled.cuda_source and "double tmp = 0.0;" in tiled.cuda_source
    assert "<pre" in tiled.side_by_side()._repr_html_() and " | " in str(tiled.side_by_side())


@cuda.jit
def unguarded(out, a):
    i = cuda.grid(1)
    out[i] = a[i]


@cuda.jit
def racy(out):
    total = cuda.shared.array(1, cuda.int32)
    total[0] = 0
    cuda.syncthreads()
    total[0] += 1
    cuda.syncthreads()
    out[0] = total[0]


def test_kernels_are_checked_and_recorded_at_lines_of_python():
    found = ls.check(unguarded[1, 32], np.zeros(32), np.zeros(30))
    line = unguarded._lockstep_python().first_line + 3
    assert found.findings[0].python == f"test_numba.py:{line}" and str(found).startswith(f"test_numba.py:{line}: a thread reads past")
    assert "lost-update" in [each.kind for each in ls.check(racy[1, 64], np.zeros(1, np.int32)).findings]
    a, out = np.arange(8.0), np.zeros(8)
    rec = ls.record(unguarded[1, 8], out, a)
    assert rec.last_writer(out, 5)["new"] == 5 and (out == a).all()


# --- expressions: as Python computes them
INTEGERS = """a + b|a - b|a * b|a // b|a % b|a / b|-a|+a|a ** 2|a ** 3|b ** 2 - a|abs(a)|min(a, b)|max(a, b, 3)|a if a < b else b
a & b|a | 6|a ^ b|~a|a << 2|a >> 1|(a + b) // 2 * 2|a - b - (a - b)|a // -2|a % -3|7 // 2|-7 // 2|-7 % 3|2 ** 10|1 << 40
int(a / 2)|float(a) / 4|a < b|not a|a == b or a > 2|0 <= a < b|a != 3 and b != 0|1 if a else 2|True + 1|(a, b)[1]
math.floor(a / 2)|math.ceil(a / 2)|a * 1000000007 * b|(a + 1) * (b + 1)|a + b * a - b""".replace("\n", "|")
FLOATS = """x + 1|x / 3|x // 0.5|x % 0.75|x ** 2|x ** 0.5|-x|abs(-x)|math.sqrt(x)|math.exp(x)|math.sin(x) + math.cos(x)|math.tanh(x)
math.log(x)|math.pow(x, 3)|x * math.pi|min(x, 1)|max(x, a)|x < 2|int(x * 10)|math.floor(x)|math.ceil(x)|x if a > 0 else a
math.atan2(x, 2)|math.isnan(x)|1.5e300 * x|a / b * x|x - a // b""".replace("\n", "|")


def split(texts):
    parts = texts.split("|")
    # `a | 6` has the separator in it.
    return [part for part in (each.strip() for each in parts) if part not in ("a", "6")] + ["a | 6"]


def module_of(tmp_path, text):
    path = tmp_path / "kernels.py"
    path.write_text("import math\nimport numpy as np\nfrom lockstep import numba_cuda as cuda\n\n" + text)
    spec = importlib.util.spec_from_file_location(f"kernels_{tmp_path.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_expressions_have_pythons_values(tmp_path):
    texts = split(INTEGERS) + split(FLOATS)[:-1]
    body = "".join(f"    out[{i}] = {text}\n" for i, text in enumerate(texts))
    module = module_of(tmp_path, f"@cuda.jit\ndef all_of(out, a, b, x):\n{body}")
    for a, b, x in [(7, 2, 1.25), (-7, 3, 0.3), (5, -4, 2.5), (0, 1, 8.0), (-2**33, 7, 1.0)]:
        out = np.zeros(len(texts))
        module.all_of[1, 1](out, a, b, x)
        for text, got in zip(texts, out):
            want = eval(text, {"math": math}, {"a": a, "b": b, "x": x})
            if isinstance(want, int) and not -2**63 <= want < 2**63:
                want = (want + 2**63) % 2**64 - 2**63
            assert got == pytest.approx(float(want), rel=1e-14), (text, a, b, x)


RULES = """
@cuda.jit
def types(out, f, i, u):
    half = f[0] * 0.1
    out[0] = half
    single = f[0] * f[0]
    out[1] = single
    mixed = f[0] * i[0]
    out[2] = mixed
    out[3] = i[0] * i[0]
    out[4] = u[0] - 1 - u[0]
    out[5] = i[0] / i[1]
    count = 0
    for k in range(3):
        count += 0.5
    out[6] = count
    out[7] = math.sqrt(f[1])
    out[8] = np.float32(0.1)
    out[9] = cuda.threadIdx.x - 1
    big = 1
    for k in range(40):
        big = big * 2
    out[10] = big
    for k in range(10, 0, -3):
        last = k
    out[11] = k * 100 + last
    n = 3
    for k in range(n):
        n = 10
        k = k + 100
    out[12] = k
    a, b = 1, 2
    a, b = b, a + b
    out[13] = a * 10 + b
    if i[0] > 0:
        t = 2
    else:
        t = 2.5
    out[14] = t / 4
    out[15] = f[-1]
    m = step = 0
    while True:
        step += 1
        if step == 3:
            continue
        if step > 5:
            break
        m += step
    out[16] = m
"""


def test_types_and_loops_follow_numba(tmp_path):
    module = module_of(tmp_path, RULES)
    f, i, u = np.array([0.1, 2], np.float32), np.array([100000, 3], np.int32), np.array([5], np.uint8)
    out = np.zeros(17)
    module.types[1, 1](out, f, i, u)
    assert out.tolist() == [float(f[0]) * 0.1, float(f[0] * f[0]), float(f[0]) * 100000, 10**10, -1, 100000 / 3, 1.5,
                            float(np.sqrt(f[1])), float(np.float32(0.1)), -1, 2.0**40, 101, 102, 23, 0.5, 2, 12]


@cuda.jit(device=True)
def element_of(x, i):
    return x[i]


@cuda.jit
def backwards(out, a, m, places, unsigned, counts):
    i = cuda.grid(1)
    last = cuda.shared.array(0, cuda.int32)
    room = cuda.local.array((2, 3), cuda.int64)
    last[i] = i
    cuda.syncthreads()
    for k in range(6):
        room[k // 3, k % 3] = k
    out[i, 0] = a[-i - 1]
    out[i, 1] = m[i - 2, -1 - i % 2]
    out[i, 2] = a[places[i]]
    out[i, 3] = a[unsigned[i]]
    out[i, 4] = element_of(a, i - 3)
    out[i, 5] = room[i % 2 - 1, i % 3 - 2]
    out[i, 6] = last[-1] + 10 * last[i - last.size]
    a[i - a.size] += 0
    cuda.atomic.add(counts, places[i], 1)


def test_negative_indices_count_from_the_end():
    a, m = np.arange(5.0), np.arange(12.0).reshape(4, 3)
    places, unsigned = np.array([-1, 2, -5, 4]), np.array([3, 0, 4, 1], np.uint8)
    out, counts = np.zeros((4, 7)), np.zeros(5, np.int32)
    backwards[1, 4, 0, 16](out, a, m, places, unsigned, counts)
    for i in range(4):
        assert out[i].tolist() == [a[-i - 1], m[i - 2, -1 - i % 2], a[places[i]], a[unsigned[i]], a[i - 3],
                                   np.arange(6).reshape(2, 3)[i % 2 - 1, i % 3 - 2], 3 + 10 * i]
    assert counts.tolist() == [1, 0, 1, 0, 2]
    # One that is before the begin is outside here, too.
    assert [each.array for each in ls.check(backwards[1, 4, 0, 16], out, a, m, places - 3, unsigned, counts).findings][:1] == ["a"]


@cuda.jit
def stencil(out, a, order, m):
    i = cuda.grid(1)
    j = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    for k in range(1, a.size - 1):
        out[k] = a[k - 1] + a[k] + a[(k + 1) % a.size] + a[k // 2] + a[k & 3]
    for d in range(len(order) - 1, -1, -1):
        out[d] += order[d]
    while i < a.size:
        out[i] += m[i, j] + a[max(i - 1, 0)]
        i += cuda.gridsize(1)


def test_indices_that_cannot_be_negative_are_as_in_cpp():
    source = stencil.translate(np.zeros(9), np.zeros(9), np.zeros(3, np.int32), np.zeros((9, 9))).cuda_source
    assert "python_index" not in source and "out[k] = a[k - 1] + a[k] + a[(k + 1) % a_shape_0]" in source


@cuda.jit
def count_bits(out, x):
    v = x[0]
    out[0] = cuda.popc(v)
    out[1] = cuda.clz(v)
    out[2] = cuda.ffs(v)
    if out.size == 4:
        out[3] = cuda.brev(v)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_bits_are_those_of_the_type(dtype):
    size = np.dtype(dtype).itemsize * 8
    for value in [0, 1, 6, 1 << (size - 2), (1 << (size - 1)) - 1, -1, -4]:
        if value < 0 and np.dtype(dtype).kind == "u":
            continue
        out = np.zeros(4 if size >= 32 else 3, np.uint64)
        count_bits[1, 1](out, np.array([value], dtype))
        text = format(value % (1 << size), f"0{size}b")
        right = [text.count("1"), len(text) - len(text.lstrip("0")), len(text) - text.rindex("1") if "1" in text else 0, int(text[::-1], 2)]
        assert out.tolist() == right[:out.size], (dtype, value)


@cuda.jit
def bits_of_numbers(out):
    wide = 1 << 40
    out[0], out[1], out[2], out[3] = cuda.popc(wide), cuda.clz(wide), cuda.ffs(wide), cuda.brev(wide)
    out[4], out[5] = cuda.clz(cuda.threadIdx.x + 1), cuda.clz(cuda.threadIdx.x)


def test_numbers_of_python_have_64_bits():
    out = np.zeros(6, np.int64)
    bits_of_numbers[1, 1](out)
    assert out.tolist() == [1, 23, 41, 1 << 23, 63, 32]


HALVES = """h + g|h - g|h * g|h / g|-h|h // g|h % g|h ** 2|h ** g|abs(-h)|min(h, g)|max(h, g, h)|math.sqrt(h)|math.floor(h)
h if h > g else g|h * 2|2 + h|h * f[0]|f[0] - h|h * d|h / 3|h // 2|int(h)|float(h)|h < g|h > 1|not h|1 if h and not g else 2|h == f[0]|bool(h)
np.float16(d)|h if h < 1 else d""".replace("\n", "|").split("|")
HALF_KERNEL = """@cuda.jit
def k(out, halves, x, g, f, d, ints):
    h = x[1]
ASSIGNMENTS    x[0] += h
    x[2] += 1
    f[0] += h
    h += g
    x[3] = h
    ints[0] = h
    s = cuda.shared.array(2, cuda.float16)
    s[0] = ints[1]
    x[4] = s[0]
"""


def test_float16(tmp_path):
    assignments = "".join(f"    out[{i}] = {text}\n    halves[{i}] = {text}\n" for i, text in enumerate(HALVES))
    module = module_of(tmp_path, HALF_KERNEL.replace("ASSIGNMENTS", assignments))
    for h, g in [(1.5, 0.7), (0.1, 3)]:
        x, f, ints = np.array([2, h, 5, 0, 0], np.float16), np.array([1.3], np.float32), np.array([0, 7])
        h, g, d = np.float16(h), np.float16(g), 0.3
        want = [float(eval(text, {"h": h, "g": g, "f": f, "d": d, "np": np, "math": math})) for text in HALVES]
        out, halves = np.zeros(len(HALVES)), np.zeros(len(HALVES), np.float16)
        module.k[1, 1](out, halves, x, g, f, d, ints)
        assert out == pytest.approx(np.array(want), rel=2e-3) and (halves == out.astype(np.float16)).all()
        assert x.tolist() == [np.float16(2) + h, h, 6, h + g, 7] and f[0] == np.float32(1.3) + np.float32(h) and ints[0] == int(h + g)


@cuda.jit(device=True)
def to_index(ordinal, shape, out):
    for d in range(len(shape) - 1, -1, -1):
        out[d] = ordinal % shape[d]
        ordinal = ordinal // shape[d]


@cuda.jit(device=True)
def relu(x):
    if x > 0:
        return x
    return 0.0


@cuda.jit
def permuted(out, a, shape, order):
    index = cuda.local.array(3, cuda.int32)
    for k in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        to_index(k, shape, index)
        position = 0
        for d in range(len(shape)):
            position = position * shape[order[d]] + index[order[d]]
        out[position] = relu(a[k])


@cuda.jit
def counted(counts, largest, data):
    i = cuda.grid(1)
    if i < data.size:
        before = cuda.atomic.add(counts, data[i] % 4, 1)
        if before == 0:
            cuda.atomic.max(largest, 0, float(data[i]))
    total = cuda.shfl_down_sync(0xffffffff, i, 1)
    if i == 0:
        counts[4] = total
        print("total", total, 0.5)


def test_device_functions_local_arrays_and_atomics(capsys):
    a = (np.arange(24) - 5.0)
    out = np.zeros(24)
    permuted[2, 4](out, a, np.array([2, 3, 4]), np.array([2, 0, 1]))
    assert (out == np.maximum(a, 0).reshape(2, 3, 4).transpose(2, 0, 1).reshape(-1)).all()
    counts, largest = np.zeros(5, np.int64), np.zeros(1)
    counted[1, 32](counts, largest, np.arange(30, dtype=np.int32))
    assert counts.tolist() == [8, 8, 7, 7, 1] and largest[0] == 3
    assert capsys.readouterr().out == "total 1 0.500000\n"


def test_arrays_of_the_device():
    d = cuda.to_device(floats(8))
    out = cuda.device_array(8, np.float32)
    assert np.isnan(out.copy_to_host()).all()
    unguarded.forall(8, tpb=8)(out, d)
    assert out.copy_to_host().tolist() == list(range(8)) and out[3] == 3 and len(out) == 8
    assert not ls.check(unguarded[1, 8], cuda.device_array(8, np.float32), cuda.device_array_like(d)).ok


HALF_TILE = np.int64(4)
SHAPE = (3, 2)


@cuda.jit
def known_shapes(out):
    BLOCK, halves = 8, HALF_TILE * 2 // 4
    rows = (BLOCK + 1) // 3
    a = cuda.shared.array((BLOCK, halves), cuda.float64)
    b = cuda.local.array(rows * -(-2), cuda.int32)
    c = cuda.local.array(SHAPE, dtype=cuda.int32)
    d = cuda.shared.array(shape=BLOCK, dtype=cuda.float32)
    out[0], out[1], out[2] = a.shape[0], a.shape[1], b.size
    out[3], out[4], out[5] = c.shape[0], len(d), TPB
    d[-1] = 5
    out[6] = d[BLOCK - 1]


def test_shapes_may_be_made_of_variables_that_are_assigned_once():
    out = np.zeros(7)
    known_shapes[1, 1](out)
    assert out.tolist() == [8, 2, 6, 3, 8, TPB, 5]


VIEWS = """
@cuda.jit(device=True)
def total(values):
    sum_ = 0.0
    for v in values:
        sum_ += v
    return sum_

@cuda.jit(device=True)
def corner(m):
    return m[0, 0] + 10 * m[-1, -1] + 100 * m[-1][0] + 1000 * m.shape[0] + 10000 * len(m.T)

@cuda.jit(device=True)
def set_all(values, value):
    for i in range(len(values)):
        values[i] = value

@cuda.jit
def k(out, x, m, c, n, even, odd):
    out[0], out[1], out[2] = total(x[1:4]), total(x[:n]), total(x[-n:])
    out[3], out[4], out[5] = total(x[n:-1:2]), total(x[5:2]), total(x[2:100])
    row = m[1]
    out[6] = total(row) + row[-1] + row.size
    out[7], out[8] = corner(m), corner(m.T)
    out[9], out[10] = corner(m[1:, :2]), corner(m[:, 1:].T)
    for i, r in enumerate(m):
        out[11] += (i + 1) * r[0] + total(r[1:])
    out[12] = total(m[:, 2]) + total(m.T[n])
    out[13] = corner(c[1]) + c[1][0][1] + total(c[0, 1]) + corner(c[:, 0]) + corner(c[..., 1]) + corner(c[0, ::2])
    out[14] = total(m[n - 1, 1:]) + m[:, 1:][1, 0]
    for turn in range(3):
        if turn % 2:
            now, then = odd, even
        else:
            now, then = even, odd
        now[turn] = then[turn] + 1
    a, b = even[1:], odd
    a, b = b, a
    out[15] = a[0] + 10 * b[0] + 100 * len(a) + 1000 * len(b)
    while len(b) > 1:
        b = b[1:]
        out[16] += b[0]
    set_all(m[0], 7.0)
    set_all(m[:, 3], 8.0)
    m[1:, :2] = 9
    m[2] = n
    d = m.T
    d[0] = 4
    e = out[17:19]
    e[0] = corner(d)
    e[1] = d.strides[0] + 10 * m.nbytes + m.itemsize
    pair = (n, x[1])
    pair = pair[1], pair[0]
    out[19] = pair[0] + 100 * pair[1]
    whole, f = (m, pair), total
    out[20] = f(whole[0][0]) + whole[1][0] + len(m.shape[1:])
"""


def test_rows_slices_transposes_and_arrays_in_variables(tmp_path):
    """As in Python itself."""
    module = module_of(tmp_path, VIEWS)
    python = {}
    exec(VIEWS.replace("@cuda.jit", "").replace("(device=True)", ""), python)

    def arguments():
        return [np.zeros(21), np.arange(8.0) + 1, np.arange(12.0).reshape(3, 4) + 1, np.arange(24.0).reshape(2, 3, 4), 2,
                np.arange(5.0), np.arange(3.0) * 10]

    wanted, found = arguments(), arguments()
    python["k"](*wanted)
    module.k[1, 1](*found)
    for a, b in zip(wanted, found):
        assert np.asarray(a).tolist() == np.asarray(b).tolist()
    assert ls.check(module.k[1, 1], *arguments())
    # Other orders and strides: of the host only whole arrays, of the device all.
    found = arguments()
    found[2] = np.asfortranarray(found[2])
    found[3] = cuda.to_device(np.repeat(found[3], 3, axis=1))[:, ::3]
    module.k[1, 1](*found)
    wanted[0][18] += 24 - 8
    assert found[0].tolist() == wanted[0].tolist() and found[2].tolist() == wanted[2].tolist()
    assert ls.check(module.k[1, 1], *arguments()[:2], found[2], found[3], *arguments()[4:])
    with pytest.raises(TypeError, match="a copy to a device needs"):
        module.k[1, 1](*arguments()[:2], np.zeros((3, 8))[:, ::2], *arguments()[3:])


OBJECTS = """
op, dtype = cuda.atomic.max, cuda.float64

@cuda.jit(device=True)
def tile(out, size, type_, change, cast, at):
    s = cuda.shared.array(size, type_)
    s[at] = cast(2.75)
    change(s, at, cast(1))
    out[at] = s[at]

@cuda.jit(device=True)
def around(out, sizes):
    s = cuda.local.array(sizes, out.dtype)
    s[sizes[0] - 1, 2] = 5
    out[3] = s.size + s[-1, 2]

@cuda.jit(device=True)
def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)

@cuda.jit(device=True)
def first(fn, x):
    return fn(x) + N

def closure(N):
    @cuda.jit(device=True)
    def fn(x):
        return x + N
    return fn

fns, N = (closure(1), closure(2)), 1000

@cuda.jit
def k(out):
    tid, bid, f, room = cuda.threadIdx, cuda.blockIdx, math.sqrt, cuda.shared.array(2, dtype)
    tile(out, 8, cuda.float64, cuda.atomic.add, float, 0)
    tile(out, 4, cuda.int32, op, cuda.int32, 1)
    around(out, (2, 3))
    a, b = cuda.local.array((2, 4), cuda.int64), cuda.shared.array(3, cuda.float32)
    a[0, 3], b[2] = 1 << 40, 2.5
    n = cuda.gridDim
    out[2] = f(16) + tid.x + bid.x + n.x + len(a) + len(b) + a[0][3] + b[-1]
    room[0] = 1
    out[4] = room[0]
    factorial_2 = factorial(5)
    out[5] = factorial_2
    out[6] = first(fns[0], 5) + first(fns[1], 10.5)
"""


def test_functions_types_and_indices_of_threads_are_values(tmp_path):
    module = module_of(tmp_path, OBJECTS)
    out = np.zeros(7)
    module.k[1, 1](out)
    assert out.tolist() == [3.75, 2, 4 + 1 + 2 + 3 + (1 << 40) + 2.5, 11, 1, 120, 2000 + 18.5]


TEXT = """
@cuda.jit("void(int32[:], uint32, float32)")
def by_text(out, n, x):
    out[0] = cuda.clz(n)
    out[1] = n // 2
    out[2] = x * 3 == 0.3

@cuda.jit(cuda.void(cuda.int32[:], cuda.int32, cuda.double))
def by_types(out, n, x):
    out[0] = cuda.clz(n)
    out[1] = n // 2
    out[2] = x * 3 == 0.3

@cuda.jit((cuda.int32[::1], cuda.i8, cuda.f8))
def by_tuple(out, n, x):
    out[0] = cuda.clz(n)
    out[1] = n // 2
    out[2] = x > 0

@cuda.jit(["void(float64[:])", "void(float32[:, :])"])
def several(x):
    x[0] = 1 if x.ndim == 1 else 2

@cuda.jit("int32(float32, uint8)", device=True)
def narrow(x, n):
    return x * n

@cuda.jit
def calls(out, x):
    out[0] = narrow(x, 258)
    out[1] = narrow(1.9, 1)
"""


def test_signatures_choose_the_types(tmp_path):
    module = module_of(tmp_path, TEXT)
    out = np.zeros(3, np.int32)
    for kernel, number, wanted in [(module.by_text, 0x00100000, [11, 1 << 19, 0]), (module.by_text, -2, [0, (1 << 31) - 1, 0]),
                                   (module.by_types, -4, [0, -2, 0]), (module.by_tuple, -4, [0, -2, 1])]:
        kernel[1, 1](out, number, 0.1)
        assert out.tolist() == wanted, kernel
    for refused in [(out, 1.5, 0.1), (out.astype(np.int64), 1, 0.1), (out, 1), (np.zeros((2, 3), np.int32), 1, 0.1)]:
        with pytest.raises(TypeError, match=r"takes \(int32\[:\], uint32, float32\), and the launch has"):
            module.by_text[1, 1](*refused)
    with pytest.raises(TypeError, match="takes .int32.:., int64, float64., and"):
        module.by_tuple[1, 1](cuda.to_device(np.zeros(6, np.int32))[::2], 1, 0.1)
    one, two = np.zeros(2), np.zeros((2, 2), np.float32)
    module.several[1, 1](one)
    module.several[1, 1](two)
    assert one[0] == 1 and two[0].tolist() == [2, 2]
    by_layout = cuda.jit("void(float32[::1, :])")(module.several.py_func)
    by_layout[1, 1](np.asfortranarray(two))
    with pytest.raises(TypeError, match="and the launch has"):
        by_layout[1, 1](two)
    module.calls[1, 1](out, 1.5)
    assert out.tolist()[:2] == [3, 1]
    for text in ["void(float32[:]", "void(float33)", "void(complex65)", 5]:
        with pytest.raises(TypeError, match="signature"):
            cuda.jit(text)(module.several.py_func)


def add(r, x, y):
    r[0] = x + y


def test_the_signature_with_the_fewest_conversions_is_taken():
    r = np.zeros(1)
    kernel = cuda.jit(["(float64[::1], float32, float32)", "(float64[::1], float64, float64)"])(add)
    for x, y, wanted in [(np.float32(1), np.float32(2**-25), 1.0), (1, 2**-25, 1 + 2**-25), (1.0, np.float32(2**-25), 1 + 2**-25)]:
        kernel[1, 1](r, x, y)
        assert r[0] == wanted, (x, y)
    any_order = cuda.jit(["(float64[:], int64, int64)", "(float64[::1], int64, int64)"])(add)
    any_order[1, 1](r, 1, 2)
    assert r[0] == 3
    unclear = cuda.jit(["(float64[::1], float32, float64)", "(float64[::1], float64, float32)"])(add)
    with pytest.raises(TypeError, match="of `add`, the signatures .* are equally good for"):
        unclear[1, 1](r, 1.0, 2.0)

    device = cuda.jit(["float32(float32, float32)", "float64(float64, float64)"], device=True)(lambda x, y: x + y)

    @cuda.jit
    def calls(r, x, y):
        r[0] = device(x, y)

    calls[1, 1](r, 1, 2**-25)
    assert r[0] == 1 + 2**-25


def test_functions_may_be_lambdas_or_made_from_text():
    add_b, times = (cuda.jit(device=True)(lambda a, b: a + b), cuda.jit(device=True)(lambda a, b: a * b * TPB))
    text = """
def fill(out):
    out[0] = add_b(2, 3)
    out[1] = times(2, 3)
"""
    scope = {"add_b": add_b, "times": times}
    exec(text, scope)
    fill, out = cuda.jit(scope["fill"]), np.zeros(2)
    fill[1, 1](out)
    assert out.tolist() == [5, 6 * TPB] and "a * b" in fill.cuda_source and "3     out[0] = add_b(2, 3)" in str(fill.side_by_side())
    exec("def lost(out):\n    out[0] = 1\n", scope)
    with pytest.raises(SyntaxError, match="is not to be had"):
        cuda.jit(scope["lost"])[1, 1](out)
    alike = cuda.jit(device=True)(lambda a: a + TPB), cuda.jit(device=True)(lambda a: a - TPB)
    with pytest.raises(SyntaxError, match="write a function"):
        alike[0]._lockstep_python()


class Point(collections.namedtuple("Point", "x y")):
    pass


@cuda.jit
def with_tuples(out, pair, point, deep):
    a, b = pair
    out[0], out[1], out[2] = a + b, point.x, point.y[-1] + len(point.y)
    for i, each in enumerate(pair):
        out[3] += (i + 1) * each
    out[4] = deep[0][1][0] + deep[1] + len(deep[2])
    deep[0][1][1] = point[0]


def test_tuples_are_arguments():
    out, inner = np.zeros(5), np.array([7, 8], np.float32)
    arguments = (1, np.float32(2.5)), Point(3, np.arange(4.0)), ((1, inner), 2.0, ())
    with_tuples[1, 1](out, *arguments)
    assert out.tolist() == [3.5, 3, 7, 6, 9] and inner[1] == 3
    assert ls.check(with_tuples[1, 1], out, *arguments)
    with pytest.raises(TypeError, match="argument 2: a str"):
        with_tuples[1, 1](out, ("a", 1), *arguments[1:])


NUMBERS = """math.exp2(x)|math.degrees(x)|math.radians(x)|math.gamma(x)|math.ldexp(x, n)|math.frexp(x)[0]|math.frexp(x)[1]
math.modf(x)[0]|math.modf(x)[1]|math.isfinite(x)|math.isfinite(math.inf)|math.nextafter(x, 9.0)|math.remainder(x, 1.5)|math.degrees(n)
round(x)|round(x * 2)|round(x + 0.5)|round(x, 1)|round(x, n)|round(1234.5 * x, -2)|round(n)|round(-x, 3)|round(x * 1e300, 2)
np.sqrt(x * x)|np.arctan2(x, n)|np.floor(-x)|np.rint(x)|np.minimum(x, n)|np.maximum(math.nan, x)|np.fmax(math.nan, x)|np.absolute(-n)
np.exp(n)|np.isnan(x)|np.maximum(0, n)|np.power(x, n)|np.hypot(x, 4)""".replace("\n", "|").split("|")


def test_numbers_are_rounded_and_split_as_in_python(tmp_path):
    lines = "".join(f"    out[{i}] = {text}\n" for i, text in enumerate(NUMBERS))
    module = module_of(tmp_path, f"@cuda.jit\ndef k(out, x, n):\n{lines}")
    for x, n in [(2.5, 2), (0.125, 1), (3.65, 1), (-1.25, 3)]:
        out = np.zeros(len(NUMBERS))
        module.k[1, 1](out, x, n)
        wanted = [float(eval(text, {"x": x, "n": n, "math": math, "np": np})) for text in NUMBERS]
        assert out == pytest.approx(np.array(wanted), rel=1e-14, nan_ok=True), (x, n)


TABLE, WEIGHTS = np.array([[1, 2, 3], [4, 5, 6]], np.int32), np.array([0.5, np.inf], np.float32)


@cuda.jit
def warp_and_memory(out, counts, wide, floats_, halves):
    i = cuda.grid(1)
    mask, agree = cuda.match_all_sync(0xffffffff, i // 32)
    out[i] = cuda.selp(i % 2 == 0, i, -i) + agree + (cuda.activemask() == 0xffffffff) * 1000
    if cuda.match_any_sync(0xffffffff, i % 4) == 0x11111111 << i % 4 and cuda.popc(cuda.lanemask_lt()) == i:
        out[i] += 10000
    cuda.nanosleep(32)
    cuda.atomic.inc(counts, 0, 9)
    cuda.atomic.dec(counts, 1, 4)
    cuda.atomic.inc(wide, 0, 9)
    cuda.atomic.dec(wide, 1, 4)
    cuda.atomic.nanmax(floats_, 0, math.nan if i == 3 else float(i))
    cuda.atomic.nanmin(floats_, 1, math.nan if i == 3 else float(i + 5))
    cuda.atomic.nanmax(counts, 2, i)
    table = cuda.const.array_like(TABLE)
    if i == 0:
        floats_[2] = table[1, 2] + table.size + TABLE[0][1] + WEIGHTS[0]
        floats_[3], floats_[4] = WEIGHTS[-1], cuda.cbrt(27.0)
        halves[0] = cuda.fp16.hfma(halves[1], halves[2], cuda.fp16.hneg(halves[1]))
        halves[3] = cuda.fp16.hsqrt(halves[2]) if cuda.fp16.hlt(halves[1], halves[2]) else halves[0]


def test_functions_of_warps_atomics_and_constant_arrays():
    out, counts, wide = np.zeros(32, np.int64), np.zeros(3, np.uint32), np.zeros(2, np.uint64)
    values, halves = np.array([np.nan, np.nan, 0, 0, 0]), np.array([0, 1.5, 4, 0], np.float16)
    warp_and_memory[1, 32](out, counts, wide, values, halves)
    assert out.tolist() == [11001 + (i if i % 2 == 0 else -i) for i in range(32)]
    assert counts.tolist() == [32 % 10, (-32) % 5, 31] and wide.tolist() == [2, 3]
    assert values.tolist() == [31, 5, 6 + 6 + 2 + 0.5, np.inf, 3] and halves.tolist() == [4.5, 1.5, 4, 2]


RAISES = """
class OwnError(Exception):
    def __init__(self, message, number=0):
        super().__init__(message)

@cuda.jit(device=True)
def root(x):
    if x < 0:
        raise ValueError("no root of a negative number")
    return math.sqrt(x)

@cuda.jit
def k(x, limit):
    i = cuda.grid(1)
    if i < x.size:
        assert x[i] < limit, "too large"
        if x[i] == 1:
            raise OwnError
        x[i] = root(x[i])
"""


def test_kernels_raise_exceptions(tmp_path):
    module = module_of(tmp_path, RAISES)
    x = np.array([4.0, 9, -1, 16])
    with pytest.raises(ValueError, match=r"^no root of a negative number .kernels.py:13.: thread .0,0,0. of block .1,0,0.$") as raised:
        module.k[2, 2](x, 20)
    assert raised.value.__cause__.name == "cudaErrorAssert"
    with pytest.raises(AssertionError, match=r"^too large .kernels.py:20.: thread .1,0,0. of block .0,0,0.$"):
        module.k[1, 2](np.array([4.0, 9]), 9)
    with pytest.raises(module.OwnError, match="kernels.py:22"):
        module.k[1, 2](np.array([4.0, 1]), 9)
    x = np.array([4.0, 9])
    module.k[1, 2](x, 20)
    assert x.tolist() == [2, 3]
    findings = ls.check(module.k[1, 2], np.array([4.0, 9]), 9).findings
    assert findings[0].kind == "assert-failed" and "too large" in str(findings[0])
    assert ls.check(module.k[1, 2], np.array([4.0, 9]), 20)


PAIRS = """
@cuda.jit(device=True)
def divided(a, b):
    if b == 0:
        return 0, -1
    return a // b, a % b

@cuda.jit(device=True)
def scaled(x, y, by):
    return x * by, y, x > y

@cuda.jit(device=True)
def both(a):
    return divided(a, 3)

@cuda.jit
def k(out, x):
    out[0], out[1] = divided(17, 5)
    pair = divided(int(x[0]), 0)
    out[2], out[3] = pair
    out[4] = divided(9, 2)[1]
    a, b, is_more = scaled(x[0], x[1], 0.5)
    for i in range(3):
        a, b = b, a
    out[5], out[6], out[7] = a, b, is_more
    out[8], out[9] = both(10)
"""


def test_device_functions_return_tuples(tmp_path):
    out = np.zeros(10)
    module = module_of(tmp_path, PAIRS)
    module.k[1, 1](out, np.array([3, 2], np.float32))
    assert out.tolist() == [3, 2, 0, -1, 1, 2, 1.5, 1, 3, 1]
    module = module_of(tmp_path, PAIRS.replace("both(10)", "1 if x[0] else 2, divided(1, 2)[0] + 1"))
    with pytest.raises(SyntaxError, match="assign it first"):
        module.k[1, 1](out, np.array([3, 2], np.float32))


ELSES = """
import operator
WORDS = "nothing found"

@cuda.jit(device=True)
def place(values, wanted):
    for i, v in enumerate(values):
        for unused in range(3):
            if unused == 1:
                break
        if v == wanted:
            break
    else:
        return -1
    return i

@cuda.jit
def k(out, x, op):
    out[0], out[1] = place(x, 3), place(x, 4)
    n = 0
    while n < 5:
        n += 1
        if n == x[1]:
            break
    else:
        n = 100
    out[2] = n
    for i in range(2):
        if i == 7:
            break
    else:
        out[3] = operator.add(i, 5) + operator.lt(n, 3) + operator.neg(2) + operator.ifloordiv(7, 2)
    if op:
        raise LookupError(WORDS)

@cuda.jit(device=True)
def placed(x, at, wraps):
    place = (at, cuda.uint64(at))
    if wraps:
        place = (place[0] % 2, place[1])
    return x[place]

@cuda.jit
def literals(out, m, n):
    out[0], out[1] = placed(m, 1, False), placed(m, 1, True)
    out[2] = n.bit_count() + m.shape[0].bit_count()
    fs = (math.sqrt, cuda.popc)
    out[3] = fs[0](16) + fs[1](7)
"""


def test_else_of_loops_and_operators(tmp_path):
    module = module_of(tmp_path, ELSES)
    out = np.zeros(4)
    module.k[1, 1](out, np.array([1.0, 2, 3]), False)
    assert out.tolist() == [2, -1, 2, 1 + 5 + 1 - 2 + 3]
    module.k[1, 1](out, np.array([1.0, 9, 4]), False)
    assert out.tolist() == [-1, 2, 100, 1 + 5 + 0 - 2 + 3]
    module.literals[1, 1](out, np.arange(9.0).reshape(3, 3), np.uint8(255))
    assert out.tolist() == [4, 4, 8 + 2, 7]
    with pytest.raises(LookupError, match="^nothing found "):
        module.k[1, 1](out, np.array([1.0, 9, 4]), True)


@cuda.reduce
def larger(a, b):
    return max(a, b)


class Doubled:
    """An extension as Numba's documentation has them: what it gives instead of the argument, and what happens afterwards."""

    def prepare_args(self, ty, val, stream, retr):
        if not isinstance(val, Point):
            return ty, val
        retr.append(lambda: val.y.append("done"))
        return ty, val.x * 2


def test_extensions_change_arguments():
    kernel, out, log = cuda.jit(unguarded.py_func), np.zeros(3), []
    kernel.extensions.append(Doubled())
    kernel[1, 3](out, Point(np.arange(3.0), log))
    assert out.tolist() == [0, 2, 4] and log == ["done"]


def test_reductions_and_specialised_kernels():
    total = cuda.Reduce(lambda a, b: a + b)
    x = np.arange(10.0)
    assert total(x) == 45 and total(cuda.to_device(x), size=4, init=100) == 106 and larger(x.astype(np.int32)) == 9
    assert total(x[:0]) == 0 and total(x[:0], init=7) == 7
    res = cuda.device_array(1)
    assert total(x, res=res) is None and res[0] == 45
    special, out = unguarded.specialize(np.zeros(3), np.zeros(3)), np.zeros(3)
    special[1, 3](out, x[:3])
    assert out.tolist() == [0, 1, 2]
    with pytest.raises(TypeError, match="and the launch has"):
        special[1, 3](out.astype(np.float32), x[:3])


def test_arrays_of_the_device_keep_fortrans_order():
    x = np.asfortranarray(floats(3, 4))
    d = cuda.to_device(x)
    assert d.is_f_contiguous() and cuda.device_array_like(d).strides == x.strides
    assert cuda.pinned_array_like(x).strides == x.strides == cuda.mapped_array((3, 4), np.float32, order="F").strides
    assert cuda.device_array((3, 4), np.float32, order="F").strides == x.strides
    for view in [d[::2], d[:, ::3], d.T[::2, ::2], cuda.to_device(floats(2, 3, 4)).transpose((1, 0, 2)), d[0]]:
        assert cuda.device_array_like(view).strides == np.empty_like(view.array).strides
    out = np.zeros(3)
    unguarded.forall(0)(out, np.ones(3))
    assert not out.any()
    with pytest.raises(ValueError, match="-1 tasks"):
        unguarded.forall(-1)


BLOCKS = """
@cuda.jit
def k(out, x):
    if x[0] > 0:
        a = cuda.local.array(4, cuda.float64)
        a[0] = 3
        b = cuda.local.array(2, cuda.float64)
    else:
        b = cuda.local.array(2, cuda.float64)
    b[1] = 5
    others = cuda.local.array(8, cuda.float64)
    for i in range(8):
        others[i] = 100 + i
        c = cuda.local.array(2, cuda.int32)
        c[0] = i
        d = cuda.local.array((2, 2), cuda.int32)
        d[1, 0] = i
        row = d[1]
    out[2] = row[0]
    out[0], out[1], out[2], out[3] = a[0], b[1], c[0], others[7]
"""


def test_arrays_outlive_the_blocks_that_make_them(tmp_path):
    module = module_of(tmp_path, BLOCKS)
    out = np.zeros(4)
    module.k[1, 1](out, np.ones(1))
    assert out.tolist() == [3, 5, 7, 107] and ls.check(module.k[1, 1], out, np.ones(1))
    text = module.k.cuda_source
    assert all(text.index(f" {each}[") < text.index("if (x[0] > 0)") for each in ("double a", "double room_1", "double room_2", "int d"))


class Wide:
    """An integer of Numba's: 64 bits, and with a sign if one operand has it."""

    def __init__(self, value, is_signed):
        self.value, self.is_signed = (int(value) + (is_signed << 63)) % (1 << 64) - (is_signed << 63), is_signed

    def _with(self, other, function, of_left=False):
        other = other if isinstance(other, Wide) else Wide(other, True)
        is_signed = self.is_signed if of_left else self.is_signed or other.is_signed
        return Wide(function(Wide(self.value, is_signed).value, Wide(other.value, is_signed).value), is_signed)

    def __neg__(self):
        return Wide(-self.value, self.is_signed)

    def __invert__(self):
        return Wide(~self.value, self.is_signed)

    def __lt__(self, other):
        return Wide(self.value < other, True)


for _name in "add sub mul floordiv mod and or xor".split():
    setattr(Wide, f"__{_name}__", lambda a, b, f=getattr(operator, f"__{_name}__"): a._with(b, f))
for _name in "lshift rshift".split():
    setattr(Wide, f"__{_name}__", lambda a, b, f=getattr(operator, f"__{_name}__"): a._with(b, f, of_left=True))

SIGNS = """a + b;a - b;a * b;a // b;a % b;a & b;a | b;a ^ b;~a;-a;a << 33;a >> 33;~(a & b);-(a | b) // 2;(a - b) // 2
(a % b) - 7 < 0;(a + b) % 5;a << 1 >> 1;~a & b;-a >> 1;a * a * a;(a ^ 1) - b;~(a & 255);(a >> 2) - (b | 1)""".replace("\n", ";").split(";")


@pytest.mark.parametrize("a, b", [
    (np.uint64(5), np.int64(-3)), (np.uint32(5), np.int32(-3)), (np.int32(-5), np.uint32(3)), (np.uint32(5), np.uint32(3)),
    (np.uint8(200), np.uint8(3)), (np.int8(-100), np.int8(3)), (np.uint64(5), np.uint64(7)), (np.int32(-2**31), np.int32(7)),
    (np.uint64(9), 4), (np.uint16(9), -4), (np.uint64(2**64 - 5), np.uint32(9))])
def test_integers_are_computed_with_64_bits_and_a_sign_if_one_has_it(tmp_path, a, b):
    lines = "".join(f"    out[{i}] = {text}\n" for i, text in enumerate(SIGNS))
    module = module_of(tmp_path, f"@cuda.jit\ndef k(out, a, b):\n{lines}")
    for first, second in [(a, b), (b, a)]:
        out = np.zeros(len(SIGNS), np.int64)
        module.k[1, 1](out, first, second)
        values = {name: Wide(each, not isinstance(each, np.unsignedinteger)) for name, each in (("a", first), ("b", second))}
        wanted = {text: Wide(eval(text, values).value, True).value for text in SIGNS}
        assert dict(zip(SIGNS, out.tolist())) == wanted


NAMES = """
N, index, EOF, uint = 3, 4, 5, 6

@cuda.jit(device=True)
def log(x):
    return math.log(x + 1)

@cuda.jit(device=True)
def exp(x):
    return log(math.exp(x))

@cuda.jit(device=True)
def rsqrt(double, read):
    return double * read

@cuda.jit
def write(xor, NULL, M_PI, x_shape_0, stdin, __x):
    threadIdx, INFINITY, double, double_ = cuda.threadIdx.x, 2.0, 3.0, 4.0
    new, min_, sqrt = 5, 6, 7
    xor[0] = log(NULL) + exp(M_PI)
    xor[1] = rsqrt(double, double_)
    xor[2] = INFINITY + x_shape_0 + threadIdx + len(stdin) + N + index + EOF + uint
    xor[3] = math.sqrt(stdin[-1]) + min(new, min_, sqrt) + __x + math.inf
    for k_1 in stdin:
        xor[4] += k_1
    this = 0
    for catch in range(3):
        this += catch
    xor[5] = this
"""


def test_names_may_be_those_of_cpp(tmp_path):
    module = module_of(tmp_path, NAMES)
    out = np.zeros(6)
    module.write[1, 1](out, 2.0, 3.0, 10, np.array([9.0, 16]), 1)
    assert out.tolist() == pytest.approx([math.log(3) + math.log(math.exp(3) + 1), 12, 2 + 10 + 2 + 3 + 4 + 5 + 6, math.inf, 25, 3])


def test_every_macro_of_the_headers_gets_another_name(tmp_path):
    (tmp_path / "all.cu").write_text('#include "lockstep_python/python.h"\n#include <cuda_fp16.h>\n')
    words = [_app.app().command, "nvcc", "-E", "-I", INCLUDE, "-Xcompiler", "-dM", "-o", "macros", "all.cu"]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    macros = re.findall(r"^#define ([A-Za-z]\w*)", (tmp_path / "macros").read_text(), re.MULTILINE)
    assert len(macros) > 100 and [each for each in macros if spelled(each) == each] == []
    assert [spelled(each) for each in ("TILE_WIDTH", "BLOCK_SIZE", "WIDTH", "N", "M", "int_", "x")] == [
        "TILE_WIDTH", "BLOCK_SIZE", "WIDTH", "N", "M", "int__", "x"]


LOOPS = """
@cuda.jit(device=True)
def position(index, strides):
    p = 0
    for i, s in zip(index, strides):
        p += i * s
    return p

@cuda.jit(device=True)
def first_above(values, limit):
    for i, v in enumerate(values):
        if v < limit:
            continue
        return i
    return -1

@cuda.jit
def k(out, x, index, strides, m, n):
    out[0] = position(index, strides)
    out[1] = first_above(x, 2.5)
    total = 0.0
    for v in x:
        total += v
        v = 100
    out[2] = total
    out[3] = v
    for i, (a, b) in enumerate(zip(x, reversed(x)), 10):
        out[4] += i * a * b
    for d in reversed(range(n)):
        out[5] = out[5] * 10 + d
    for d, i in zip(range(9, 0, -2), index):
        out[6] += d * i
    for size in m.shape:
        out[7] = out[7] * 10 + size
    for i, w in enumerate((0.5, n, 2)):
        out[8] += i * w
    for e in reversed(index):
        out[9] = out[9] * 10 + e
        if e == 5:
            break
    room = cuda.local.array(4, cuda.int32)
    for i in range(4):
        room[i] = i
    for a, b, c in zip(room, x, range(n, 100)):
        out[10] += a * b * c
        n = 0
    for i, e in enumerate(index, start=n):
        for j, f in enumerate(index):
            out[11] += i * e * j * f
    for e in x:
        x[2] = 7
    out[12] = e
    for v in range(3, 3):
        out[13] = 1
    for i, v in zip(range(5, 2), x):
        out[13] = 2
"""


def test_loops_over_arrays_tuples_zip_and_enumerate(tmp_path):
    module = module_of(tmp_path, LOOPS)
    x, index, strides = np.array([1.5, 2, 3]), np.array([4, 5, 6], np.int32), np.array([6, 3, 1, 9])
    out, m = np.zeros(14), np.zeros((2, 5))
    module.k[1, 1](out, x, index, strides, m, 3)
    assert out.tolist() == [4 * 6 + 5 * 3 + 6, 2, 6.5, 100, 10 * 4.5 + 11 * 4 + 12 * 4.5, 210, 9 * 4 + 7 * 5 + 5 * 6, 25, 7, 65,
                            0 + 1 * 2 * 4 + 2 * 3 * 5, (5 + 12) ** 2, 7, 0]
    assert "for (long long k_1 = 0; k_1 < min(index_shape_0, strides_shape_0); ++k_1) {" in module.k.cuda_source
    assert ls.check(module.k[1, 1], out, x, index, strides, m, 3)


def test_arrays_of_the_device_are_as_numbas():
    x = floats(2, 3)
    d = cuda.to_device(x)
    assert cuda.is_cuda_array(d) and not cuda.is_cuda_array(x) and cuda.to_device(d) is d
    assert (d.nbytes, d.strides, d.itemsize, d.is_c_contiguous(), d.T.is_c_contiguous()) == (24, (12, 4), 4, True, False)
    assert d.T.shape == (3, 2) and d.reshape(3, 2).shape == d.reshape((3, -1)).shape == (3, 2) and d.ravel().shape == (6,)
    assert isinstance(d[0], cuda.DeviceArray) and d[1, 2] == 5 and np.asarray(d).tolist() == x.tolist()
    d[0] = d[1]
    d[1, :2].copy_to_device(np.float32([7, 8]))
    assert d.copy_to_host().tolist() == [[3, 4, 5], [7, 8, 5]] and x[0, 0] == 0
    np.asarray(d)[0, 0] = 100
    assert d[0, 0] == 3 and [len(part) for part in d.ravel().split(4)] == [4, 2]
    with pytest.raises(ValueError, match="without a copy"):
        d.T.reshape(6)
    interface = d.__cuda_array_interface__
    assert interface["data"][0] == d.array.ctypes.data and interface["shape"] == (2, 3) and interface["typestr"] == "<f4"
    shares = cuda.as_cuda_array(x)
    shares[0, 0] = 9
    assert x[0, 0] == 9
    rec = ls.record(unguarded[1, 6], d.ravel(), cuda.to_device(floats(6)))
    assert rec.last_writer("out", 5)["new"] == 5
    add = ls.RawKernel('extern "C" __global__ void add(float* x) { x[threadIdx.x] += 1; }', "add")
    add[1, 6](d)
    assert d[1, 2] == 6


def test_streams_events_and_devices():
    stream, called = cuda.stream(), []
    start, end = cuda.event(), cuda.event()
    start.record(stream)
    out, a = cuda.pinned_array(8), cuda.mapped_array_like(np.zeros(8))
    a[:] = range(8)
    with stream.auto_synchronize(), cuda.pinned(out), cuda.gpus[0], cuda.defer_cleanup():
        unguarded[1, 8, stream](out, cuda.to_device(a, stream=stream))
    stream.add_callback(lambda *given: called.append(given), "done")
    end.record(stream)
    end.synchronize()
    assert out.tolist() == a.tolist() and called == [(stream, 0, "done")]
    assert 0 < cuda.event_elapsed_time(start, end) == start.elapsed_time(end) and end.query()
    with pytest.raises(ls.CUDAError, match="record it"):
        start.elapsed_time(cuda.event())
    device = cuda.get_current_device()
    assert cuda.list_devices()[0] is device is cuda.current_context().device and len(cuda.gpus) == 1
    assert device.WARP_SIZE == 32 and device.MAX_THREADS_PER_BLOCK == 1024 and device.compute_capability >= (7, 0) and device.name
    free, total = cuda.current_context().get_memory_info()
    assert 0 < free <= total
    with pytest.raises(ls.CUDAError, match="one device"):
        cuda.select_device(1)
    cuda.select_device(0)
    cuda.close()
    assert cuda.default_stream() is cuda.default_stream() and cuda.detect()


@pytest.mark.parametrize("text, line, words", [
    ("    x[0] = [1, 2]", 1, "a list cannot be translated"),
    ("    y = 1\n    x[0] = unknown + y", 2, "`unknown` is not known"),
    ("    x[0:2] = x[1:3]", 1, "an array is assigned a part of itself"),
    ("    x[0] = x[1:][0:len(x)][0]", 1, "a slice with a call"),
    ("    x[0] = x[::0][0]", 1, "the step of a slice"),
    ("    x[0] = x[1:]", 1, "an element is assigned a number"),
    ("    x += 1", 1, "a number is needed here"),
    ("    TABLE = np.pi\n    TABLE2 = cuda.match_all_sync(1, 2)[0]", 2, "assign the result"),
    ("    x[0] = np.sqrt(x)", 1, "np.sqrt of arrays cannot be translated"),
    ("    x[0] = round(x)", 1, "round takes a number"),
    ("    cuda.atomic.inc(x, 0, 1)", 1, "takes elements of uint32 or uint64"),
    ("    y = x\n    y = 3", 2, "`y` is an array, and cannot be assigned a number"),
    ("    y = 3\n    y = x", 2, "`y` is a number, and cannot be assigned something else"),
    ("    y = cuda.threadIdx\n    y = cuda.blockIdx", 2, "cannot be assigned something else"),
    ("    y = 1, 2\n    y = 1, 2, 3", 2, "`y` is a tuple, and cannot be assigned"),
    ("    x = x[::2]", 1, "use another name"),
    ("    s = cuda.shared.array((2, 2), cuda.int32)\n    y = s\n    y = x", 3, "cannot be assigned something else"),
    ("    for v in x[1]:\n        pass", 1, "a loop goes over `range(...)`, an array"),
    ("    for v in 3 + x[0]:\n        pass", 1, "a loop goes over `range(...)`, an array"),
    ("    for a, b in x:\n        pass", 1, "2 names, and 1 values"),
    ("    for v in ():\n        pass", 1, "tuples of numbers"),
    ("    for v in reversed(zip(x, x)):\n        pass", 1, "reversed takes"),
    ("    x[0, 1] = 1", 1, "1 dimensions, and this has 2 indices"),
    ("    x[0.5] = 1", 1, "an index must be an integer"),
    ("    with x:\n        pass", 1, "`with` cannot be translated"),
    ("    return x[0]", 1, "a kernel returns nothing"),
    ("    s = cuda.shared.array(len(x), cuda.float32)", 1, "known when the kernel is compiled"),
    ("    n = 4\n    n += 1\n    s = cuda.shared.array(n, cuda.float32)", 3, "known when the kernel is compiled"),
    ("    n = len(x)\n    s = cuda.shared.array((4, n), cuda.float32)", 2, "known when the kernel is compiled"),
    ("    for n in range(4):\n        s = cuda.shared.array(n, cuda.float32)", 2, "known when the kernel is compiled"),
    ("    s = cuda.shared.array(-4, cuda.float32)", 1, "known when the kernel is compiled"),
    ("    s = cuda.shared.array(4, 'float')", 1, "is no type of numbers"),
    ("    x[0] = np.sum(x)", 1, "`sum` cannot be called in a kernel"),
    ("    x[0] = x.real[0]", 1, "`.real` cannot be translated"),
    ("    if x[0]:\n        @abs\n        def f():\n            pass", 3, "a function inside a kernel"),
    ("    x[0] = x[1] or 5", 1, "one of the numbers"),
])
def test_what_cannot_be_translated_is_a_syntax_error_at_its_line(tmp_path, text, line, words):
    module = module_of(tmp_path, f"@cuda.jit\ndef k(x):\n{text}\n")
    with pytest.raises(SyntaxError) as raised:
        module.k.translate(np.zeros(4, np.float32))
    assert words in str(raised.value) and raised.value.lineno == 6 + line
    assert raised.value.filename.endswith("kernels.py") and raised.value.text.strip() == text.splitlines()[line - 1].strip()


def test_kernels_are_pickled_by_their_names():
    assert pickle.loads(pickle.dumps(unguarded)) is unguarded


def test_wrong_uses_are_refused():
    with pytest.raises(TypeError, match="takes 2 arguments, and the call has 1"):
        unguarded[1, 1](np.zeros(3))
    with pytest.raises(TypeError, match="is a kernel: launch it"):
        unguarded(np.zeros(3), np.zeros(3))
    with pytest.raises(TypeError, match="device function"):
        relu[1, 1](3)
    with pytest.raises(TypeError, match="argument 2: a str cannot be passed"):
        unguarded[1, 1](np.zeros(3), "abc")
    with pytest.raises(TypeError, match="strides"):
        unguarded[1, 1](np.zeros(3), np.zeros(6)[::2])
    with pytest.raises(TypeError, match="are negative"):
        unguarded[1, 1](np.zeros(3), cuda.to_device(np.zeros(6))[::-1])
    with pytest.raises(RuntimeError, match="only be used inside a kernel"):
        cuda.syncthreads()
    with pytest.raises(ls.LockstepError, match="has no types yet"):
        cuda.jit(lambda x: None).cuda_source
