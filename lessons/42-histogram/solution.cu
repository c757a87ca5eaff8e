// Lesson 42, the solved exercise: an answer's arrays are compared with those of this program.

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
  __shared__ int mine[kStations];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  if (t < kStations) mine[t] = 0;
  __syncthreads();
  int station = i < n ? starts[i] : -1;
  unsigned same = __match_any_sync(0xffffffff, station);
  int first = __ffs(same) - 1;
  if (station >= 0 && t % 32 == first) atomicAdd(&mine[station], __popc(same));
  __syncthreads();
  if (t < kStations) atomicAdd(&counts[t], mine[t]);
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
