// Lesson 37, a wrong attempt: the host finds the places, and the kernel only carries.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;  // two warps

// In each group of 32 parcels, the light ones go ahead and the others follow; both keep their order.
__global__ void belt(const int* grams, const int* places, int* sorted, int* lights, int n, int limit) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int lane = threadIdx.x % 32;
  int mine = i < n ? grams[i] : 0;
  bool light = i < n && mine <= limit;
  unsigned votes = __ballot_sync(0xffffffff, light);
  if (i < n) sorted[places[i]] = mine;
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
  std::vector<int> places(n);
  for (int first = 0; first < n; first += 32) {
    int place = first;
    for (int heavy = 0; heavy < 2; ++heavy) {
      for (int i = first; i < first + 32 && i < n; ++i) {
        if ((grams[i] > limit) == heavy) places[i] = place++;
      }
    }
  }
  int* d_places = nullptr;
  cudaMalloc(&d_places, n * sizeof(int));
  cudaMemcpy(d_places, places.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_grams, n);
  LOCKSTEP_PUBLISH(d_sorted, n);
  LOCKSTEP_PUBLISH(d_lights, groups);

  belt<<<blocks, kThreads>>>(d_grams, d_places, d_sorted, d_lights, n, limit);
  std::vector<int> sorted(n);
  const cudaError_t error = cudaMemcpy(sorted.data(), d_sorted, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_grams);
  cudaFree(d_sorted);
  cudaFree(d_lights);
  cudaFree(d_places);
}
