// Puzzle 28: even cells are halved, odd ones are made three times as large.
//
// In every warp the lanes go two ways. Let no branch diverge; a block has 64 threads and 64 cells.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Each block changes its 64 cells.
__global__ void change(int* a) {
  int t = threadIdx.x;
  int cell = t;
  int* own = &a[blockIdx.x * 64 + cell];
  if (cell % 2 == 0) {
    *own = *own / 2;
  } else {
    *own = *own * 3;
  }
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> a = lockstep::RandomInput<int>(64 * blocks, 0, 99);

  int* d_a;
  cudaMalloc(&d_a, (64 * blocks) * sizeof(int));
  cudaMemcpy(d_a, a.data(), (64 * blocks) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, 64 * blocks);

  change<<<blocks, 64>>>(d_a);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
}
