#pragma once

// Thrust's algorithms in device code, as in `thrust::sort(thrust::device, ...)`: each runs in the thread that calls it.
// Compiled with `-rdc=true`, Thrust 1 launches kernels there and waits for them, which device code cannot do in CUDA 12
// and later. Newer versions decide for themselves where an algorithm runs.

#if __has_include_next(<thrust/system/cuda/config.h>)

// Clang demands that device code can call what it names, even after `if (0)`.
#include <thrust/version.h>
#if defined(__CUDA_ARCH__) && THRUST_VERSION < 200000 && !defined(CUB_RUNTIME_FUNCTION)
#define CUB_RUNTIME_FUNCTION __host__ __device__
#endif

#include_next <thrust/system/cuda/config.h>

#if defined(__CUDA_ARCH__) && THRUST_VERSION < 200000
#undef __THRUST_HAS_CUDART__
#define __THRUST_HAS_CUDART__ 0
#undef THRUST_RUNTIME_FUNCTION
#define THRUST_RUNTIME_FUNCTION __host__ __device__ __forceinline__
#endif

#endif
