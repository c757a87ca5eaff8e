#pragma once

// threadIdx, blockIdx, blockDim, gridDim, warpSize. Nobody defines the first four: the plugin puts values in the place of
// each use (sim/compile/pass/index_variables.h), loop counters in run mode, so that loops over threads vectorise.

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
// A plain C++ file may name them, and nothing more.
extern "C" {
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
extern const int warpSize;
}
#endif
