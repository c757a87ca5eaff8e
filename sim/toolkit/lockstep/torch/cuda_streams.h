// Streams, guards, memory and the device, as extensions ask for them. Work runs in the default stream of the one
// device, unless the extension sets another one. Lockstep's tensors use it, and PyTorch's own (python/lockstep/include).
// Whoever includes it has c10::Device, TORCH_CHECK and C10_CUDA_CHECK.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <memory>

namespace c10::cuda {

class CUDAStream {
 public:
  explicit CUDAStream(cudaStream_t stream = nullptr) : stream_(stream) {}
  cudaStream_t stream() const { return stream_; }
  operator cudaStream_t() const { return stream(); }
  void synchronize() const { C10_CUDA_CHECK(cudaStreamSynchronize(stream())); }
  int device_index() const { return 0; }
  bool operator==(const CUDAStream& other) const { return stream_ == other.stream_; }
  bool operator!=(const CUDAStream& other) const { return stream_ != other.stream_; }

 private:
  cudaStream_t stream_;
};
namespace detail {
inline CUDAStream& CurrentStream() {
  static thread_local CUDAStream stream;
  return stream;
}
}  // namespace detail
inline CUDAStream getCurrentCUDAStream(int = -1) { return detail::CurrentStream(); }
inline void setCurrentCUDAStream(CUDAStream stream) { detail::CurrentStream() = stream; }
inline CUDAStream getDefaultCUDAStream(int = -1) { return CUDAStream(); }
inline CUDAStream getStreamFromPool(bool = false, int = -1) { return CUDAStream(); }
inline CUDAStream getStreamFromExternal(cudaStream_t stream, int) { return CUDAStream(stream); }
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
  explicit CUDAStreamGuard(CUDAStream stream) : before_(getCurrentCUDAStream()) { setCurrentCUDAStream(stream); }
  ~CUDAStreamGuard() { setCurrentCUDAStream(before_); }
  CUDAStreamGuard(const CUDAStreamGuard&) = delete;
  CUDAStreamGuard& operator=(const CUDAStreamGuard&) = delete;
  CUDAStream current_stream() const { return getCurrentCUDAStream(); }
  CUDAStream original_stream() const { return before_; }

 private:
  CUDAStream before_;
};

// Memory for a while, without a tensor.
namespace CUDACachingAllocator {
class CUDAAllocator {
 public:
  using Memory = std::unique_ptr<void, void (*)(void*)>;
  Memory allocate(size_t bytes) {
    void* memory = nullptr;
    C10_CUDA_CHECK(cudaMalloc(&memory, bytes));
    return Memory(memory, raw_deleter());
  }
  void* raw_allocate(size_t bytes) { return allocate(bytes).release(); }
  void raw_deallocate(void* memory) { raw_deleter()(memory); }
  void (*raw_deleter())(void*) {
    return [](void* memory) { cudaFree(memory); };
  }
};
inline CUDAAllocator* get() {
  static CUDAAllocator allocator;
  return &allocator;
}
inline void* raw_alloc(size_t bytes) { return get()->raw_allocate(bytes); }
inline void raw_delete(void* memory) { get()->raw_deallocate(memory); }
inline void emptyCache() {}
}  // namespace CUDACachingAllocator

}  // namespace c10::cuda

namespace at::cuda {
using namespace c10::cuda;
inline cudaDeviceProp* getCurrentDeviceProperties() {
  static cudaDeviceProp properties = [] {
    cudaDeviceProp asked;
    C10_CUDA_CHECK(cudaGetDeviceProperties(&asked, 0));
    return asked;
  }();
  return &properties;
}
// Of this thread, in its current stream.
inline cublasHandle_t getCurrentCUDABlasHandle() {
  static thread_local cublasHandle_t handle = [] {
    cublasHandle_t created = nullptr;
    TORCH_CHECK(cublasCreate(&created) == CUBLAS_STATUS_SUCCESS, "cuBLAS has not started");
    return created;
  }();
  TORCH_CHECK(cublasSetStream(handle, getCurrentCUDAStream()) == CUBLAS_STATUS_SUCCESS, "cuBLAS refuses the stream");
  return handle;
}
inline bool is_available() { return true; }
}  // namespace at::cuda
