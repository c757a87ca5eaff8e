// PyTorch's own headers for extensions, whose tensors lie in the host's memory and count as CUDA tensors.
// _torch_build.py makes the folder in which corrected copies of three of them come first; real_torch_run.h answers
// what those ask.
#pragma once

#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <torch/extension.h>

namespace lockstep_torch {
inline void CheckCuda(cudaError_t error) {
  TORCH_CHECK(error == cudaSuccess, "CUDA error: ", cudaGetErrorString(error));
}
// What an extension registers for CUDA tensors is called for those of the CPU.
constexpr c10::DispatchKey KeyOf(c10::DispatchKey key) {
  return key == c10::DispatchKey::CUDA           ? c10::DispatchKey::CPU
         : key == c10::DispatchKey::AutogradCUDA ? c10::DispatchKey::AutogradCPU
                                                 : key;
}
}  // namespace lockstep_torch

#define C10_CUDA_CHECK(EXPRESSION) ::lockstep_torch::CheckCuda(EXPRESSION)
#define AT_CUDA_CHECK(EXPRESSION) C10_CUDA_CHECK(EXPRESSION)
#define C10_CUDA_ERROR_HANDLED(EXPRESSION) (EXPRESSION)
#define C10_CUDA_IGNORE_ERROR(EXPRESSION) static_cast<void>(EXPRESSION)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define C10_CUDA_API
#define CUDA_KERNEL_LOOP_TYPE(I, COUNT, TYPE) \
  for (TYPE I = TYPE(blockIdx.x) * blockDim.x + threadIdx.x; I < (COUNT); I += TYPE(blockDim.x) * gridDim.x)
#define CUDA_KERNEL_LOOP(I, COUNT) CUDA_KERNEL_LOOP_TYPE(I, COUNT, int)

#include <lockstep/torch/cuda_streams.h>

#undef TORCH_LIBRARY_IMPL
#define TORCH_LIBRARY_IMPL(NAMESPACE, KEY, LIBRARY) \
  LOCKSTEP_TORCH_LIBRARY_IMPL(NAMESPACE, KEY, LIBRARY, C10_CONCATENATE(lockstep_torch_##KEY##_, __LINE__))
#define LOCKSTEP_TORCH_LIBRARY_IMPL(NAMESPACE, KEY, LIBRARY, NAME)                                                 \
  static void NAME(torch::Library&);                                                                               \
  static const torch::detail::TorchLibraryInit C10_CONCATENATE(NAME, _init)(                                       \
      torch::Library::IMPL, &NAME, #NAMESPACE, std::make_optional(::lockstep_torch::KeyOf(c10::DispatchKey::KEY)), \
      __FILE__, __LINE__);                                                                                         \
  void NAME(torch::Library& LIBRARY)

// In the extension's own text: its CUDA tensors are PyTorch's of the CPU.
#define kCUDA kCPU
#define cuda() cpu()
