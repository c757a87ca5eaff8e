// Lesson 44, exercise: the late ships.
//
// `delays` says how many minutes each ship was late. `list` shall have the numbers of those that were more than `limit`
// late, without gaps and in their order, and `count` how many they are. The result is right, but each ship looks at all
// ships before it.
//
// Find the places with running sums: in each block by `scan_of_block`, and over the blocks. You may launch several
// kernels.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;

// The running sum of a block: each thread gets its own and all before it in the block. All threads come.
__device__ int scan_of_block(int mine) {
  __shared__ int warps[kThreads / 32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  for (int step = 1; step < 32; step *= 2) {
    int heard = __shfl_up_sync(0xffffffff, mine, step);
    if (lane >= step) mine += heard;
  }
  if (lane == 31) warps[warp] = mine;
  __syncthreads();
  for (int k = 0; k < warp; ++k) mine += warps[k];
  return mine;
}

// The numbers of the late ships, without gaps, in their order. Each looks at all ships before it.
__global__ void list_late(const int* delays, int* list, int* count, int n, int limit) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= n) return;
  int before = 0;
  for (int k = 0; k < i; ++k) {
    if (delays[k] > limit) ++before;
  }
  bool late = delays[i] > limit;
  if (late) list[before] = i;
  if (i == n - 1) count[0] = before + late;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200;     // 1 to 4096
  const int limit = argc > 2 ? std::atoi(argv[2]) : 60;  // minutes; a ship with more is late
  const int blocks = (n + kThreads - 1) / kThreads;
  const std::vector<int> delays = lockstep::RandomInput<int>(n, 0, 100);

  int *d_delays = nullptr, *d_list = nullptr, *d_count = nullptr;
  cudaMalloc(&d_delays, n * sizeof(int));
  cudaMalloc(&d_list, n * sizeof(int));
  cudaMalloc(&d_count, sizeof(int));
  cudaMemcpy(d_delays, delays.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_list, 0xff, n * sizeof(int));
  LOCKSTEP_PUBLISH(d_delays, n);
  LOCKSTEP_PUBLISH(d_list, n);
  LOCKSTEP_PUBLISH(d_count, 1);

  list_late<<<blocks, kThreads>>>(d_delays, d_list, d_count, n, limit);
  int count = 0;
  const cudaError_t error = cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_delays);
  cudaFree(d_list);
  cudaFree(d_count);
}
