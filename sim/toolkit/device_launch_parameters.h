#pragma once

// threadIdx, blockIdx, blockDim, gridDim, warpSize. The first four are never defined: the plugin replaces each use by a
// value (sim/compile/pass/language/index_variables.h), in run mode by a loop counter, so that loops over threads vectorise.

#include "vector_types.h"

#if defined(__CUDA__)
#include "lockstep/device.h"

extern "C" {
extern const __attribute__((device)) uint3 threadIdx;
extern const __attribute__((device)) uint3 blockIdx;
extern const __attribute__((device)) dim3 blockDim;
extern const __attribute__((device)) dim3 gridDim;
}
__attribute__((device)) constexpr int warpSize = 32;
#elif defined(__cplusplus)
// A plain C++ file may name them, but not use them.
extern "C" {
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
extern const int warpSize;
}
#endif
