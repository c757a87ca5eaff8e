// The lines of lesson 25 that are put in order: how many of all numbers are less than mine?

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 8;  // numbers in a tile, and threads in a block

__global__ void ranks(const int* in, int* out, int n) {
  __shared__ int tile[kTile];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kTile + t;
  const int mine = in[i];
  int rank = 0;

  for (int first = 0; first < n; first += kTile) {
    tile[t] = in[first + t];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) rank += tile[k] < mine;
    __syncthreads();
  }
  out[i] = rank;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 24;
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
