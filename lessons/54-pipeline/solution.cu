// Lesson 54, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 64;  // a tile is 64 shops, a block 64 threads
constexpr int kStages = 3;
constexpr int kFar = 1 << 20;

// To each place, how far it is to the nearest shop. There are n places and m shops, along one road.
__global__ void nearest(const int* places, const int* shops, int* far, int n, int m) {
  __shared__ int tiles[kStages][kTile];
  int t = threadIdx.x;
  int i = blockIdx.x * kTile + t;
  int mine = i < n ? places[i] : 0;
  int best = kFar;
  for (int p = 0; p < kStages - 1; ++p) {
    int next = p * kTile + t;
    if (next < m) __pipeline_memcpy_async(&tiles[p][t], &shops[next], sizeof(int));
    __pipeline_commit();
  }
  for (int p = 0; p * kTile < m; ++p) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    int s = (p + kStages - 1) % kStages;
    int next = (p + kStages - 1) * kTile + t;
    if (next < m) __pipeline_memcpy_async(&tiles[s][t], &shops[next], sizeof(int));
    __pipeline_commit();
    int count = min(kTile, m - p * kTile);
    for (int k = 0; k < count; ++k) best = min(best, abs(tiles[p % kStages][k] - mine));
  }
  if (i < n) far[i] = best;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;  // places
  const int m = argc > 2 ? std::atoi(argv[2]) : 250;  // shops
  const std::vector<int> places = lockstep::RandomInput<int>(n, 0, 99999, 0);
  const std::vector<int> shops = lockstep::RandomInput<int>(m, 0, 99999, 1);

  int *d_places = nullptr, *d_shops = nullptr, *d_far = nullptr;
  cudaMalloc(&d_places, n * sizeof(int));
  cudaMalloc(&d_shops, m * sizeof(int));
  cudaMalloc(&d_far, n * sizeof(int));
  cudaMemcpy(d_places, places.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_shops, shops.data(), m * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_places, n);
  LOCKSTEP_PUBLISH(d_shops, m);
  LOCKSTEP_PUBLISH(d_far, n);

  nearest<<<(n + kTile - 1) / kTile, kTile>>>(d_places, d_shops, d_far, n, m);
  std::vector<int> far(n);
  const cudaError_t error = cudaMemcpy(far.data(), d_far, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_places);
  cudaFree(d_shops);
  cudaFree(d_far);
}
