// Puzzle 19: each block has a factor of its own, and its threads multiply their cells with it.
//
// All threads read the factor. Read 4 factors with 4 reads.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void scale(const int* factors, const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int factor = factors[blockIdx.x];
  out[i] = factor * in[i];
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 4;
  const std::vector<int> factors = lockstep::RandomInput<int>(blocks, 2, 9);
  const std::vector<int> in = lockstep::RandomInput<int>(16 * blocks, 0, 99, 1);

  int *d_factors, *d_in, *d_out;
  cudaMalloc(&d_factors, blocks * sizeof(int));
  cudaMalloc(&d_in, (16 * blocks) * sizeof(int));
  cudaMalloc(&d_out, (16 * blocks) * sizeof(int));
  cudaMemcpy(d_factors, factors.data(), blocks * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_in, in.data(), (16 * blocks) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_factors, blocks);
  LOCKSTEP_PUBLISH(d_in, 16 * blocks);
  LOCKSTEP_PUBLISH(d_out, 16 * blocks);

  scale<<<blocks, 16>>>(d_factors, d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_factors);
  cudaFree(d_in);
  cudaFree(d_out);
}
