// Lesson 37, a right answer: one vote of the light ones, one of the others, and a grid that walks on.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;  // two warps

// In each group of 32 parcels, the light ones go ahead and the others follow; both keep their order.
__global__ void belt(const int* grams, int* sorted, int* lights, int n, int limit) {
  int t = blockIdx.x * kThreads + threadIdx.x;
  unsigned lane = t % 32;
  for (int first = t - lane; first < n; first += gridDim.x * kThreads) {
    int i = first + lane;
    bool light = i < n && grams[i] <= limit, heavy = i < n && !light;
    unsigned ahead = __ballot_sync(~0u, light), behind = __ballot_sync(~0u, heavy);
    unsigned mask = light ? ahead : behind;
    int place = __popc(mask << 1 << (31 - lane)) + (light ? 0 : __popc(ahead));
    if (light || heavy) sorted[first + place] = grams[i];
    if (lane == 0) lights[first / 32] = __popc(ahead);
  }
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
