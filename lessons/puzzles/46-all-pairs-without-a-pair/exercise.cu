// Puzzle 46: rows of 32 numbers. Each is multiplied with each other one, and all products are added up.
//
// 496 pairs make 2145 operations. Do it with 400.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A warp for each row: `sums` gets the sum of all products of two different numbers of the row.
__global__ void pairs(const float* in, float* sums) {
  int lane = threadIdx.x;
  float mine = in[blockIdx.x * 32 + lane];
  float sum = 0;
  for (int other = 1; other < 32; ++other) sum += mine * __shfl_xor_sync(0xffffffff, mine, other);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step);
  if (lane == 0) sums[blockIdx.x] = sum / 2;  // each pair has come twice
}

// Numbers in halves, so that their sums and products are exact.
std::vector<float> Halves(int n) {
  const std::vector<int> twice = lockstep::RandomInput<int>(n, 1, 19);
  std::vector<float> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = twice[i] / 2.0f;
  return numbers;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<float> in = Halves(32 * rows);

  float *d_in, *d_sums;
  cudaMalloc(&d_in, (32 * rows) * sizeof(float));
  cudaMalloc(&d_sums, rows * sizeof(float));
  cudaMemcpy(d_in, in.data(), (32 * rows) * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, rows, 32);
  LOCKSTEP_PUBLISH(d_sums, rows);

  pairs<<<rows, 32>>>(d_in, d_sums);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_sums);
}
