#pragma once

// threadIdx, blockIdx, blockDim, gridDim, warpSize. Each coordinate is a function of the runtime that the plugin turns
// into a value: a loop counter in run mode, so that loops over threads vectorise.

#include "lockstep/device.h"
#include "vector_types.h"

#define __LOCKSTEP_COORDINATE__(member, function)                      \
  __declspec(property(get = __get_##member)) unsigned int member;      \
  static __attribute__((device, always_inline)) unsigned int __get_##member() { return function(); }

#define __LOCKSTEP_INDEX_OBJECT__(type, prefix)                                                              \
  struct type {                                                                                              \
    __LOCKSTEP_COORDINATE__(x, __lockstep_##prefix##_x)                                                      \
    __LOCKSTEP_COORDINATE__(y, __lockstep_##prefix##_y)                                                      \
    __LOCKSTEP_COORDINATE__(z, __lockstep_##prefix##_z)                                                      \
    __attribute__((device, always_inline)) operator uint3() const { return uint3{x, y, z}; }                 \
    __attribute__((device, always_inline)) operator dim3() const { return dim3(x, y, z); }                   \
    type() = delete;                                                                                         \
    type(const type&) = delete;                                                                              \
    void operator=(const type&) const = delete;                                                              \
    void operator&() const = delete;                                                                         \
  }

__LOCKSTEP_INDEX_OBJECT__(__lockstep_threadIdx_t, thread);
__LOCKSTEP_INDEX_OBJECT__(__lockstep_blockIdx_t, block);
__LOCKSTEP_INDEX_OBJECT__(__lockstep_blockDim_t, block_dim);
__LOCKSTEP_INDEX_OBJECT__(__lockstep_gridDim_t, grid_dim);

#undef __LOCKSTEP_INDEX_OBJECT__
#undef __LOCKSTEP_COORDINATE__

extern const __attribute__((device, weak)) __lockstep_threadIdx_t threadIdx;
extern const __attribute__((device, weak)) __lockstep_blockIdx_t blockIdx;
extern const __attribute__((device, weak)) __lockstep_blockDim_t blockDim;
extern const __attribute__((device, weak)) __lockstep_gridDim_t gridDim;
__attribute__((device)) constexpr int warpSize = 32;
