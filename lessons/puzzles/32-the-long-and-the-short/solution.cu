// Puzzle 32, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// The sum of each of 64 rows; row r has r + 1 numbers and begins at r * (r + 1) / 2. 32 threads for each triangle.
__global__ void add_rows(const int* in, int* sums) {
  const int* triangle = in + blockIdx.x * 64 * 65 / 2;
  for (int i = 0; i < 2; ++i) {
    int r = i == 0 ? threadIdx.x : 63 - threadIdx.x;
    int sum = 0;
    for (int k = 0; k <= r; ++k) sum += triangle[r * (r + 1) / 2 + k];
    sums[blockIdx.x * 64 + r] = sum;
  }
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> in = lockstep::RandomInput<int>(2080 * count, 0, 99);

  int *d_in, *d_sums;
  cudaMalloc(&d_in, (2080 * count) * sizeof(int));
  cudaMalloc(&d_sums, (64 * count) * sizeof(int));
  cudaMemcpy(d_in, in.data(), (2080 * count) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, 2080 * count);
  LOCKSTEP_PUBLISH(d_sums, 64 * count);

  add_rows<<<count, 32>>>(d_in, d_sums);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_sums);
}
