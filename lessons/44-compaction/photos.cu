// A photographer keeps the good ones: an array without the gaps, in any order, and in the old one.
//
//   lockstep run photos.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kThreads = 64;
constexpr int kWarps = kThreads / 32;
constexpr int kGood = 7;
constexpr unsigned kAll = 0xffffffff;

// A counter gives out the places.
__global__ void by_counter(const int* marks, int* kept, int* count) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int mark = marks[i];
  if (mark >= kGood) {
    int place = atomicAdd(count, 1);
    kept[place] = mark;
  }
}

// One lane draws places for all of its warp.
__global__ void by_warp(const int* marks, int* kept, int* count) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int lane = threadIdx.x % 32;
  int mark = marks[i];
  bool good = mark >= kGood;
  unsigned all = __ballot_sync(kAll, good);
  int before = __popc(all & ((1u << lane) - 1));
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(all));
  base = __shfl_sync(kAll, base, 0);
  if (good) kept[base + before] = mark;
}

// How many of a block are good before this thread? All threads come.
__device__ int good_before(bool good) {
  __shared__ int many[kWarps];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  unsigned all = __ballot_sync(kAll, good);
  if (lane == 0) many[warp] = __popc(all);
  __syncthreads();
  int before = __popc(all & ((1u << lane) - 1));
  for (int w = 0; w < warp; ++w) before += many[w];
  return before;
}

// With the order, step 1: how many are good in each block?
__global__ void count_good(const int* marks, int* many) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  bool good = marks[i] >= kGood;
  int sum = __syncthreads_count(good);
  if (threadIdx.x == 0) many[blockIdx.x] = sum;
}

// Step 2: how many are good in all blocks before?
__global__ void scan_blocks(const int* many, int* first, int blocks) {
  int lane = threadIdx.x;
  int mine = lane < blocks ? many[lane] : 0;
  int end = mine;
  for (int step = 1; step < 32; step *= 2) {
    int heard = __shfl_up_sync(kAll, end, step);
    if (lane >= step) end += heard;
  }
  if (lane < blocks) first[lane] = end - mine;
}

// Step 3: each good one goes to its place.
__global__ void write_good(const int* marks, const int* first, int* kept) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int mark = marks[i];
  bool good = mark >= kGood;
  int before = good_before(good);
  int place = first[blockIdx.x] + before;
  if (good) kept[place] = mark;
}

int main() {
  const int n = 192, blocks = n / kThreads;
  std::vector<int> marks(n);  // from 0 to 9
  for (int i = 0; i < n; ++i) marks[i] = (7 * i + i / 5 + 3 * (i / 32)) % 10;

  int *d_marks = nullptr, *d_any = nullptr, *d_by_warp = nullptr, *d_in_order = nullptr;
  int *d_count = nullptr, *d_count_2 = nullptr, *d_many = nullptr, *d_first = nullptr;
  for (int** array : {&d_marks, &d_any, &d_by_warp, &d_in_order}) cudaMalloc(array, n * sizeof(int));
  for (int** array : {&d_count, &d_count_2}) {
    cudaMalloc(array, sizeof(int));
    cudaMemset(*array, 0, sizeof(int));
  }
  cudaMalloc(&d_many, blocks * sizeof(int));
  cudaMalloc(&d_first, blocks * sizeof(int));
  cudaMemcpy(d_marks, marks.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_marks, n);
  LOCKSTEP_PUBLISH(d_any, n);
  LOCKSTEP_PUBLISH(d_by_warp, n);
  LOCKSTEP_PUBLISH(d_in_order, n);
  LOCKSTEP_PUBLISH(d_count, 1);
  LOCKSTEP_PUBLISH(d_count_2, 1);
  LOCKSTEP_PUBLISH(d_many, blocks);
  LOCKSTEP_PUBLISH(d_first, blocks);

  by_counter<<<blocks, kThreads>>>(d_marks, d_any, d_count);
  by_warp<<<blocks, kThreads>>>(d_marks, d_by_warp, d_count_2);
  count_good<<<blocks, kThreads>>>(d_marks, d_many);
  scan_blocks<<<1, 32>>>(d_many, d_first, blocks);
  write_good<<<blocks, kThreads>>>(d_marks, d_first, d_in_order);

  int count = 0;
  const cudaError_t error = cudaMemcpy(&count, d_count_2, sizeof count, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d of %d photographs are good\n", count, n);
  for (int* array : {d_marks, d_any, d_by_warp, d_in_order, d_count, d_count_2, d_many, d_first}) cudaFree(array);
}
