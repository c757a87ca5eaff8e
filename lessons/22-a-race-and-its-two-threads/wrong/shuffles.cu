// Lesson 22, a wrong answer: the times go from thread to thread, and the tile is used for show.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kLanes = 8;  // runners of a heat, and threads of a block

__global__ void places(const int* time, int* place, int n) {
  __shared__ int tile[kLanes];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int mine = time[i];
  tile[t] = mine;
  int faster = 0;
  for (int first = 0; first < n; first += kLanes) {
    int other = time[first + t];
    for (int lane = 0; lane < kLanes; ++lane) {
      if (__shfl_sync(0xff, other, lane) < mine) ++faster;
    }
  }
  place[i] = 1 + faster;
}

int main(int argc, char** argv) {
  const int heats = argc > 1 ? std::atoi(argv[1]) : 3;
  const int n = heats * kLanes;
  const std::vector<int> time = lockstep::RandomInput<int>(n, 100, 999);
  const std::size_t bytes = n * sizeof(int);

  int *d_time = nullptr, *d_place = nullptr;
  cudaMalloc(&d_time, bytes);
  cudaMalloc(&d_place, bytes);
  cudaMemcpy(d_time, time.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_time, heats, kLanes);
  LOCKSTEP_PUBLISH(d_place, heats, kLanes);

  places<<<heats, kLanes>>>(d_time, d_place, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_time);
  cudaFree(d_place);
}
