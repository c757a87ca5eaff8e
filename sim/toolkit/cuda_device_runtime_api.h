#pragma once

// The functions of the runtime that device code may call. Launching kernels from kernels (dynamic parallelism) is not
// supported; clang reports it at the launch.

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
