// Streams, guards and the device, as extensions ask for them. Work runs in the default stream of the one device.
#pragma once

#include "scalar_type.h"

namespace c10::cuda {

class CUDAStream {
 public:
  cudaStream_t stream() const { return nullptr; }
  operator cudaStream_t() const { return stream(); }
  void synchronize() const { C10_CUDA_CHECK(cudaStreamSynchronize(stream())); }
  int device_index() const { return 0; }
};
inline CUDAStream getCurrentCUDAStream(int = -1) { return {}; }
inline CUDAStream getDefaultCUDAStream(int = -1) { return {}; }
inline CUDAStream getStreamFromPool(bool = false, int = -1) { return {}; }
inline int device_count() { return 1; }
inline int current_device() { return 0; }
inline void device_synchronize() { C10_CUDA_CHECK(cudaDeviceSynchronize()); }

class CUDAGuard {
 public:
  explicit CUDAGuard(int) {}
  explicit CUDAGuard(Device) {}
};
class OptionalCUDAGuard {
 public:
  OptionalCUDAGuard() = default;
  template <class T>
  explicit OptionalCUDAGuard(const T&) {}
};
class CUDAStreamGuard {
 public:
  explicit CUDAStreamGuard(CUDAStream) {}
};

}  // namespace c10::cuda

namespace at {

template <class T>
std::optional<Device> device_of(const T& tensor) {
  return tensor.device();
}
using DeviceGuard = c10::cuda::CUDAGuard;

namespace cuda {
using namespace c10::cuda;
inline cudaDeviceProp* getCurrentDeviceProperties() {
  static cudaDeviceProp properties = [] {
    cudaDeviceProp asked;
    C10_CUDA_CHECK(cudaGetDeviceProperties(&asked, 0));
    return asked;
  }();
  return &properties;
}
inline bool is_available() { return true; }
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
