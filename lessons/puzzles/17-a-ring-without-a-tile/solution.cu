// Puzzle 17, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void turn(int* a) {
  int t = threadIdx.x;
  int* own = a + blockIdx.x * 64;
  int value = own[(t + 63) % 64];
  __syncthreads();
  own[t] = value;
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
