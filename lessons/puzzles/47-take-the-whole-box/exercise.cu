// Puzzle 47: 32 people have a box of four numbers each, side by side in shared memory. What is in each box?
//
// Four lanes meet on one bank, in each of four rounds. Add up the boxes without a conflict.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// `sums` gets the sum of each box. A tile has the boxes of 32 people, 16 bytes for each.
__global__ void add_up(const int* in, int* sums) {
  __shared__ alignas(16) int tile[32 * 4];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) tile[k * 32 + t] = in[blockIdx.x * 128 + k * 32 + t];
  __syncthreads();
  const int* box = &tile[4 * t];
  int sum = 0;
  for (int k = 0; k < 4; ++k) sum += box[k];
  sums[blockIdx.x * 32 + t] = sum;
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> in = lockstep::RandomInput<int>(128 * blocks, 0, 99);

  int *d_in, *d_sums;
  cudaMalloc(&d_in, (128 * blocks) * sizeof(int));
  cudaMalloc(&d_sums, (32 * blocks) * sizeof(int));
  cudaMemcpy(d_in, in.data(), (128 * blocks) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, 32 * blocks, 4);
  LOCKSTEP_PUBLISH(d_sums, 32 * blocks);

  add_up<<<blocks, 32>>>(d_in, d_sums);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_sums);
}
