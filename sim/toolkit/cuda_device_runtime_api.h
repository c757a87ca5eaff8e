#pragma once

// The functions of the runtime that device code may call. `<<<...>>>` in device code is the compiler's
// (sim/compile/mended_source.h, sim/compile/pass/unit/device_launches.h). As in CUDA 12 and later, device code cannot wait
// for the grids that it launches, so there is no cudaDeviceSynchronize.

#include "cuda_runtime_api.h"

#if defined(__cplusplus) && defined(__CUDA__)

// Sets the value that a conditional node of a graph reads. The handle is its address.
static inline __attribute__((device)) void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                                                   unsigned int value) {
  __atomic_store_n((unsigned int*)handle, value, __ATOMIC_RELAXED);
}

// An early start of the next kernel of a stream affects only the timing: it always starts after this one has ended.
static inline __attribute__((device)) void cudaTriggerProgrammaticLaunchCompletion() {}
static inline __attribute__((device)) void cudaGridDependencySynchronize() {}

#define __LOCKSTEP_ON_DEVICE__ static inline __attribute__((device))
#define __LOCKSTEP_RUNTIME__ extern "C" __attribute__((device))

// --- sim/api/device_runtime.cpp. Results are of cudaError_t, and become the thread's last error.
__LOCKSTEP_RUNTIME__ int __lockstep_device_error(int error);
__LOCKSTEP_RUNTIME__ int __lockstep_device_last_error(int forget);
__LOCKSTEP_RUNTIME__ const char* __lockstep_device_error_text(int error, int name);
__LOCKSTEP_RUNTIME__ unsigned long long __lockstep_device_make_handle();
__LOCKSTEP_RUNTIME__ int __lockstep_device_record_event(unsigned long long event, unsigned long long stream);
__LOCKSTEP_RUNTIME__ int __lockstep_device_wait_event(unsigned long long stream, unsigned long long event);
__LOCKSTEP_RUNTIME__ int __lockstep_device_drop_handle(unsigned long long handle);
__LOCKSTEP_RUNTIME__ int __lockstep_device_attribute(int attribute, int device, int* value);
__LOCKSTEP_RUNTIME__ int __lockstep_device_limit(int limit, unsigned long long* value);
__LOCKSTEP_RUNTIME__ int __lockstep_device_function(const void* kernel, struct cudaFuncAttributes* attributes);
__LOCKSTEP_RUNTIME__ int __lockstep_device_occupancy(const void* kernel, int threads, unsigned long long dynamicShared,
                                                     int* blocks);

// --- errors
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaGetLastError() { return (cudaError_t)__lockstep_device_last_error(1); }
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaPeekAtLastError() { return (cudaError_t)__lockstep_device_last_error(0); }
__LOCKSTEP_ON_DEVICE__ const char* cudaGetErrorString(cudaError_t error) {
  return __lockstep_device_error_text(error, 0);
}
__LOCKSTEP_ON_DEVICE__ const char* cudaGetErrorName(cudaError_t error) {
  return __lockstep_device_error_text(error, 1);
}

// --- the device
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr, int device) {
  int found = 0;
  const int error = __lockstep_device_attribute(attr, device, &found);
  if (error == cudaSuccess) *value = found;
  return (cudaError_t)error;
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit) {
  unsigned long long found = 0;
  const int error = __lockstep_device_limit(limit, &found);
  if (error == cudaSuccess) *value = found;
  return (cudaError_t)error;
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

// --- streams and events: named streams are non-blocking, and events have no time. The grids of a program run in an
// order that has every event before what waits for it (sim/launch/device_work.h).
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  if (flags != cudaStreamNonBlocking) return (cudaError_t)__lockstep_device_error(cudaErrorInvalidValue);
  *stream = (cudaStream_t)__lockstep_device_make_handle();
  return cudaSuccess;
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return (cudaError_t)__lockstep_device_drop_handle((unsigned long long)stream);
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (flags != cudaEventDisableTiming) return (cudaError_t)__lockstep_device_error(cudaErrorInvalidValue);
  *event = (cudaEvent_t)__lockstep_device_make_handle();
  return cudaSuccess;
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return (cudaError_t)__lockstep_device_drop_handle((unsigned long long)event);
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) {
  return (cudaError_t)__lockstep_device_record_event((unsigned long long)event, (unsigned long long)stream);
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int = 0) {
  return (cudaError_t)__lockstep_device_wait_event((unsigned long long)stream, (unsigned long long)event);
}

// --- memory: that of malloc and free in device code
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaMalloc(void** pointer, size_t size) {
  *pointer = size ? __builtin_malloc(size) : nullptr;
  return *pointer || size == 0 ? cudaSuccess : (cudaError_t)__lockstep_device_error(cudaErrorMemoryAllocation);
}
template <class T>
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaMalloc(T** pointer, size_t size) {
  return cudaMalloc((void**)(void*)pointer, size);
}
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaFree(void* pointer) {
  __builtin_free(pointer);
  return cudaSuccess;
}

// A copy or fill is a grid of its own, as CUDA may do it, too; so it is checked, counted and recorded like any grid.
namespace __lockstep_device {
#define __LOCKSTEP_LAUNCH__(...) [&]() __attribute__((annotate("lockstep_launch"))) { __VA_ARGS__; }()
constexpr unsigned kThreads = 256;

template <class Unit>
__global__ void cudaMemcpyAsync(Unit* to, const Unit* from, size_t count) {
  const size_t i = (size_t)blockIdx.x * kThreads + threadIdx.x;
  if (i < count) to[i] = from[i];
}
template <class Unit>
__global__ void cudaMemsetAsync(Unit* to, Unit value, size_t count) {
  const size_t i = (size_t)blockIdx.x * kThreads + threadIdx.x;
  if (i < count) to[i] = value;
}
// A row of bytes after the other.
template <class Unit>
__global__ void cudaMemcpy2DAsync(char* to, size_t to_pitch, const char* from, size_t from_pitch, size_t width,
                                  size_t height) {
  const size_t i = (size_t)blockIdx.x * kThreads + threadIdx.x;
  if (i < width * height)
    *(Unit*)(to + i / width * to_pitch + i % width) = *(const Unit*)(from + i / width * from_pitch + i % width);
}

static inline __attribute__((device)) unsigned Blocks(size_t count) {
  return (unsigned)((count + kThreads - 1) / kThreads);
}
static inline __attribute__((device)) bool IsOfThread(const void* pointer) {
  return __lockstep_state_space(pointer) == 1 || __lockstep_state_space(pointer) == 3;
}
// Local and shared memory of the calling thread is gone when the grid runs.
static inline __attribute__((device)) bool CanReach(const void* pointer) { return pointer && !IsOfThread(pointer); }
static inline __attribute__((device)) bool IsOnDevice(enum cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}
// The error of the launch since then; without one, the thread keeps its last error from before.
static inline __attribute__((device)) cudaError_t ResultSince(int before) {
  const int error = __lockstep_device_last_error(0);
  if (error == cudaSuccess) __lockstep_device_error(before);
  return (cudaError_t)error;
}
}  // namespace __lockstep_device

template <class = void>
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t count, enum cudaMemcpyKind kind,
                                                   cudaStream_t stream = 0) {
  using namespace __lockstep_device;
  if (count == 0) return cudaSuccess;
  if (!CanReach(to) || !CanReach(from)) return (cudaError_t)__lockstep_device_error(cudaErrorInvalidValue);
  if (!IsOnDevice(kind)) return (cudaError_t)__lockstep_device_error(cudaErrorInvalidMemcpyDirection);
  const int before = __lockstep_device_last_error(1);
  if (((size_t)to | (size_t)from | count) % 4 == 0)
    __LOCKSTEP_LAUNCH__(__lockstep_device::cudaMemcpyAsync<<<Blocks(count / 4), kThreads, 0, stream>>>(
        (unsigned*)to, (const unsigned*)from, count / 4));
  else
    __LOCKSTEP_LAUNCH__(__lockstep_device::cudaMemcpyAsync<<<Blocks(count), kThreads, 0, stream>>>(
        (unsigned char*)to, (const unsigned char*)from, count));
  return ResultSince(before);
}
template <class = void>
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                                     size_t width, size_t height, enum cudaMemcpyKind kind,
                                                     cudaStream_t stream = 0) {
  using namespace __lockstep_device;
  if (width == 0 || height == 0) return cudaSuccess;
  if (!CanReach(to) || !CanReach(from)) return (cudaError_t)__lockstep_device_error(cudaErrorInvalidValue);
  if (to_pitch < width || from_pitch < width) return (cudaError_t)__lockstep_device_error(cudaErrorInvalidPitchValue);
  if (!IsOnDevice(kind)) return (cudaError_t)__lockstep_device_error(cudaErrorInvalidMemcpyDirection);
  const int before = __lockstep_device_last_error(1);
  __LOCKSTEP_LAUNCH__(__lockstep_device::cudaMemcpy2DAsync<char><<<Blocks(width * height), kThreads, 0, stream>>>(
      (char*)to, to_pitch, (const char*)from, from_pitch, width, height));
  return ResultSince(before);
}
template <class = void>
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaMemsetAsync(void* to, int value, size_t count, cudaStream_t stream = 0) {
  using namespace __lockstep_device;
  if (count == 0) return cudaSuccess;
  if (!CanReach(to)) return (cudaError_t)__lockstep_device_error(cudaErrorInvalidValue);
  const int before = __lockstep_device_last_error(1);
  if (((size_t)to | count) % 4 == 0)
    __LOCKSTEP_LAUNCH__(__lockstep_device::cudaMemsetAsync<<<Blocks(count / 4), kThreads, 0, stream>>>(
        (unsigned*)to, 0x01010101u * (unsigned char)value, count / 4));
  else
    __LOCKSTEP_LAUNCH__(__lockstep_device::cudaMemsetAsync<<<Blocks(count), kThreads, 0, stream>>>(
        (unsigned char*)to, (unsigned char)value, count));
  return ResultSince(before);
}
#undef __LOCKSTEP_LAUNCH__

// --- kernels
template <class Kernel>
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, Kernel* kernel) {
  return (cudaError_t)__lockstep_device_function((const void*)kernel, attributes);
}
template <class Kernel>
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel,
                                                                                 int threads, size_t dynamicShared) {
  int found = 0;
  const int error = __lockstep_device_occupancy((const void*)kernel, threads, dynamicShared, &found);
  if (error == cudaSuccess) *blocks = found;
  return (cudaError_t)error;
}
template <class Kernel>
__LOCKSTEP_ON_DEVICE__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Kernel* kernel,
                                                                                          int threads,
                                                                                          size_t dynamicShared,
                                                                                          unsigned int) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, dynamicShared);
}
#undef __LOCKSTEP_RUNTIME__
#undef __LOCKSTEP_ON_DEVICE__

// Thrust and CUB name these in code for kernels that launch kernels, which CUDA programs rarely reach.
static inline __attribute__((host, device)) cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() {
  return cudaErrorNotSupported;
}
static inline __attribute__((device)) void* cudaGetParameterBuffer(size_t, size_t) { return 0; }
static inline __attribute__((device)) cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned int,
                                                                   cudaStream_t) {
  return cudaErrorNotSupported;
}

#endif
