"""Kernels run on arrays in place, and say what does not fit."""

import array
import copy
import io
import os
import pickle
import signal
import threading

import numpy as np
import pytest

import lockstep as ls

CODE = r"""
struct Pair { int a; float b; };
struct Big { double values[4]; };

extern "C" __global__ void add(float* x, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}
extern "C" __global__ void take(double* out, Pair pair, Big big, bool flag, unsigned char byte, long long wide) {
  out[0] = pair.a + pair.b + big.values[3] + flag + byte + wide;
}
extern "C" __global__ void lengths(float4* v) { v[threadIdx.x].w = v[threadIdx.x].x + v[threadIdx.x].y; }
extern "C" __global__ void say(int n) { if (threadIdx.x < n) printf("thread %d\n", threadIdx.x); }
extern "C" __global__ void crash(int* x) { x[0] = 1; }
extern "C" __global__ void reversed(int* x) {
  extern __shared__ int room[];
  room[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}
namespace image { template <class T, int kBy> __global__ void scale(T* x) { x[threadIdx.x] *= kBy; } }
"""
module = ls.RawModule(code=CODE, name_expressions=("image::scale<float, 3>", "image::scale<int32_t, 2>"))
add = ls.RawKernel(CODE, "add")


def ones(n=100):
    return np.ones(n, np.float32)


def test_cupys_form_changes_the_array_in_place():
    x, y = np.arange(100, dtype=np.float32), ones()
    add((4,), (32,), (x, y, np.int32(99)))
    assert list(x[[0, 1, 98, 99]]) == [1, 2, 99, 99]


def test_numbas_form_takes_pythons_numbers():
    x = ones()
    add[4, 32](x, x, 100)
    add[(2, 1), (50, 1, 1)](x, ones(), x.size)
    assert (x == 3).all()


def test_structs_and_wide_values_are_passed():
    out = np.zeros(1)
    pair = np.array((2, 0.5), [("a", np.int32), ("b", np.float32)])
    module.get_function("take")((1,), (1,), (out, pair, np.arange(4.0), True, 7, -1))
    assert out[0] == 2 + 0.5 + 3 + 1 + 7 - 1


def test_vectors_are_rows_of_their_members():
    v = np.array([[1, 2, 3, 0], [5, 6, 7, 0]], np.float32)
    module.get_function("lengths")((1,), (2,), (v,))
    assert list(v[:, 3]) == [3, 11]


def test_instances_of_templates_are_found_by_their_expression():
    x, i = ones(4), np.ones(4, np.int32)
    module.get_function("image::scale<float, 3>")((1,), (4,), (x,))
    module.get_function("image::scale<int32_t, 2>")((1,), (4,), (i,))
    assert (x == 3).all() and (i == 2).all()


def test_narrow_floats():
    halves = ls.RawModule("""#include <cuda_fp16.h>
#include <cuda_bf16.h>
extern "C" __global__ void add(half* x, const half2* y, half by, __nv_bfloat16* b) {
  x[threadIdx.x] += y[threadIdx.x].y + by;
  if (threadIdx.x == 0) b[0] = 1.5f;
}""").get_function("add")
    x, y, b = np.ones(4, np.float16), np.arange(8, dtype=np.float16), np.zeros(1, np.uint16)
    halves[1, 4](x, y, 0.5, b)
    assert x.tolist() == [2.5, 4.5, 6.5, 8.5] and b.tolist() == [0x3fc0]
    assert ls.check(halves, 1, 4, (x, y, np.float16(0.5), b))
    with pytest.raises(TypeError, match="the array has dtype uint16, and the kernel takes float16"):
        halves[1, 4](x.view(np.uint16), y, 0.5, b)


def test_dynamic_shared_memory():
    x = np.arange(64, dtype=np.int32)
    module.get_function("reversed")((1,), (64,), (x,), shared_mem=256)
    assert list(x) == list(range(63, -1, -1))


def test_more_shared_memory_must_be_asked_for():
    turn = ls.RawModule(CODE).get_function("reversed")
    x = np.arange(64, dtype=np.int32)
    assert turn.max_dynamic_shared_size_bytes == 48 << 10
    with pytest.raises(ls.CUDAError, match="has at most .* and 49152 bytes"):
        turn((1,), (64,), (x,), shared_mem=64 << 10)
    turn.max_dynamic_shared_size_bytes = 64 << 10
    turn((1,), (64,), (x,), shared_mem=64 << 10)
    assert x[0] == 63
    with pytest.raises(ValueError, match="227 KiB"):
        turn.max_dynamic_shared_size_bytes = 228 << 10


def test_what_a_kernel_prints_appears_in_python(capsys):
    module.get_function("say")((1,), (4,), (2,))
    assert capsys.readouterr().out == "thread 0\nthread 1\n"


class Shared:
    """Memory that only DLPack gives."""

    def __init__(self, data):
        self.data = data

    def __dlpack__(self, **options):
        return self.data.__dlpack__()

    def __dlpack_device__(self):
        return self.data.__dlpack_device__()


def test_arrays_of_others_are_not_copied():
    x, y = ones(), array.array("f", [2] * 100)
    add[1, 100](y, Shared(x), 100)
    add[1, 100](Shared(x), y, 100)
    assert y[5] == 3 and x[5] == 4


@pytest.mark.parametrize("arguments, words", [
    (lambda: (ones(), ones()), "`add` takes 3 arguments (float* x, const float* y, int n), and the launch has 2"),
    (lambda: (np.ones(100), ones(), 3), "`float* x`: the array has dtype float64, and the kernel takes float32"),
    (lambda: (ones(), np.ones(100, np.int32), 3), "argument 2, `const float* y`"),
    (lambda: (ones().astype(">f4"), ones(), 3), "dtype float32 in big-endian order (>f4), and the kernel takes float32: pass x.astype(np.float32)"),
    (lambda: (ones()[::2], ones(), 3), "strides (8,)"),
    (lambda: (ones().reshape(10, 10).T, ones(), 3), "another order than C's"),
    (lambda: (np.broadcast_to(np.float32(1), 100), ones(), 3), "strides (0,)"),
    (lambda: (np.frombuffer(b"1234", np.float32), ones(), 3), "the array is read-only"),
    (lambda: (5, ones(), 3), "a int is no array"),
    (lambda: (ones(), ones(), 3.0), "3.0 is a float, and the kernel takes int32"),
    (lambda: (ones(), ones(), np.int64(3)), "a int64, and the kernel takes int32"),
    (lambda: (ones(), ones(), 2**31), "2147483648 does not fit into int32"),
    (lambda: (ones(), ones(), "3"), "a str, and the kernel takes int32"),
])
def test_wrong_arguments_are_type_errors_that_name_both_sides(arguments, words):
    with pytest.raises(TypeError) as raised:
        add((1,), (1,), arguments())
    assert words in str(raised.value)


def test_a_read_only_array_is_fine_where_the_kernel_reads_only():
    y = ones()
    y.flags.writeable = False
    x = ones()
    add[1, 100](x, y, 100)
    assert (x == 2).all()


def test_empty_arrays_and_null_pointers():
    add[1, 1](np.empty(0, np.float32), None, 0)


def test_a_compile_error_is_clangs_with_the_line():
    with pytest.raises(ls.CompileError, match=r"broken\.cu:3:\d+: error: use of undeclared identifier 'y'"):
        ls.RawKernel('extern "C" __global__ void broken(int* x) {\n\n  x[0] = y;\n}', "broken").compile()


def test_the_compilers_warnings_are_shown_or_logged(recwarn):
    code = 'extern "C" __global__ void odd(int* x) { int unused = 3; x[0] = 1 == 2 == 0; }'
    log = io.StringIO()
    ls.RawKernel(code, "odd", ("-Wall",)).compile(log_stream=log)
    assert "odd.cu:1:" in log.getvalue() and "unused variable 'unused'" in log.getvalue() and not recwarn.list
    ls.RawModule(code, options=("-Wall",)).get_function("odd")[1, 1](np.zeros(1, np.int32))
    assert len(recwarn.list) == 1 and recwarn.list[0].category is ls.CompileWarning
    assert "module.cu:1:" in str(recwarn.list[0].message) and recwarn.list[0].filename == __file__


def test_a_missing_kernel_is_told_with_those_that_there_are():
    with pytest.raises(ls.LockstepError, match="no kernel `sub`.*`add`"):
        module.get_function("sub")


def test_a_refused_launch_has_cudas_error():
    with pytest.raises(ls.CUDAError, match="block has at most 1024 threads") as raised:
        add[1, 2048](ones(), ones(), 3)
    assert raised.value.name == "cudaErrorInvalidConfiguration"
    with pytest.raises(TypeError, match="the grid is 1.5"):
        add[1.5, 32](ones(), ones(), 3)
    with pytest.raises(ValueError, match="4 dimensions"):
        add[(1, 1, 1, 1), 32](ones(), ones(), 3)


def test_python_lives_on_after_a_kernel_that_crashes():
    with pytest.raises(ls.CUDAError, match="unmapped memory") as raised:
        module.get_function("crash")((1,), (1,), (None,))
    assert raised.value.name == "cudaErrorIllegalAddress"
    x = ones()
    add[1, 100](x, x, 100)
    assert (x == 2).all()


def test_several_threads_may_launch():
    arrays = [ones(10000) for _ in range(4)]

    def work(x):
        for _ in range(50):
            add[40, 256](x, ones(10000), x.size)

    threads = [threading.Thread(target=work, args=(x,)) for x in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((x == 51).all() for x in arrays)


def test_a_file_finds_its_headers(tmp_path):
    (tmp_path / "by.h").write_text("#define BY 4\n")
    (tmp_path / "scale.cu").write_text('#include "by.h"\nextern "C" __global__ void scale(float* x) { x[threadIdx.x] *= BY * MORE; }\n')
    x = ones(4)
    ls.RawModule(path=str(tmp_path / "scale.cu"), options=("-DMORE=2",)).get_function("scale")[1, 4](x)
    assert (x == 8).all()
    (tmp_path / "by.h").write_text("#define BY 5\n")
    changed = ls.RawModule(path=str(tmp_path / "scale.cu"), options=("-DMORE=2",)).get_function("scale")
    changed[1, 4](x)
    assert (x == 80).all()


def test_kernels_are_pickled_before_and_after_a_launch():
    x = ones(4)
    scale = ls.RawModule(CODE, options=("-DX=1",), name_expressions=("image::scale<float, 3>",))
    turn = scale.get_function("reversed")
    turn.max_dynamic_shared_size_bytes = 64 << 10
    for kernel in (ls.RawKernel(CODE, "add"), pickle.loads(pickle.dumps(add)), copy.deepcopy(add)):
        pickle.loads(pickle.dumps(kernel))[1, 4](x, x, 4)
        kernel[1, 4](x, x, 4)
    assert (x == 64).all() and type(pickle.loads(pickle.dumps(add))) is ls.RawKernel
    pickle.loads(pickle.dumps(scale)).get_function("image::scale<float, 3>")[1, 4](x)
    assert (x == 192).all() and pickle.loads(pickle.dumps(turn)).max_dynamic_shared_size_bytes == 64 << 10


VARIABLES = r"""
#include <cuda_fp16.h>
__constant__ float mask[3] = {1, 1, 1};
__constant__ half one;
static __device__ int count;
namespace deep { __device__ long long table[2][2]; }
extern "C" __global__ void apply(float* x) {
  x[threadIdx.x] *= mask[threadIdx.x] + float(one);
  if (threadIdx.x == 0) { count += 1; deep::table[1][0] = count; }
}
extern "C" __global__ void __launch_bounds__(128) heavy(float* x) { __shared__ float room[64]; room[threadIdx.x] = x[0]; x[0] = room[threadIdx.x]; }
"""


def test_variables_of_the_device_are_arrays():
    variables = ls.RawModule(VARIABLES)
    apply, mask = variables.get_function("apply"), variables.get_global("mask")
    assert mask.tolist() == [1, 1, 1] and mask.dtype == np.float32 and variables.get_global("one").dtype == np.float16
    mask.copy_from(np.array([2, 3], np.float32))
    np.ndarray((3,), np.float32, mask)[2] = 4
    variables.get_global("one")[:] = 1
    x, count, table = ones(3), variables.get_global("count"), variables.get_global("deep::table")
    apply[1, 3](x)
    assert x.tolist() == [3, 4, 5] and count.tolist() == [1]
    # Another process has what Python has written, and what it writes comes back.
    assert ls.check(apply, 1, 3, (x,)) and x.tolist() == [9, 16, 25] and count.tolist() == [2]
    assert ls.record(apply, 1, 3, (x,)).last_writer(count, ())["new"] == 3
    assert table.tolist() == [0, 0, 3, 0] and table.dtype == np.int64
    assert ls.compare(apply, 1, 3, (x,)) and count.tolist() == [4]
    with pytest.raises(ValueError, match="16 bytes, and the variable 12"):
        mask.copy_from(ones(4))
    with pytest.raises(ls.LockstepError, match="no variable `missing`"):
        variables.get_global("missing")


def test_attributes_have_cupys_names():
    heavy = ls.RawModule(VARIABLES).get_function("heavy")
    assert heavy.attributes["shared_size_bytes"] == heavy.shared_size_bytes == 256 and heavy.max_threads_per_block == 128
    assert heavy.num_regs > 0 and heavy.binary_version >= heavy.ptx_version >= 50
    assert heavy.max_dynamic_shared_size_bytes == heavy.attributes["max_dynamic_shared_size_bytes"] == (48 << 10) - 256
    with pytest.raises(AttributeError, match="no attribute `speed`"):
        heavy.speed


def test_options_are_nvccs(tmp_path):
    (tmp_path / "by.h").write_text("#define BY 4\n")
    code = """#include <by.h>
__global__ void child(float* x) { x[threadIdx.x] *= BY; }
extern "C" __global__ void parent(float* x) { x[0] += AND + MORE; child<<<1, 4>>>(x); }"""
    options = ("-dc", f"--include-path={tmp_path}", "--define-macro=AND=1", "-D", "MORE=2", "--optimize=2", "--std=c++17", "-lineinfo", "-c")
    x = ones(4)
    parent = ls.RawKernel(code, "parent", options)
    parent[1, 1](x)
    assert x.tolist() == [16, 4, 4, 4] and ls.check(parent, 1, 1, (x,))
    with pytest.raises(ValueError, match="'-ptx' chooses what the compiler makes"):
        ls.RawKernel(code, "parent", ("-ptx",))
    with pytest.raises(ls.LockstepError, match="--bogus"):
        ls.RawKernel(code, "parent", ("--bogus",)).compile()


ENDLESS = r"""
extern "C" __global__ void endless(volatile int* x) { while (x[0] == 0) x[1] = x[1] + 1; }
extern "C" __global__ void meet(volatile int* x) { while (x[0] == 0) __syncthreads(); }
extern "C" __global__ void compute(volatile int* x) { double s = 0; while (x[0] == 0) s += pow(sin(s), 1.5); x[1] = s; }
extern "C" __global__ void wait(volatile int* x) { __syncthreads(); while (x[0] == 0) x[1] = x[1] + 1; __syncthreads(); }
"""


@pytest.mark.parametrize("name, grid", [("endless", 1), ("endless", 64), ("wait", 4), ("meet", 2), ("compute", 1)])
def test_ctrl_c_ends_an_endless_kernel(name, grid):
    kernel = ls.RawModule(ENDLESS).get_function(name)
    x = np.zeros(2, np.int32)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        kernel[grid, 2](x)
    x[0] = 1
    kernel[grid, 2](x)
    add[1, 100](ones(), ones(), 100)


def test_a_module_of_compiled_code_is_refused_in_one_sentence(tmp_path):
    for name in ("a.cubin", "a.ptx", "a.fatbin"):
        (tmp_path / name).write_bytes(b"\x7fELF\x02\x01\x01" + bytes(100))
        with pytest.raises(ls.LockstepError, match=f"^{name} has code that was compiled for a GPU: pass the CUDA C\\+\\+"):
            ls.RawModule(path=str(tmp_path / name))
    with pytest.raises(FileNotFoundError):
        ls.RawModule(path=str(tmp_path / "missing.cubin"))


def test_cupys_complex_numbers_are_there():
    kernel = ls.RawKernel(r"""
#include <cupy/complex.cuh>
extern "C" __global__ void f(complex<float>* x, const complex<float> by, complex<double>* y) {
  const int i = threadIdx.x;
  x[i] = conj(x[i]) * by + exp(x[i]) + complex<float>(abs(x[i]), sqrtf(4.0f));
  y[i] = pow(y[i], 2.0) + complex<double>(exp(0.0), pow(2.0, 3.0));
}""", "f")
    x, y = np.array([1 + 2j, 3 - 1j], np.complex64), np.array([1j, 2])
    was, before = x.copy(), y.copy()
    kernel((1,), (2,), (x, np.complex64(2j), y))
    assert np.allclose(x, was.conj() * 2j + np.exp(was) + np.abs(was) + 2j)
    assert np.allclose(y, before**2 + 1 + 8j)
