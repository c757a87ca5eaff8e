// Puzzle 30: how far are the values of a column from their mean?
//
// First the mean is found, and then every value is read again. Find the spread of 32 columns
// of 16 values with 512 reads.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// How far the 16 values of a column are from their mean: the sum of the squared distances, times 16. They stand below
// each other, 32 columns side by side for each block.
__global__ void spread(const int* in, int* out) {
  const int* column = in + blockIdx.x * 16 * 32 + threadIdx.x;
  int sum = 0;
  for (int r = 0; r < 16; ++r) sum += column[r * 32];
  int squares = 0;
  for (int r = 0; r < 16; ++r) {
    int away = 16 * column[r * 32] - sum;  // 16 times as far as it is from the mean
    squares += away * away;
  }
  out[blockIdx.x * 32 + threadIdx.x] = squares / 16;
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> in = lockstep::RandomInput<int>(512 * blocks, 0, 99);

  int *d_in, *d_out;
  cudaMalloc(&d_in, (512 * blocks) * sizeof(int));
  cudaMalloc(&d_out, (32 * blocks) * sizeof(int));
  cudaMemcpy(d_in, in.data(), (512 * blocks) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, 16 * blocks, 32);
  LOCKSTEP_PUBLISH(d_out, blocks, 32);

  spread<<<blocks, 32>>>(d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
