// Lesson 44, the solved exercise: an answer's arrays are compared with those of this program.

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

// How many ships of each block are late?
__global__ void count_late(const int* delays, int* firsts, int n, int limit) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  bool late = i < n && delays[i] > limit;
  int sum = __syncthreads_count(late);
  if (threadIdx.x == 0) firsts[blockIdx.x] = sum;
}

// How many are late in all blocks before? And in all?
__global__ void scan_blocks(int* firsts, int* count, int blocks) {
  int t = threadIdx.x;
  int mine = t < blocks ? firsts[t] : 0;
  int end = scan_of_block(mine);
  if (t < blocks) firsts[t] = end - mine;
  if (t == kThreads - 1) count[0] = end;
}

// The numbers of the late ships, without gaps, in their order.
__global__ void list_late(const int* delays, const int* firsts, int* list, int n, int limit) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  bool late = i < n && delays[i] > limit;
  int end = scan_of_block(late);
  if (late) list[firsts[blockIdx.x] + end - 1] = i;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200;     // 1 to 4096
  const int limit = argc > 2 ? std::atoi(argv[2]) : 60;  // minutes; a ship with more is late
  const int blocks = (n + kThreads - 1) / kThreads;
  const std::vector<int> delays = lockstep::RandomInput<int>(n, 0, 100);

  int *d_delays = nullptr, *d_list = nullptr, *d_count = nullptr, *d_firsts = nullptr;
  cudaMalloc(&d_delays, n * sizeof(int));
  cudaMalloc(&d_list, n * sizeof(int));
  cudaMalloc(&d_count, sizeof(int));
  cudaMalloc(&d_firsts, blocks * sizeof(int));
  cudaMemcpy(d_delays, delays.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_list, 0xff, n * sizeof(int));
  LOCKSTEP_PUBLISH(d_delays, n);
  LOCKSTEP_PUBLISH(d_list, n);
  LOCKSTEP_PUBLISH(d_count, 1);

  count_late<<<blocks, kThreads>>>(d_delays, d_firsts, n, limit);
  scan_blocks<<<1, kThreads>>>(d_firsts, d_count, blocks);
  list_late<<<blocks, kThreads>>>(d_delays, d_firsts, d_list, n, limit);
  int count = 0;
  const cudaError_t error = cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_delays);
  cudaFree(d_list);
  cudaFree(d_count);
  cudaFree(d_firsts);
}
