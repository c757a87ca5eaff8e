// Lesson 54, exercise: shops that come without a register, two tiles ahead.
//
// It is right as given: a block goes through all shops in tiles, with two buffers, and asks for the next tile early, by
// a register. Let asynchronous copies fetch the tiles, so that two of them are on their way while a third one is used.
// One barrier for each tile is still enough.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 64;  // a tile is 64 shops, a block 64 threads
constexpr int kFar = 1 << 20;

// To each place, how far it is to the nearest shop. There are n places and m shops, along one road.
__global__ void nearest(const int* places, const int* shops, int* far, int n, int m) {
  __shared__ int tiles[2][kTile];
  int t = threadIdx.x;
  int i = blockIdx.x * kTile + t;
  int mine = i < n ? places[i] : 0;
  int best = kFar;
  int value = t < m ? shops[t] : 0;
  for (int p = 0; p * kTile < m; ++p) {
    tiles[p % 2][t] = value;
    __syncthreads();
    int next = (p + 1) * kTile + t;
    if (next < m) value = shops[next];
    int count = min(kTile, m - p * kTile);
    for (int k = 0; k < count; ++k) best = min(best, abs(tiles[p % 2][k] - mine));
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
