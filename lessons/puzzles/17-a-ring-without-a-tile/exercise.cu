// Puzzle 17: in each block, 64 values move one place on, in place, and the last one comes to the front.
//
// They go through shared memory. Do it with 0 bytes of shared memory.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void turn(int* a) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int* own = a + blockIdx.x * 64;
  tile[t] = own[t];
  __syncthreads();
  own[t] = tile[(t + 63) % 64];
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> a = lockstep::RandomInput<int>(64 * blocks, 0, 99);

  int* d_a;
  cudaMalloc(&d_a, (64 * blocks) * sizeof(int));
  cudaMemcpy(d_a, a.data(), (64 * blocks) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, 64 * blocks);

  turn<<<blocks, 64>>>(d_a);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
}
