// Lesson 31, a right answer: the last rounds are of one warp, which waits for itself alone.

#include <cuda_runtime.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 256;

__global__ void waves(const int* water, int* lowest, int* highest, int n) {
  __shared__ int low[kThreads], high[kThreads];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  low[t] = i < n ? water[i] : INT_MAX;
  high[t] = i < n ? water[i] : INT_MIN;
  __syncthreads();
  for (int step = kThreads / 2; step >= 32; step /= 2) {
    if (t < step) {
      low[t] = min(low[t], low[t + step]);
      high[t] = max(high[t], high[t + step]);
    }
    __syncthreads();
  }
  if (t >= 32) return;
  for (int step = 16; step > 0; step /= 2) {
    if (t < step) {
      low[t] = min(low[t], low[t + step]);
      high[t] = max(high[t], high[t + step]);
    }
    __syncwarp();
  }
  if (t == 0) {
    lowest[blockIdx.x] = low[0];
    highest[blockIdx.x] = high[0];
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 256;  // at least 1
  const int blocks = (n + kThreads - 1) / kThreads;
  const std::vector<int> water = lockstep::RandomInput<int>(n, -300, 300);  // centimetres

  int *d_water = nullptr, *d_low = nullptr, *d_high = nullptr;
  cudaMalloc(&d_water, n * sizeof(int));
  cudaMalloc(&d_low, blocks * sizeof(int));
  cudaMalloc(&d_high, blocks * sizeof(int));
  cudaMemcpy(d_water, water.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_water, n);
  LOCKSTEP_PUBLISH(d_low, blocks);
  LOCKSTEP_PUBLISH(d_high, blocks);

  waves<<<blocks, kThreads>>>(d_water, d_low, d_high, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_water);
  cudaFree(d_low);
  cudaFree(d_high);
}
