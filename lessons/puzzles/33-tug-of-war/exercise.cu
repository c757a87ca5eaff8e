// Puzzle 33: 32 children stand in a row, and each pulls against the one opposite. By how much is it stronger?
//
// Each lane reads two numbers and writes one. Do it so that no thread makes more than 2 accesses.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A warp for each row: lane 0 pulls against lane 31, lane 1 against lane 30.
__global__ void pull(const int* strength, int* ahead) {
  int lane = threadIdx.x;
  int i = blockIdx.x * 32 + lane;
  int mine = strength[i];
  int other = strength[blockIdx.x * 32 + 31 - lane];
  ahead[i] = mine - other;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> strength = lockstep::RandomInput<int>(32 * rows, 0, 999);

  int *d_strength, *d_ahead;
  cudaMalloc(&d_strength, (32 * rows) * sizeof(int));
  cudaMalloc(&d_ahead, (32 * rows) * sizeof(int));
  cudaMemcpy(d_strength, strength.data(), (32 * rows) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_strength, rows, 32);
  LOCKSTEP_PUBLISH(d_ahead, rows, 32);

  pull<<<rows, 32>>>(d_strength, d_ahead);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_strength);
  cudaFree(d_ahead);
}
