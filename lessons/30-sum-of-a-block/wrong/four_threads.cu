// Lesson 30, a wrong answer: four threads take sixteen values each, and one thread the four.

#include <cuda_runtime.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;

__global__ void highest(const int* in, int* out, int n) {
  __shared__ int best[kThreads];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  best[t] = i < n ? in[i] : INT_MIN;
  __syncthreads();
  if (t < 4) {
    int found = best[16 * t];
    for (int k = 1; k < 16; ++k) found = max(found, best[16 * t + k]);
    best[16 * t] = found;
  }
  __syncthreads();
  if (t == 0) out[blockIdx.x] = max(max(best[0], best[16]), max(best[32], best[48]));
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
