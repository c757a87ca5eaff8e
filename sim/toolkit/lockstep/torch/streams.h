// What Lockstep's own tensors have besides streams: guards and sizes in namespace at.
#pragma once

#include <optional>

#include "scalar_type.h"
// It needs what stands above.
#include "cuda_streams.h"

namespace at {

template <class T>
std::optional<Device> device_of(const T& tensor) {
  return tensor.device();
}
using DeviceGuard = c10::cuda::CUDAGuard;

namespace cuda {
template <class T>
T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}
}  // namespace cuda
template <class T>
__host__ __device__ T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}

}  // namespace at
