"""Another CUDA runtime in the process, whose names all libraries see, takes no call of ours, and ours none of its calls."""

import ctypes
import subprocess
import sys

import numpy as np
import pytest

import lockstep as ls
from lockstep import numba_cuda as cuda

NAMES = """cudaMalloc cudaFree cudaMemcpy cudaMemcpy2D cudaMemset cudaGetLastError cudaPeekAtLastError cudaLaunchKernel
cudaLaunchKernelExC cudaDeviceSynchronize cudaStreamSynchronize cudaPointerGetAttributes cudaFuncSetAttribute cudaGetDevice
cudaGetDeviceProperties __cudaRegisterFatBinary __cudaRegisterFatBinaryEnd __cudaUnregisterFatBinary __cudaRegisterFunction
__cudaRegisterVar __cudaPushCallConfiguration __cudaPopCallConfiguration cuInit cuLaunchKernel cuModuleLoad cuModuleLoadData
cublasCreate_v2 cublasSgemm_v2 cublasDestroy_v2 nvrtcCreateProgram nvrtcCompileProgram""".split()
# As NVIDIA's: registration works, everything else fails without a driver. `called` counts the calls.
OTHER = r"""
extern "C" {
int called;
#define FAKE(name) __attribute__((visibility("default"))) long name() { ++called; return 35; }
NAMES
__attribute__((visibility("default"))) int calls() { return called; }
__attribute__((visibility("default"))) long own_malloc() { called = 0; return cudaMalloc() * 100 + cudaFree() + called; }
}
""".replace("NAMES", "\n".join(f"FAKE({name})" for name in NAMES))


def build_other(folder, *flags):
    source, library = folder / "other.cpp", folder / "libother.so"
    source.write_text(OTHER)
    subprocess.run(["clang++-19", "-shared", "-fPIC", *flags, "-o", library, source], check=True)
    return library


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """Loaded for good, before everything that the tests of this file load of ours: pytest runs each file in a process."""
    return ctypes.CDLL(str(build_other(tmp_path_factory.mktemp("other"))), ctypes.RTLD_GLOBAL)


SOURCE = r"""
__constant__ float by = 3;
extern "C" __global__ void scale(float* x) { x[threadIdx.x] *= by; }
"""


def test_kernels_are_launched_and_checked(other):
    x = np.ones(4, np.float32)
    kernel = ls.RawKernel(SOURCE, "scale")
    kernel[1, 4](x)
    assert (x == 3).all() and ls.check(kernel, 1, 4, (x,)).ok and (x == 9).all()
    assert [each.kind for each in ls.check(kernel, 1, 5, (x,)).findings][:1] == ["out-of-bounds-global"]
    assert other.calls() == 0


@cuda.jit
def add_one(x):
    x[cuda.grid(1)] += 1


def test_kernels_in_python_are_launched_and_checked(other):
    x = np.ones(4, np.float32)
    add_one[1, 4](x)
    assert (x == 2).all() and ls.check(add_one[1, 4], x).ok
    assert other.calls() == 0


EXTENSION = r"""
#include <ATen/cuda/CUDAContext.h>
__global__ void twice_kernel(const float* x, float* out) { out[threadIdx.x] = 2 * x[threadIdx.x]; }
torch::Tensor twice(torch::Tensor x) {
  auto out = torch::empty_like(x);
  float* room = nullptr;
  C10_CUDA_CHECK(cudaMalloc(&room, 4 * x.numel()));
  twice_kernel<<<1, x.numel()>>>(x.data_ptr<float>(), room);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  C10_CUDA_CHECK(cudaMemcpy(out.data_ptr<float>(), room, 4 * x.numel(), cudaMemcpyDeviceToDevice));
  C10_CUDA_CHECK(cudaFree(room));
  return out;
}
torch::Tensor product(torch::Tensor a, torch::Tensor b) {
  auto left = a.clone(), right = b.clone(), out = torch::empty_like(a);
  const int n = a.size(0);
  const float one = 1, zero = 0;
  TORCH_CHECK(cublasSgemm(at::cuda::getCurrentCUDABlasHandle(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, right.data_ptr<float>(), n,
                          left.data_ptr<float>(), n, &zero, out.data_ptr<float>(), n) == CUBLAS_STATUS_SUCCESS, "no product");
  return out;
}
"""


def test_extensions_run(other):
    module = ls.load_inline("beside", "torch::Tensor twice(torch::Tensor x); torch::Tensor product(torch::Tensor a, torch::Tensor b);",
                            EXTENSION, functions=["twice", "product"])
    x = np.arange(9, dtype=np.float32).reshape(3, 3)
    assert (module.twice(x) == 2 * x).all() and (module.product(x, x) == x @ x).all()
    assert ls.check(module.twice, x).ok
    assert other.calls() == 0


def test_it_keeps_its_own_calls(other):
    x = np.ones(4, np.float32)
    ls.RawKernel(SOURCE, "scale")[1, 4](x)
    assert other.own_malloc() == 3500 + 35 + 2


LATER = r"""
import ctypes, sys
import numpy as np, lockstep as ls
x = np.ones(4, np.float32)
kernel = ls.RawKernel('''SOURCE''', "scale")
kernel[1, 4](x)
if len(sys.argv) > 2:  # as the driver API does for modules
    ctypes.CDLL(str(ls._app.app().runtime), ctypes.RTLD_GLOBAL)
other = ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
assert other.own_malloc() == 3537, "ours took its calls"
kernel[1, 4](x)
ls.RawKernel('''SOURCE''' + "// again", "scale")[1, 4](x)
assert (x == 27).all() and other.calls() == 2
""".replace("SOURCE", SOURCE)


@pytest.mark.parametrize("is_global", [False, True])
def test_one_that_comes_later_changes_nothing(tmp_path, is_global):
    # Where all libraries see ours, versions tell its names from NVIDIA's, which have versions too.
    (tmp_path / "versions").write_text("libother.so.13 { global: *; };\n")
    versions = [f"-Wl,--version-script={tmp_path / 'versions'}"] if is_global else []
    ended = subprocess.run([sys.executable, "-c", LATER, build_other(tmp_path, *versions), *["global"][:is_global]],
                           capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
