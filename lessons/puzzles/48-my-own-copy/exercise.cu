// Puzzle 48: each thread adds up a column. An asynchronous copy brings its next number into shared memory.
//
// The block waits twice in each round, 16 times for 8 rows. Do it without a barrier.

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A block for 64 columns.
__global__ void columns(const int* in, int* sums, int rows, int n) {
  __shared__ int next[64];
  int t = threadIdx.x;
  int column = blockIdx.x * 64 + t, sum = 0;
  for (int row = 0; row < rows; ++row) {
    __pipeline_memcpy_async(&next[t], &in[row * n + column], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += next[t];
    __syncthreads();
  }
  sums[column] = sum;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 8;
  const int n = 64 * (argc > 2 ? std::atoi(argv[2]) : 1);  // columns
  const std::vector<int> in = lockstep::RandomInput<int>(rows * n, 0, 99);

  int *d_in, *d_sums;
  cudaMalloc(&d_in, (rows * n) * sizeof(int));
  cudaMalloc(&d_sums, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), (rows * n) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, rows, n);
  LOCKSTEP_PUBLISH(d_sums, n);

  columns<<<n / 64, 64>>>(d_in, d_sums, rows, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_sums);
}
