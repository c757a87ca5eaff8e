// Puzzle 6: every value moves one cell to the right, in place; the first stays, the last is lost.
//
// The threads tread on each other's toes. Two launches are enough, and `d_spare` is there for you.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// `to` has what `from` has, one cell further right. The first value stays.
__global__ void move(const int* from, int* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i > 0 ? i - 1 : 0];
}

__global__ void copy(const int* from, int* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 9;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);

  int *d_a, *d_spare;
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMalloc(&d_spare, n * sizeof(int));
  cudaMemcpy(d_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);

  move<<<(n + 3) / 4, 4>>>(d_a, d_a, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_spare);
}
