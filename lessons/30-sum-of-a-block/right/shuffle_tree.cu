// Lesson 30, a right answer: the warps look by themselves, and shared memory joins them.

#include <cuda_runtime.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;

__global__ void highest(const int* in, int* out, int n) {
  __shared__ int best[kThreads / 32];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  int mine = i < n ? in[i] : INT_MIN;
  for (int step = 16; step > 0; step /= 2) mine = max(mine, __shfl_down_sync(~0u, mine, step));
  if (t % 32 == 0) best[t / 32] = mine;
  __syncthreads();
  if (t == 0) out[blockIdx.x] = max(best[0], best[1]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;  // at least 1
  const int blocks = (n + kThreads - 1) / kThreads;
  const std::vector<int> temperature = lockstep::RandomInput<int>(n, -400, -10);

  int *d_temperature = nullptr, *d_highest = nullptr;
  cudaMalloc(&d_temperature, n * sizeof(int));
  cudaMalloc(&d_highest, blocks * sizeof(int));
  cudaMemcpy(d_temperature, temperature.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_temperature, n);
  LOCKSTEP_PUBLISH(d_highest, blocks);

  highest<<<blocks, kThreads>>>(d_temperature, d_highest, n);
  std::vector<int> result(blocks);
  const cudaError_t error = cudaMemcpy(result.data(), d_highest, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_temperature);
  cudaFree(d_highest);
}
