// Puzzle 35: rows of 32 values. How much is before each of them, and how much after it?
//
// Two scans, one from each side, make 320 shuffles. Do it with 192.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A warp for each row: sums of what is before each value, and of what is after it.
__global__ void sums(const int* in, int* before, int* after) {
  int lane = threadIdx.x;
  int i = blockIdx.x * 32 + lane;
  int mine = in[i], to_here = mine, from_here = mine;
  for (int step = 1; step < 32; step *= 2) {
    int left = __shfl_up_sync(0xffffffff, to_here, step);
    if (lane >= step) to_here += left;
    int right = __shfl_down_sync(0xffffffff, from_here, step);
    if (lane + step < 32) from_here += right;
  }
  before[i] = to_here - mine;
  after[i] = from_here - mine;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> in = lockstep::RandomInput<int>(32 * rows, -99, 99);

  int *d_in, *d_before, *d_after;
  cudaMalloc(&d_in, (32 * rows) * sizeof(int));
  cudaMalloc(&d_before, (32 * rows) * sizeof(int));
  cudaMalloc(&d_after, (32 * rows) * sizeof(int));
  cudaMemcpy(d_in, in.data(), (32 * rows) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, rows, 32);
  LOCKSTEP_PUBLISH(d_before, rows, 32);
  LOCKSTEP_PUBLISH(d_after, rows, 32);

  sums<<<rows, 32>>>(d_in, d_before, d_after);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_before);
  cudaFree(d_after);
}
