// Lesson 42, exercise: rented bicycles.
//
// A town has 24 stations with bicycles. `starts` says at which of them each ride began, and `counts` shall have the
// number of rides for each station. The result is right, but all threads of the grid wait for one another at the same
// few cells.
//
// Count in each block by itself, so that there are few atomic operations in global memory; and let the lanes of a warp
// that have the same station not wait for one another either.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;
constexpr int kStations = 24;

// Adds the rides of each station to counts[station].
__global__ void rides(const int* starts, int* counts, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) atomicAdd(&counts[starts[i]], 1);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 300;       // at least 1
  const int central = argc > 2 ? std::atoi(argv[2]) : 50;  // of 100 rides begin at the central station, number 7
  const std::vector<int> chances = lockstep::RandomInput<int>(n, 0, 99);
  std::vector<int> starts = lockstep::RandomInput<int>(n, 0, kStations - 1, 1);
  for (int i = 0; i < n; ++i) {
    if (chances[i] < central) starts[i] = 7;
  }

  int *d_starts = nullptr, *d_counts = nullptr;
  cudaMalloc(&d_starts, n * sizeof(int));
  cudaMalloc(&d_counts, kStations * sizeof(int));
  cudaMemcpy(d_starts, starts.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_counts, 0, kStations * sizeof(int));
  LOCKSTEP_PUBLISH(d_starts, n);
  LOCKSTEP_PUBLISH(d_counts, kStations);

  const int blocks = (n + kThreads - 1) / kThreads;
  rides<<<blocks, kThreads>>>(d_starts, d_counts, n);
  std::vector<int> counts(kStations);
  const cudaError_t error = cudaMemcpy(counts.data(), d_counts, kStations * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_starts);
  cudaFree(d_counts);
}
