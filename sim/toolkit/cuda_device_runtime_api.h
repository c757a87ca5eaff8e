#pragma once

// What device code may call of the runtime. Launching kernels from kernels (dynamic parallelism) is not supported;
// clang says so where a kernel launches one.

#include "cuda_runtime_api.h"

#if defined(__cplusplus) && defined(__CUDA__)

// Sets the value that a conditional node of a graph reads. The handle is its address.
static inline __attribute__((device)) void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                                                   unsigned int value) {
  __atomic_store_n((unsigned int*)handle, value, __ATOMIC_RELAXED);
}

// Starting the next kernel of a stream early is a matter of time only: it always starts after this one has ended.
static inline __attribute__((device)) void cudaTriggerProgrammaticLaunchCompletion() {}
static inline __attribute__((device)) void cudaGridDependencySynchronize() {}

#endif
