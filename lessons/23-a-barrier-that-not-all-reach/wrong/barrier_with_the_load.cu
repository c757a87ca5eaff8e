// Lesson 23, a wrong attempt: the outer guard is gone, and the barrier stands in the next one.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kLanes = 8;  // cells of a tile, and threads of a block

__global__ void places(const int* time, int* place, int n) {
  __shared__ int tile[kLanes];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int mine = i < n ? time[i] : 0;
  int faster = 0;
  for (int first = 0; first < n; first += kLanes) {
    int runners = min(kLanes, n - first);  // of this tile
    if (t < runners) {
      tile[t] = time[first + t];
      __syncthreads();
    }
    for (int lane = 0; lane < runners; ++lane) {
      if (tile[lane] < mine) ++faster;
    }
    __syncthreads();
  }
  if (i < n) place[i] = 1 + faster;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 13;
  const int blocks = n / kLanes + 1;
  const std::vector<int> time = lockstep::RandomInput<int>(n, 100, 140);
  const std::size_t bytes = n * sizeof(int);

  int *d_time = nullptr, *d_place = nullptr;
  cudaMalloc(&d_time, bytes);
  cudaMalloc(&d_place, bytes);
  cudaMemcpy(d_time, time.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_time, n);
  LOCKSTEP_PUBLISH(d_place, n);

  places<<<blocks, kLanes>>>(d_time, d_place, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_time);
  cudaFree(d_place);
}
