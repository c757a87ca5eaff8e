#pragma once

// threadIdx, blockIdx, blockDim, gridDim, warpSize. Nobody defines the first four: the plugin puts values in the place of
// each use (sim/compile/pass/index_variables.h), loop counters in run mode, so that loops over threads vectorise.

#include "lockstep/device.h"
#include "vector_types.h"

extern "C" {
extern const __attribute__((device)) uint3 threadIdx;
extern const __attribute__((device)) uint3 blockIdx;
extern const __attribute__((device)) dim3 blockDim;
extern const __attribute__((device)) dim3 gridDim;
}
__attribute__((device)) constexpr int warpSize = 32;
