// Puzzle 3, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void add_one(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 64;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);

  int* d_a;
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMemcpy(d_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);

  const int blocks = (n + 31) / 32;
  add_one<<<blocks, 32>>>(d_a, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
}
