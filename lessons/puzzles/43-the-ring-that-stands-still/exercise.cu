// Puzzle 43: thermometers give a number every second. What do the last four numbers of each make together?
//
// Each thread keeps four numbers in a ring, and writes over the oldest. Do it without local memory.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A thread for each thermometer: `sums` gets the sum of its last four numbers, or of all if there are fewer.
__global__ void last_four(const int* in, int* sums, int seconds, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int last[4] = {0, 0, 0, 0};
  for (int k = 0; k < seconds; ++k) {
    last[k % 4] = in[k * n + i];
    sums[k * n + i] = last[0] + last[1] + last[2] + last[3];
  }
}

int main(int argc, char** argv) {
  const int seconds = argc > 1 ? std::atoi(argv[1]) : 10;
  const int n = argc > 2 ? std::atoi(argv[2]) : 32;
  const std::vector<int> in = lockstep::RandomInput<int>(seconds * n, -20, 40);

  int *d_in, *d_sums;
  cudaMalloc(&d_in, (seconds * n) * sizeof(int));
  cudaMalloc(&d_sums, (seconds * n) * sizeof(int));
  cudaMemcpy(d_in, in.data(), (seconds * n) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, seconds, n);
  LOCKSTEP_PUBLISH(d_sums, seconds, n);

  last_four<<<(n + 31) / 32, 32>>>(d_in, d_sums, seconds, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_sums);
}
