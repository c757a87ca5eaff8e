// Lesson 37, a wrong attempt: nobody takes the others along.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;  // two warps

// In each group of 32 parcels, the light ones go ahead and the others follow; both keep their order.
__global__ void belt(const int* grams, int* sorted, int* lights, int n, int limit) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int lane = threadIdx.x % 32;
  int first = i - lane;
  int mine = i < n ? grams[i] : 0;
  bool light = i < n && mine <= limit;
  unsigned votes = __ballot_sync(0xffffffff, light);
  unsigned before = (1u << lane) - 1;
  int place = light ? __popc(votes & before) : __popc(votes) + __popc(~votes & before);
  if (light) sorted[first + place] = mine;
  if (i < n && lane == 0) lights[i / 32] = __popc(votes);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 64;  // at least 1
  const int limit = argc > 2 ? std::atoi(argv[2]) : 500;
  const int blocks = (n + kThreads - 1) / kThreads, groups = (n + 31) / 32;
  const std::vector<int> grams = lockstep::RandomInput<int>(n, 1, 1000);

  int *d_grams = nullptr, *d_sorted = nullptr, *d_lights = nullptr;
  cudaMalloc(&d_grams, n * sizeof(int));
  cudaMalloc(&d_sorted, n * sizeof(int));
  cudaMalloc(&d_lights, groups * sizeof(int));
  cudaMemcpy(d_grams, grams.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_grams, n);
  LOCKSTEP_PUBLISH(d_sorted, n);
  LOCKSTEP_PUBLISH(d_lights, groups);

  belt<<<blocks, kThreads>>>(d_grams, d_sorted, d_lights, n, limit);
  std::vector<int> sorted(n);
  const cudaError_t error = cudaMemcpy(sorted.data(), d_sorted, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_grams);
  cudaFree(d_sorted);
  cudaFree(d_lights);
}
