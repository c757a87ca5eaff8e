// Puzzle 21: 32 values are sorted.
//
// Neighbours change places where they stand the wrong way round, in 32 rounds with a barrier each. Sort with 1 barrier.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Sorts the 32 values of each block: neighbours that stand the wrong way round change places, 32 times.
__global__ void sort(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x, first = blockIdx.x * 32;
  tile[t] = in[first + t];
  __syncthreads();
  for (int round = 0; round < 32; ++round) {
    if (t % 2 == round % 2 && t < 31 && tile[t] > tile[t + 1]) {
      int kept = tile[t];
      tile[t] = tile[t + 1];
      tile[t + 1] = kept;
    }
    __syncthreads();
  }
  out[first + t] = tile[t];
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 1;
  const int n = 32 * blocks;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 0, argc > 2 ? std::atoi(argv[2]) : 99);

  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);

  sort<<<blocks, 32>>>(d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
