// Puzzle 29, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void sum_rows(const int* in, int* sums) {
  __shared__ int tile[32][32];
  int t = threadIdx.x;
  for (int row = 0; row < 32; ++row) tile[row][t] = in[row * 32 + t];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 32; ++k) {
    sum += tile[t][(k + t) % 32];
  }
  sums[t] = sum;
}

int main() {
  const std::vector<int> in = lockstep::RandomInput<int>(32 * 32, 0, 99);

  int *d_in, *d_sums;
  cudaMalloc(&d_in, (32 * 32) * sizeof(int));
  cudaMalloc(&d_sums, 32 * sizeof(int));
  cudaMemcpy(d_in, in.data(), (32 * 32) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, 32, 32);
  LOCKSTEP_PUBLISH(d_sums, 32);

  sum_rows<<<1, 32>>>(d_in, d_sums);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_sums);
}
