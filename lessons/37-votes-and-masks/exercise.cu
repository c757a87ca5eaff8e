// Lesson 37, exercise: a belt with parcels.
//
// Parcels come on a belt in groups of 32, one for each lane of a warp. In each group those that weigh at most `limit`
// grams go ahead, and the others follow; both keep their order. To find its place, each lane weighs all parcels of its
// group.
//
// Let each lane weigh its own parcel only, and let the warp vote.
//
// When you save the file, Lockstep builds and runs it again.

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
  int all_lights = 0, lights_before = 0;
  for (int k = 0; k < 32; ++k) {
    bool is_light = first + k < n && grams[first + k] <= limit;
    all_lights += is_light;
    if (k < lane) lights_before += is_light;
  }
  int place = light ? lights_before : all_lights + lane - lights_before;
  if (i < n) sorted[first + place] = mine;
  if (i < n && lane == 0) lights[i / 32] = all_lights;
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
