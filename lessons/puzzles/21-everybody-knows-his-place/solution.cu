// Puzzle 21, solved: answers are compared with what this program does.

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
  int place = 0;
  for (int k = 0; k < 32; ++k) place += tile[k] < tile[t] || (tile[k] == tile[t] && k < t);
  out[first + place] = tile[t];
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
