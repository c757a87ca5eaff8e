#pragma once

// A recording as the recorder makes it, of a kernel that this file plays by hand: for tests and benchmarks of what
// writes, reads and shows recordings, without a compiler.
//
//   struct Pixel { float r, g, b; };
//   __global__ void grey(float* out, const Pixel* in, int n) {
//     __shared__ float tile[THREADS];
//     int i = blockIdx.x * blockDim.x + threadIdx.x;
//     Pixel p = in[i];
//     float sum = 0;
//     for (int k = 0; k < 3; k++) sum += weight[k] * (&p.r)[k];
//     tile[threadIdx.x] = sum;
//     __syncthreads();
//     out[i] = tile[THREADS - 1 - threadIdx.x];
//   }
//
// Threads advance a line at a time, warp by warp, as in the `lockstep` order. Values are real: random pixels, their
// greys.

#include "shared/trace/recording.h"

namespace lockstep {

struct SampleOptions {
  std::uint32_t launches = 1, blocks = 2, threads = 64;
  bool findings = false;  // as if `lockstep check` had made it
};

Recording SampleRecording(const SampleOptions& options = {});

}  // namespace lockstep
