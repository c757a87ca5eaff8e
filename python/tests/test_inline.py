"""load_inline: extensions on arrays, as PyTorch's."""

import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import lockstep as ls
from lockstep import _app

CUDA = r"""
#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be a CUDA tensor")
#define CHECK_CONTIGUOUS(x) TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")
#define CHECK_INPUT(x) CHECK_CUDA(x); CHECK_CONTIGUOUS(x)

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}
torch::Tensor add(torch::Tensor a, torch::Tensor b, int more) {
  CHECK_INPUT(a);
  CHECK_INPUT(b);
  auto sum = torch::empty_like(a);
  const int n = a.numel() + more;
  add_kernel<<<(n + 31) / 32, 32, 0, at::cuda::getCurrentCUDAStream()>>>(
      a.data_ptr<float>(), b.data_ptr<float>(), sum.data_ptr<float>(), n);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return sum;
}

template <class T>
__global__ void twice_kernel(torch::PackedTensorAccessor32<T, 2, torch::RestrictPtrTraits> x) {
  if (threadIdx.x < x.size(1)) x[threadIdx.y][threadIdx.x] += x[threadIdx.y][threadIdx.x];
}
void twice(torch::Tensor x) {
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "twice", ([&] {
    twice_kernel<scalar_t><<<1, dim3(32, x.size(0))>>>(x.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
  }));
}

__global__ void set(int* x) { x[threadIdx.x] = 1; }
void launch(int64_t threads, bool checks) {
  auto x = torch::zeros({1024}, torch::dtype(torch::kInt32).device(torch::kCUDA));
  set<<<1, threads>>>(x.data_ptr<int>());
  if (checks) C10_CUDA_KERNEL_LAUNCH_CHECK();
}
void crash() { set<<<1, 1>>>(nullptr); }
__global__ void spin(volatile int* x) { while (x[0] == 0) x[1] = x[1] + 1; }
void endless(torch::Tensor x) { spin<<<1, 1>>>(x.data_ptr<int>()); }
__global__ void say() { printf("from the device\n"); }
std::string talk(std::string name, std::vector<int64_t> numbers, c10::optional<double> scale) {
  printf("host\n");
  say<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::cout << "host again" << std::endl;
  fputs("trouble\n", stderr);
  for (int64_t each : numbers) name += "," + std::to_string(each);
  return name + (scale ? "," + std::to_string(*scale) : "");
}
"""

# The fused cell of PyTorch's guide to extensions, in our own words.
CPP = r"""
torch::Tensor add(torch::Tensor a, torch::Tensor b, int more);
void twice(torch::Tensor x);
void launch(int64_t threads, bool checks);
void crash();
void endless(torch::Tensor x);
std::string talk(std::string name, std::vector<int64_t> numbers, c10::optional<double> scale);

std::vector<at::Tensor> cell(torch::Tensor input, torch::Tensor weights, torch::Tensor bias, torch::Tensor h, torch::Tensor c) {
  auto x = torch::cat({h, input}, /*dim=*/1);
  auto gates = torch::addmm(bias, x, weights.transpose(0, 1)).chunk(3, /*dim=*/1);
  auto new_c = c + torch::elu(gates[2], /*alpha=*/1.0) * torch::sigmoid(gates[0]);
  return {torch::tanh(new_c) * torch::sigmoid(gates[1]), new_c};
}
torch::Tensor column(torch::Tensor x, int64_t i) { return x.select(1, i); }
torch::Tensor same(torch::Tensor x) { return x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("add", &add, ADDS, py::arg("a"), py::arg("b"), py::arg("more") = 0);
  m.def("twice", &twice);
  m.def("launch", &launch);
  m.def("crash", &crash);
  m.def("endless", &endless);
  m.def("talk", &talk);
  m.def("cell", &cell);
  m.def("column", &column);
  m.def("same", &same);
}
"""


@pytest.fixture(scope="module")
def ext():
    flags = ["-O2 -Xptxas -O3 -Xcompiler -O3", "-lineinfo '-DADDS=\"Adds.\"'"]
    return ls.load_inline("ext", CPP, CUDA, extra_cuda_cflags=flags, verbose=True)


def ones(*shape):
    return np.ones(shape, np.float32)


def test_a_function_takes_and_returns_arrays(ext):
    x = np.arange(70, dtype=np.float32).reshape(7, 10)
    result = ext.add(x, b=ones(7, 10))
    assert result.shape == (7, 10) and (result == x + 1).all() and ext.add.__doc__ == "Adds."
    assert "add" in dir(ext) and "add(Tensor, Tensor, int)" in repr(ext.add)


def test_extensions_are_pickled(ext):
    x = np.ones((2, 2), np.float32)
    assert (pickle.loads(pickle.dumps(ext)).add(x, x) == 2).all() and (pickle.loads(pickle.dumps(ext.add))(x, x) == 2).all()


def test_templates_run_for_the_type_of_the_elements(ext):
    for dtype in (np.float16, np.float32, np.float64):
        x = np.arange(6, dtype=dtype).reshape(2, 3)
        assert ext.twice(x) is None and (x == 2 * np.arange(6).reshape(2, 3)).all()
    wide = np.arange(12, dtype=np.float32).reshape(2, 6)
    ext.twice(wide[:, ::2])
    assert wide.tolist() == [[0, 1, 4, 3, 8, 5], [12, 7, 16, 9, 20, 11]]
    with pytest.raises(RuntimeError, match="\"twice\" not implemented for 'Int'"):
        ext.twice(np.zeros((2, 2), np.int32))


def test_whole_tensors_compute_as_in_pytorch(ext):
    random = np.random.default_rng(1)
    x, w, b, h, c = (random.normal(size=shape).astype(np.float32) for shape in [(4, 3), (15, 8), (15,), (4, 5), (4, 5)])
    gates = np.concatenate([h, x], 1) @ w.T + b
    i, o, g = np.split(gates.astype(np.float64), 3, axis=1)
    new_c = c + np.where(g > 0, g, np.expm1(g)) / (1 + np.exp(-i))
    got_h, got_c = ext.cell(x, w, b, h, c)
    np.testing.assert_allclose(got_c, new_c, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(got_h, np.tanh(new_c) / (1 + np.exp(-o)), rtol=1e-5, atol=1e-6)


def test_views_of_an_argument_share_its_memory(ext):
    x = ones(3, 4)
    assert ext.same(x) is x
    column = ext.column(x, 2)
    column[:] = 5
    assert x[:, 2].tolist() == [5, 5, 5] and column.strides == (16,)


def test_texts_lists_and_absent_values(ext, capsys):
    assert ext.talk("a", [1, 2], None) == "a,1,2"
    assert ext.talk("b", (), 0.5) == "b,0.500000"
    printed = capsys.readouterr()
    assert printed.out == "host\nfrom the device\nhost again\n" * 2 and printed.err == "trouble\n" * 2


def test_what_a_script_s_extension_prints_is_in_order():
    script = """
import lockstep as ls
loud = ls.load_inline("loud", "", '#include <cstdio>\\n__global__ void say() { printf("device\\\\n"); }'
                      'void f() { printf("host\\\\n"); say<<<1, 1>>>(); cudaDeviceSynchronize(); printf("end\\\\n"); }', functions="f")
print("before")
loud.f()
print("after")
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ended.stdout == "before\nhost\ndevice\nend\nafter\n", ended


def test_a_flood_of_output_is_bounded(capsys):
    loud = ls.load_inline("flood", "", r"""
__global__ void say() { for (int i = 0; i < 1000000; ++i) printf("a line of thirty-two characters\n"); }
void device() { say<<<1, 1>>>(); cudaDeviceSynchronize(); }
void host() { for (int i = 0; i < 1000000; ++i) printf("a line of thirty-two characters\n"); }""", functions=["device", "host"])
    for function in (loud.device, loud.host):
        function()
        printed = capsys.readouterr().out
        assert 16_000_000 < len(printed) < 17_000_000 and printed.endswith("what a call prints)\n")
    loud.host()
    assert capsys.readouterr().out.startswith("a line of")


def frozen():
    x = ones(4)
    x.flags.writeable = False
    return x


@pytest.mark.parametrize("call, error, words", [
    (lambda ext: ext.add(ones(4, 4).T[:3], ones(4)), RuntimeError, "a must be contiguous"),
    (lambda ext: ext.add(np.ones(4), np.ones(4)), RuntimeError, "expected scalar type Float but found Double"),
    (lambda ext: ext.add(1, ones(4)), TypeError, "argument 1 must be a Tensor"),
    (lambda ext: ext.add(ones(4)), TypeError, "takes 3 arguments, and the call has 2"),
    (lambda ext: ext.add(ones(4), ones(4), 2**40), TypeError, "argument 3 must be a int of this size"),
    (lambda ext: ext.add(ones(4), ones(4), 0, 1), TypeError, "takes 3 arguments, and the call has 4"),
    (lambda ext: ext.add(ones(4), ones(4), much=0), TypeError, "cannot take the argument much"),
    (lambda ext: ext.add(frozen(), ones(4)), TypeError, "`add`, argument 1, `a`: the array is read-only"),
    (lambda ext: ext.twice(np.zeros(3, np.complex64)), TypeError, "elements of type complex64"),
    (lambda ext: ext.column(ones(3, 4), 7), IndexError, "index 7 is out of bounds for dimension 1 with size 4"),
    (lambda ext: ext.talk("a", object(), None), TypeError, "is no tensor, number, text or list"),
    (lambda ext: ext.launch(2048, True), RuntimeError, "CUDA error: invalid configuration argument"),
    (lambda ext: ext.launch(2048, False), ls.CUDAError, "block (2048,1,1) and 0 bytes of dynamic shared memory failed: invalid configuration"),
    (lambda ext: ext.crash(), ls.CUDAError, "cudaErrorIllegalAddress: kernel `set`: "),
    (lambda ext: ext.subtract, AttributeError, "no function `subtract`; its functions: `add`"),
])
def test_what_is_wrong_becomes_an_exception_and_the_next_call_works(ext, call, error, words):
    with pytest.raises(error) as raised:
        call(ext)
    assert words in str(raised.value)
    assert (ext.add(ones(4), ones(4)) == 2).all()


def test_empty_tensors(ext):
    assert ext.twice.__name__ == "twice" and ext.same(ones(0, 3)).shape == (0, 3)
    with pytest.raises(RuntimeError, match="invalid configuration"):
        ext.add(ones(0), ones(0))


def test_ctrl_c_ends_a_kernel_of_an_extension(ext):
    x = np.zeros(2, np.int32)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        ext.endless(x)
    x[0] = 1
    ext.endless(x)


def test_a_call_is_checked_and_recorded_with_the_names_of_its_tensors(ext):
    x = np.arange(40, dtype=np.float32)
    assert ls.check(ext.add, x, ones(40), 0).ok
    wrong = ls.check(ext.add, x, ones(40), 1)
    assert [(each.kind, each.file, each.array) for each in wrong.findings if each.severity == "error"] == [
        ("out-of-bounds-global", "cuda.cu", "a"), ("out-of-bounds-global", "cuda.cu", "b"),
        ("out-of-bounds-global", "cuda.cu", "sum")]
    rec = ls.record(ext.add, x, ones(40))
    assert "sum[7] = 8" in str(rec.why("sum", 7)) and rec.ended is None
    assert rec.last_writer("sum", 37)["thread"] == "(5,0,0)"


def test_a_compile_error_has_the_lines_of_its_source():
    with pytest.raises(ls.CompileError, match=r"cuda\.cu:3:\d+: error: use of undeclared identifier 'n'"):
        ls.load_inline("broken", "", "\nvoid f() {\n  n = 1;\n}", functions="f")
    with pytest.raises(ls.CompileError, match="undeclared identifier 'g'"):
        ls.load_inline("broken", "", "void f() {}", functions=["g"])
    with pytest.raises(ValueError, match="'a-b'"):
        ls.load_inline("a-b", "", "void f() {}", functions=["f"])


def test_a_program_that_includes_pytorchs_headers_builds_as_with_nvcc(tmp_path):
    (tmp_path / "main.cu").write_text(r"""
#include <ATen/cuda/CUDAContext.h>
#include <torch/torch.h>
__global__ void fill(float* x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  auto x = torch::zeros({2, 4}, torch::TensorOptions().dtype(torch::kFloat32).device(torch::kCUDA));
  fill<<<1, 8, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());
  printf("%g %g\n", x.sum().item<float>(), (x.cpu()[1] * 2.0).max().item<float>());
  return torch::allclose(x, torch::arange(8, x.options()).view({2, -1})) ? 0 : 1;
}
""")
    app = _app.app()
    subprocess.run([app.command, "nvcc", "-std=c++17", "-o", "main", "main.cu"], cwd=tmp_path, check=True)
    ended = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert ended.stdout == "28 14\n"


def test_kernels_of_extensions_have_pytorchs_macros_atomics_and_offsets(tmp_path):
    (tmp_path / "main.cu").write_text(r"""
#include <ATen/AccumulateType.h>
#include <ATen/Dispatch.h>
#include <ATen/OpMathType.h>
#include <ATen/core/Tensor.h>
#include <ATen/cuda/Atomic.cuh>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/detail/IndexUtils.cuh>
#include <ATen/cuda/detail/TensorInfo.cuh>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/macros/Macros.h>
#include <torch/all.h>
template <class T>
C10_LAUNCH_BOUNDS_1(128) __global__ void update(T* x) {
  gpuAtomicAdd(x, T(1));
  gpuAtomicAdd(x + 1, T(1));
  gpuAtomicMax(x + 2, T(threadIdx.x % 50));
  gpuAtomicMin(x + 3, T(threadIdx.x % 50));
}
// The transposed tensor's elements in C's order.
template <class T>
__global__ void gather(at::cuda::detail::TensorInfo<T, int> from, T* to, int count) {
  CUDA_KERNEL_LOOP(i, count) to[i] = from.data[at::cuda::detail::IndexToOffset<T, int, -1>::get(i, from)];
}
__global__ void round(at::Half* half, at::BFloat16* brain) {
  half[0] = half[0] * half[1] + at::Half(1);  // the product is rounded: 2049 is 2048
  half[1] = half[1] + 0.5f > 2.4f ? 7 : c10::cuda::compat::sqrt(64.0f);
  brain[0] = brain[0] + 1 - brain[0];  // 256 + 1 is 256
  static_assert(std::is_same_v<decltype(half[0] * 2.0f), float> && std::is_same_v<decltype(2 * half[0]), at::Half>);
  static_assert(std::is_same_v<at::opmath_type<at::BFloat16>, float> && std::is_same_v<at::acc_type<int, true>, int64_t>);
}
template <class T>
bool Updates(at::ScalarType type) {
  auto x = at::empty({4}, at::device(at::kCUDA).dtype(type)).fill_(20);
  update<<<1, 100, 0, at::cuda::getCurrentCUDAStream()>>>(x.template data_ptr<T>());
  const auto sums = x.to(at::kFloat).cpu();
  return at::equal(sums, at::tensor<float>({120, 120, 49, 0}));
}
int main() {
  TORCH_CHECK(true, "a check without a semicolon")
  bool ok = Updates<float>(at::kFloat) && Updates<double>(at::kDouble) && Updates<at::Half>(at::kHalf) &&
            Updates<at::BFloat16>(at::kBFloat16) && Updates<uint8_t>(at::kByte) && Updates<int8_t>(at::kChar) &&
            Updates<int16_t>(at::kShort) && Updates<int>(at::kInt) && Updates<int64_t>(at::kLong);
  printf("atomics %d\n", ok);

  auto x = at::arange(24, at::device(at::kCUDA).dtype(at::kFloat)).view({2, 3, 4}), turned = x.transpose(0, 2);
  auto to = at::empty({4, 3, 2}, x.options());
  gather<<<1, 7>>>(at::cuda::detail::getTensorInfo<float, int>(turned), to.data_ptr<float>(), 24);
  printf("offsets %d\n", at::equal(to.cpu(), turned.cpu()));

  auto half = at::tensor<float>({1024, 2}).to(at::device(at::kCUDA).dtype(at::kHalf));
  auto brain = at::tensor<float>({256}).to(at::device(at::kCUDA).dtype(at::kBFloat16));
  round<<<1, 1>>>(half.data_ptr<at::Half>(), brain.data_ptr<at::BFloat16>());
  printf("rounded %g %g %g\n", half[0].item<float>(), half[1].item<float>(), brain[0].item<float>());

  auto few = at::tensor<float>({5, 1, 7, 1, 2});
  few.masked_fill_(few == 1, -3);
  few.masked_fill_(few > at::Half(6), 0);
  few -= 1;
  auto sums = few.view({5, 1}).expand({5, 2}).contiguous().cumsum(0);
  printf("masked %g %g %g\n", few.sum().item<float>(), sums[4][1].item<float>(), sums[1][0].item<float>());
  auto whole = at::tensor<int>({-7, 7});
  whole.div_(at::tensor<int>({2, 2}), "floor");
  printf("floor %d %d\n", whole[0].item<int>(), whole[1].item<int>());

  for (const auto i : c10::irange(2))
    AT_DISPATCH_INDEX_TYPES(i ? at::kInt : at::kLong, "indices", [&] { printf("index %d\n", int(sizeof(index_t))); });

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  {
    at::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromExternal(stream, 0));
    printf("stream %d", at::cuda::getCurrentCUDAStream().stream() == stream);
  }
  printf(" %d\n", at::cuda::getCurrentCUDAStream() == at::cuda::getDefaultCUDAStream());
  auto memory = c10::cuda::CUDACachingAllocator::get()->allocate(8);
  at::DimVector sizes(x.sizes().slice(1));
  sizes.append({5});
  few.set_(at::zeros(sizes));
  float product = 0, *on_device = static_cast<float*>(memory.get());
  cublasSetPointerMode(at::cuda::getCurrentCUDABlasHandle(), CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(at::cuda::getCurrentCUDABlasHandle(), 24, x.data_ptr<float>(), 1, x.data_ptr<float>(), 1, on_device);
  cudaMemcpy(&product, on_device, 4, cudaMemcpyDefault);
  printf("memory %g %d\n", product, int(few.numel()));
}
""")
    app = _app.app()
    subprocess.run([app.command, "nvcc", "-std=c++17", "-o", "main", "main.cu"], cwd=tmp_path, check=True)
    ended = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines() == ["atomics 1", "offsets 1", "rounded 2048 7 0", "masked -4 -4 0", "floor -4 3",
                                         "index 8", "index 4", "stream 1 1", "memory 4324 60"]


def test_torchs_tensors_are_taken_and_given_where_torch_is_installed(ext):
    torch = pytest.importorskip("torch")
    x = torch.arange(6, dtype=torch.float32)
    result = ext.add(x, torch.ones(6))
    assert isinstance(result, torch.Tensor) and result.tolist() == [1, 2, 3, 4, 5, 6]
    assert ext.same(x) is x
