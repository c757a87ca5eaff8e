"""lockstep.torch with PyTorch installed, in one process: torch_test runs it."""

import os
import pathlib
import subprocess
import sys

import pytest
import torch

import lockstep as ls
import lockstep.torch
from torch.utils import cpp_extension

CUDA = r"""
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <ATen/cuda/CUDAContext.h>
#define CHECK_INPUT(x) TORCH_CHECK(x.is_cuda(), #x " must be a CUDA tensor"); TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")
template <class T>
__global__ void cube_kernel(const T* x, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] * x[i] * x[i];
}
torch::Tensor cube(torch::Tensor x) {
  CHECK_INPUT(x);
  const at::cuda::OptionalCUDAGuard guard(device_of(x));
  auto out = torch::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "cube", [&] {
    cube_kernel<scalar_t><<<(x.numel() + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.numel());
  });
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}
torch::Tensor cube_of_floats(torch::Tensor x) {
  auto out = torch::empty_like(x);
  cube_kernel<float><<<1, 32>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}
torch::Tensor svd(torch::Tensor x) { return std::get<1>(at::linalg_svd(x)) + torch::ones({1}, torch::device(torch::kCUDA)).to(x.dtype()); }
int64_t address(torch::Tensor x) { return int64_t(x.data_ptr()); }
bool is_cuda(torch::Tensor x) { return x.is_cuda() && x.device().is_cuda() && x.device().type() == torch::kCUDA; }
__global__ void set(int* x) { *x = 1; }
void crash() { set<<<1, 1>>>(nullptr); cudaDeviceSynchronize(); }
"""
NAMES = ["cube", "cube_of_floats", "svd", "address", "is_cuda", "crash"]
CPP = """torch::Tensor cube(torch::Tensor x); torch::Tensor cube_of_floats(torch::Tensor x); torch::Tensor svd(torch::Tensor x);
int64_t address(torch::Tensor x); bool is_cuda(torch::Tensor x); void crash();"""


@pytest.fixture(scope="module")
def module():
    return cpp_extension.load_inline("cubes", CPP, CUDA, functions=NAMES)


def test_tensors_are_pytorchs_without_a_copy(module):
    x = torch.arange(6.).reshape(2, 3)
    assert module.address(x) == x.data_ptr()
    assert torch.equal(module.cube(x), x**3) and type(module.cube(x)) is torch.Tensor
    assert [name for name in dir(module) if name[0] != "_"] == sorted(NAMES)


def test_operations_of_the_code_are_pytorchs(module):
    x = torch.rand(4, 4)
    assert torch.allclose(module.svd(x), torch.linalg.svd(x)[1] + 1)


def test_tensors_count_as_cuda_tensors(module):
    assert module.is_cuda(torch.ones(2))


def test_autograd_works(module):
    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return module.cube(x)

        @staticmethod
        def backward(ctx, grad):
            x, = ctx.saved_tensors
            return grad * 3 * x * x + 0 * module.cube(x) * module.cube(grad.contiguous())

    assert torch.autograd.gradcheck(Cube.apply, torch.rand(5, dtype=torch.float64, requires_grad=True))


@pytest.mark.parametrize("made, message", [
    (lambda: torch.ones(4, dtype=torch.float64), r"expected scalar type Float but found Double: `cube_of_floats` got float64\[4\]$"),
])
def test_a_wrong_type_is_one_sentence(module, made, message):
    with pytest.raises(RuntimeError, match=message):
        module.cube_of_floats(made())


def test_a_transposed_tensor_is_one_sentence(module):
    with pytest.raises(RuntimeError, match="^x must be contiguous$"):
        module.cube(torch.ones(2, 3).t())


def test_a_fault_is_the_calls_exception_and_the_next_call_works(module):
    with pytest.raises(ls.CUDAError, match="cudaErrorIllegalAddress"):
        module.crash()
    assert torch.equal(module.cube(torch.ones(3)), torch.ones(3))


def test_the_same_name_again_is_the_new_code(module):
    again = cpp_extension.load_inline("cubes", "int answer();", "int answer() { return 42; }", functions=["answer"])
    assert again.answer() == 42 and module.address(torch.ones(1))


def test_load_takes_files(tmp_path):
    (tmp_path / "own.h").write_text("constexpr int kBy = 3;\n")
    (tmp_path / "scale.cu").write_text('#include <torch/extension.h>\n#include "own.h"\n__global__ void k(float* x) { x[threadIdx.x] *= kBy; }\n'
                                       "void scale(torch::Tensor x) { k<<<1, x.numel()>>>(x.data_ptr<float>()); }\n")
    (tmp_path / "scale.cpp").write_text("#include <torch/extension.h>\nvoid scale(torch::Tensor x);\n"
                                        'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scale", &scale); }\n')
    x = torch.ones(4)
    cpp_extension.load("scales", [str(tmp_path / "scale.cpp"), str(tmp_path / "scale.cu")]).scale(x)
    assert torch.equal(x, torch.full((4,), 3.))


def test_an_error_has_the_line_of_the_source():
    with pytest.raises(ls.CompileError, match=r"cuda\.cu:\d+:\d+: error: use of undeclared identifier 'nothing'"):
        cpp_extension.load_inline("wrong", "int f();", "int f() { return nothing; }", functions=["f"])


def test_operators_for_cuda_take_the_tensors():
    cpp_extension.load_inline("operators", "", r"""
torch::Tensor twice(const torch::Tensor& x) { return x + x; }
TORCH_LIBRARY(lockstep_test, m) { m.def("twice(Tensor x) -> Tensor"); }
TORCH_LIBRARY_IMPL(lockstep_test, CUDA, m) { m.impl("twice", &twice); }
""", is_python_module=False)
    assert torch.equal(torch.ops.lockstep_test.twice(torch.ones(2)), torch.full((2,), 2.))


def test_checks_and_recordings_take_the_functions(module):
    cubes = cpp_extension.load_inline("checked", "torch::Tensor late(torch::Tensor x);", r"""
__global__ void late_kernel(float* x, int n) { if (threadIdx.x <= n) x[threadIdx.x] = 1; }
torch::Tensor late(torch::Tensor x) { late_kernel<<<1, 32>>>(x.data_ptr<float>(), x.numel()); return x; }
""", functions=["late"])
    assert [each.kind for each in ls.check(cubes.late, torch.ones(4)).findings] == ["out-of-bounds-global"]


PRETENDING = r"""
import sys, torch, lockstep.torch
from torch.utils.cpp_extension import load_inline
lockstep.torch.pretend_cuda()
x = torch.arange(6.).reshape(2, 3)
y = x.cuda()
y += 1
assert y.is_cuda and y.device == torch.device("cuda", 0) and not x.is_cuda and x[0, 0] == 0 and y[0, 0] == 1
assert y.cuda() is y and (2 * y).is_cuda and y[0].is_cuda and not y.cpu().is_cuda and x.to("cuda").is_cuda
assert torch.zeros(3, device="cuda").is_cuda and torch.zeros_like(y).is_cuda and torch.tensor([1], device=y.device).is_cuda
assert "device='cuda:0'" in repr(y) and "device" not in repr(y.cpu())
assert torch.cuda.is_available() and torch.cuda.device_count() == 1
torch.cuda.synchronize(); torch.cuda.empty_cache()
begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
begin.record(); end.record(); assert end.elapsed_time(begin) <= 0
try:
    y.numpy()
    raise SystemExit("a CUDA tensor became an array")
except TypeError as error:
    assert "Tensor.cpu()" in str(error)
layer = torch.nn.Linear(3, 2).cuda()
layer(y).sum().backward()
assert layer.weight.is_cuda and layer.weight.grad.is_cuda and layer.to("cpu").weight.device.type == "cpu"
module = load_inline("cubes", sys.argv[2], sys.argv[1], functions=["cube", "is_cuda"])
assert module.cube(y).is_cuda and module.is_cuda(y) and not module.is_cuda(x)
try:
    module.cube(x)
    raise SystemExit("a tensor of the CPU was taken")
except RuntimeError as error:
    assert str(error) == "x must be a CUDA tensor", error
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return module.cube(x)
    @staticmethod
    def backward(ctx, grad):
        return 3 * module.cube(grad.contiguous()) * 0 + 3 * grad * ctx.saved_tensors[0] ** 2
assert torch.autograd.gradcheck(Cube.apply, torch.rand(3, dtype=torch.float64, device="cuda", requires_grad=True))
"""


def test_a_pretended_device_does_what_one_does():
    ended = subprocess.run([sys.executable, "-c", PRETENDING, CUDA, CPP], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "lockstep: there is no GPU" in ended.stderr


def test_without_it_pytorch_is_as_it_was():
    assert not torch.cuda.is_available() and not torch.ones(1).is_cuda and not lockstep.torch.is_pretending()
