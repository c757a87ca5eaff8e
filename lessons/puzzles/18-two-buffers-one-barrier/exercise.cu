// Puzzle 18: three rounds in which each value becomes the sum of itself and its right neighbour, in a ring of 32.
//
// There are two buffers, and 7 barriers. 3 are enough.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void rounds(const int* in, int* out) {
  __shared__ int buffer[2][32];
  int t = threadIdx.x;
  buffer[0][t] = in[blockIdx.x * 32 + t];
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    int sum = buffer[k % 2][t] + buffer[k % 2][(t + 1) % 32];
    __syncthreads();
    buffer[(k + 1) % 2][t] = sum;
    __syncthreads();
  }
  out[blockIdx.x * 32 + t] = buffer[1][t];
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> in = lockstep::RandomInput<int>(32 * blocks, 0, 99);

  int *d_in, *d_out;
  cudaMalloc(&d_in, (32 * blocks) * sizeof(int));
  cudaMalloc(&d_out, (32 * blocks) * sizeof(int));
  cudaMemcpy(d_in, in.data(), (32 * blocks) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, 32 * blocks);
  LOCKSTEP_PUBLISH(d_out, 32 * blocks);

  rounds<<<blocks, 32>>>(d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
