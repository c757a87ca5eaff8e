// Puzzle 36: rows of 32 marks from 0 to 7. What do they add up to, as far as each of them?
//
// A scan takes five rounds of shuffles. Take none.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A warp for each row: `sums` gets the running sum of the marks, with the lane's own.
__global__ void running(const int* marks, int* sums) {
  int lane = threadIdx.x;
  int i = blockIdx.x * 32 + lane;
  int mine = marks[i], sum = mine;
  for (int step = 1; step < 32; step *= 2) {
    int left = __shfl_up_sync(0xffffffff, sum, step);
    if (lane >= step) sum += left;
  }
  sums[i] = sum;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> marks = lockstep::RandomInput<int>(32 * rows, 0, 7);

  int *d_marks, *d_sums;
  cudaMalloc(&d_marks, (32 * rows) * sizeof(int));
  cudaMalloc(&d_sums, (32 * rows) * sizeof(int));
  cudaMemcpy(d_marks, marks.data(), (32 * rows) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_marks, rows, 32);
  LOCKSTEP_PUBLISH(d_sums, rows, 32);

  running<<<rows, 32>>>(d_marks, d_sums);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_marks);
  cudaFree(d_sums);
}
