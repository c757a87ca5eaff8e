// The lines of lesson 54 that are put in order: a round of a pipeline with three stages.

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 8;  // numbers in a tile, and threads in a block

__global__ void ranks(const int* in, int* out, int n) {
  __shared__ int tiles[3][kTile];
  const int t = threadIdx.x, i = blockIdx.x * kTile + t, mine = in[i];
  int rank = 0;
  for (int p = 0; p < 2; ++p) {  // the first two tiles, a group each
    if (p < n / kTile) __pipeline_memcpy_async(&tiles[p][t], &in[p * kTile + t], sizeof(int));
    __pipeline_commit();
  }
  for (int p = 0; p < n / kTile; ++p) {
    __pipeline_wait_prior(1);
    __syncthreads();
    const int next = p + 2;
    if (next < n / kTile) __pipeline_memcpy_async(&tiles[next % 3][t], &in[next * kTile + t], sizeof(int));
    __pipeline_commit();
    for (int k = 0; k < kTile; ++k) rank += tiles[p % 3][k] < mine;
  }
  out[i] = rank;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 40;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 1, 99);
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);

  ranks<<<n / kTile, kTile>>>(d_in, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
