#pragma once

// Programs and libraries test these macros to find out what has been included.
#define __HOST_DEFINES_H__

// CUDA's qualifiers, for clang's CUDA front end; nothing for a plain C or C++ compiler.

// A program can test whether it is compiled by Lockstep.
#define __LOCKSTEP__ 1

#if defined(__CUDA__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
// The annotation marks kernels for the plugin: the IR of the host's processor has no other mark.
#define __global__ __attribute__((global, annotate("lockstep_kernel")))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device, annotate("lockstep_managed")))
#define __grid_constant__
// By value: in an annotation, clang takes a member of a temporary for no constant.
__host__ __device__ constexpr int __lockstep_most_threads(int most, int = 0, int = 0) { return most; }
#define __launch_bounds__(...) \
  __attribute__((launch_bounds(__VA_ARGS__), \
                 annotate("lockstep_launch_bounds", __lockstep_most_threads(__VA_ARGS__))))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#endif
#define __maxnreg__(...)
// Clusters of more than one block are refused by the plugin.
#define __cluster_dims__(...) __attribute__((annotate("lockstep_cluster", __VA_ARGS__)))
// `__noinline__` is a keyword of clang's CUDA front end.
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __thread__ __thread
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
