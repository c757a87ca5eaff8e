#pragma once

// A recording as the recorder would make it, of a kernel whose steps this file generates. It serves the tests and
// benchmarks of the code that writes, reads and shows recordings, without a compiler.
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
// The threads advance one line at a time, warp by warp, as in the `lockstep` order. The values are real: random pixels
// and their greys.

#include "shared/trace/recording.h"

namespace lockstep::trace {

struct SampleOptions {
  std::uint32_t launches = 1, blocks = 2, threads = 64;
  bool findings = false;  // as if `lockstep check` had made it
};

Recording SampleRecording(const SampleOptions& options = {});

}  // namespace lockstep::trace
