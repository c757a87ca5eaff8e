"""Complex numbers in kernels in Python: as Python computes them, also at infinities."""

import cmath
import itertools

import numpy as np
import pytest

import lockstep as ls
from lockstep import numba_cuda as cuda

OPERATIONS = ["z + w", "z - w", "z * w", "z / w", "z ** 2", "z ** w", "-z", "+z", "z + x", "x * z", "z / x", "1 / z", "z + 2j", "2j - z + n", "n * z",
              "z.real + 1j * w.imag", "complex(z.imag, z.real)", "complex(x, 1)", "z.conjugate() * w", "np.conj(w)", "abs(z) + w", "np.absolute(z) * 1j",
              "complex(z == w, z != w)", "complex(1 if z else 2, 3 if not w else 4)", "(z if x > 1 else w) * 2", "z * x.real + x.imag"]
FUNCTIONS = "sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh".split()


def kernel_of(tmp_path, name, expressions, parameters):
    """A kernel that writes each expression to `out`, and the same in plain Python."""
    lines = "".join(f"    out[i, {number}] = {each}\n" for number, each in enumerate(expressions))
    loads = "".join(f"    {each} = {each}s[i]\n" for each in parameters)
    arrays = ", ".join(f"{each}s" for each in parameters)
    path = tmp_path / f"{name}.py"
    path.write_text("import cmath\nimport numpy as np\nfrom lockstep import numba_cuda as cuda\n\n"
                    f"def plain(i, out, {arrays}):\n{loads}{lines}\n"
                    f"def kernel(out, {arrays}):\n    i = cuda.grid(1)\n    if i >= out.shape[0]:\n        return\n{loads}{lines}")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    return cuda.jit(scope["kernel"]), scope["plain"]


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_operations_have_pythons_values(tmp_path, dtype):
    kernel, plain = kernel_of(tmp_path, "operations", OPERATIONS, ["z", "w", "x", "n"])
    zs = np.array([1 + 2j, -3.5 + 0.25j, 0.5 - 1j, 2 + 0j], dtype)
    ws = np.array([0.5 - 1j, 2 + 2j, -1 - 1j, 2 + 0j], dtype)
    xs, ns = np.array([2, 0.5, 3, 1.5]), np.array([1, -2, 3, 4])
    out = np.zeros((4, len(OPERATIONS)), np.complex128)
    kernel[1, 32](out, zs, ws, xs, ns)
    wanted = np.zeros_like(out)
    for i in range(4):
        plain(i, wanted, zs.astype(np.complex128), ws.astype(np.complex128), xs, ns)
    np.testing.assert_allclose(out, wanted, rtol=2e-6 if dtype == np.complex64 else 1e-14)


def test_a_quotient_overflows_only_where_it_must():
    out = np.zeros(2, np.complex128)

    @cuda.jit
    def divide(out, a, b):
        out[0] = a / b
        out[1] = b / a
    divide[1, 1](out, 1e300 + 1e300j, np.complex128(2e300 + 1e300j))
    np.testing.assert_allclose(out, [(1e300 + 1e300j) / (2e300 + 1e300j), (2e300 + 1e300j) / (1e300 + 1e300j)], rtol=1e-15)


def same(a, b):
    """Bits of zero and infinity too, and near each other else."""
    if cmath.isnan(b) or cmath.isinf(b) or b == 0:
        pairs = [(a.real, b.real), (a.imag, b.imag)]
        return all((np.isnan(p) and np.isnan(q)) or p == q or abs(p - q) < 1e-14 for p, q in pairs)
    return abs(a - b) <= 1e-14 * abs(b) + 1e-320


def test_functions_have_cmaths_values_also_at_infinities(tmp_path):
    expressions = [f"cmath.{name}(z)" for name in FUNCTIONS]
    kernel, _ = kernel_of(tmp_path, "functions", expressions, ["z"])
    parts = [0.0, 1.0, -1.0, 0.3, -2.5, 1e-310, 1e200, float("inf"), float("-inf")]
    zs = np.array([complex(a, b) for a, b in itertools.product(parts, parts)])
    out = np.zeros((len(zs), len(FUNCTIONS)), np.complex128)
    kernel[4, 32](out, zs)
    wrong = []
    for i, z in enumerate(zs.tolist()):
        for name, value in zip(FUNCTIONS, out[i].tolist()):
            try:
                wanted = getattr(cmath, name)(z)
            except (ValueError, OverflowError):  # which a kernel does not raise
                continue
            if not same(value, wanted):
                wrong.append((name, z, value, wanted))
    assert wrong == []


def test_forms_of_complex_numbers(tmp_path):
    kernel, plain = kernel_of(tmp_path, "forms", ["cmath.rect(z.real, z.imag)", "complex(*cmath.polar(z))", "complex(cmath.phase(z), cmath.isfinite(z))",
                                                  "complex(cmath.isnan(z), cmath.isinf(z))", "cmath.log(z, 2 + 0j)"], ["z"])
    zs = np.array([1 + 2j, -0.5 - 3j])
    out, wanted = np.zeros((2, 5), np.complex128), np.zeros((2, 5), np.complex128)
    kernel[1, 32](out, zs)
    for i in range(2):
        plain(i, wanted, zs)
    np.testing.assert_allclose(out, wanted, rtol=1e-14)


@cuda.jit
def parts(x, out):
    tile = cuda.shared.array(32, np.complex128)
    i = cuda.grid(1)
    tile[i] = x[i]
    tile[i] += 1j
    cuda.syncthreads()
    cuda.atomic.add(x.real, i, 10.0)
    cuda.atomic.add(x.imag, 0, 1.0)
    out[i] = tile[31 - i]


def test_parts_of_arrays_are_views_and_kernels_with_them_are_checked():
    x, out = np.arange(32) * (1 + 1j), np.zeros(32, np.complex64)
    found = ls.check(parts[1, 32], x, out)
    assert found.ok, str(found)
    assert (x.real == np.arange(32) + 10).all() and x.imag[0] == 32
    assert (out == (np.arange(32) * (1 + 1j) + 1j)[::-1]).all()
    assert "python_complex<double>* x" in parts.cuda_source


CONSTANTS = np.array([1 + 2j, 3j])


@cuda.jit("void(complex128[:], complex64)")
def signed(out, z):
    out[0] = z + CONSTANTS[1]


def test_constants_and_signatures():
    out = np.zeros(1, np.complex128)
    signed[1, 1](out, 2)
    assert out[0] == 2 + 3j


@pytest.mark.parametrize("line, words", [
    ("out[0] = z[0]", "a complex number cannot become float64: take its real or imaginary part, or abs"), ("x = int(z[0])", "cannot become int64"),
    ("out[0] = z[0] < z[1]", "complex numbers have no order"), ("out[0] = z[0] // 2", "complex numbers have + - * / and **"),
    ("out[0] = ~z[0]", "`~` takes integers"), ("out[0] = math.sqrt(z[0])", "math.sqrt takes no complex numbers"), ("print(z[0])", "print takes no complex"),
    ("cuda.atomic.add(z, 0, 1)", "cuda.atomic.add takes no complex numbers"), ("out[0] = max(z[0], z[1])", "max takes no complex numbers"),
    ("out[z[0]] = 1", "an index must be an integer"), ("out[0] = np.floor(z[0])", "floor of complex numbers cannot be translated")])
def test_what_complex_numbers_cannot_do_is_a_syntax_error(tmp_path, line, words):
    path = tmp_path / "refused.py"
    path.write_text(f"import math\nimport numpy as np\nfrom lockstep import numba_cuda as cuda\n@cuda.jit\ndef f(out, z):\n    {line}\n")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    with pytest.raises(SyntaxError, match=words.replace("*", r"\*").replace("+", r"\+")) as raised:
        scope["f"][1, 1](np.zeros(2), np.zeros(2, np.complex128))
    assert raised.value.lineno == 6
