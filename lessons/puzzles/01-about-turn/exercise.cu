// Puzzle 1: an array is turned round in place: its first value becomes the last.
//
// Each thread swaps its cell with the one opposite. Something goes wrong. Turn 11 cells with 20 accesses.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Turns `a` round.
__global__ void turn(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = n - 1 - i;  // the cell opposite
  if (i < n) {
    int kept = a[i];
    a[i] = a[j];
    a[j] = kept;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 11;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);

  int* d_a;
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMemcpy(d_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);

  turn<<<(n + 3) / 4, 4>>>(d_a, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
}
