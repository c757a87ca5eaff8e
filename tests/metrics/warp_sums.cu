// Shuffles, barriers, library code and a block that is not a multiple of a warp do not change the counts in between.
// 80 threads: 3 warps, the last of 16 lanes.

#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void Sums(const int* in, int* out) {
  __shared__ int part[3];
  const unsigned i = threadIdx.x, mask = i < 64 ? 0xffffffffu : 0xffffu;
  int v = in[i];                           // metric: load global requests=3 lanes=80 possible_lanes=80 sectors=10 ideal_sectors=10
  for (int step = 8; step > 0; step /= 2)  // metric: branch requests=15 divergent=0
    v += __shfl_xor_sync(mask, v, step);
  if (i % 32 == 0)                         // metric: branch requests=3 divergent=3
    part[i / 32] = v;                      // metric: store shared requests=3 lanes=3 wavefronts=3
  __syncthreads();
  out[i] = part[0] + v;                    // metric: load shared requests=3 lanes=80 wavefronts=3; store global requests=3 lanes=80 sectors=10
}

// The library's own branches are not the program's.
__global__ void TileSums(const int* in, int* out) {
  const auto warp = cg::tiled_partition<16>(cg::this_thread_block());
  int v = in[threadIdx.x];
  for (int step = 8; step > 0; step /= 2)  // metric: branch requests=15 divergent=0
    v += warp.shfl_down(v, step);
  out[threadIdx.x] = v;                    // metric: store global requests=3 lanes=80
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 80 * sizeof(int));
  cudaMalloc(&out, 80 * sizeof(int));
  cudaMemset(in, 0, 80 * sizeof(int));
  Sums<<<1, 80>>>(in, out);
  TileSums<<<1, 80>>>(in, out);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(in);
  cudaFree(out);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
