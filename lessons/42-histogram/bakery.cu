// A baker's day: how many of each kind were sold? Four ways to count, each with fewer threads that wait for one
// another.
//
//   lockstep run bakery.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kThreads = 32;
constexpr int kKinds = 8;
constexpr int kCopies = 4;
constexpr unsigned kAll = 0xffffffff;

// All threads add to one table.
__global__ void count_all(const int* sold, int* counts, int* numbers) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int kind = sold[i];
  int before = atomicAdd(&counts[kind], 1);
  numbers[i] = before + 1;
}

// A table for each block.
__global__ void count_by_block(const int* sold, int* counts) {
  __shared__ int mine[kKinds];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  if (t < kKinds) mine[t] = 0;
  __syncthreads();
  int kind = sold[i];
  atomicAdd(&mine[kind], 1);
  __syncthreads();
  if (t < kKinds) atomicAdd(&counts[t], mine[t]);
}

// Four tables for each block: neighbours take different ones.
__global__ void count_in_copies(const int* sold, int* counts) {
  __shared__ int mine[kCopies][kKinds];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  mine[t / kKinds][t % kKinds] = 0;
  __syncthreads();
  int kind = sold[i];
  atomicAdd(&mine[t % kCopies][kind], 1);
  __syncthreads();
  if (t < kKinds) {
    int sum = 0;
    for (int copy = 0; copy < kCopies; ++copy) sum += mine[copy][t];
    atomicAdd(&counts[t], sum);
  }
}

// Lanes with the same kind send one of them.
__global__ void count_by_group(const int* sold, int* counts) {
  __shared__ int mine[kKinds];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  if (t < kKinds) mine[t] = 0;
  __syncthreads();
  int kind = sold[i];
  unsigned same = __match_any_sync(kAll, kind);
  int many = __popc(same);
  int first = __ffs(same) - 1;
  if (t % 32 == first) atomicAdd(&mine[kind], many);
  __syncthreads();
  if (t < kKinds) atomicAdd(&counts[t], mine[t]);
}

int main() {
  const int n = 96, blocks = n / kThreads;
  std::vector<int> sold(n);  // the kind, sale by sale: nearly every second one is a roll, kind 2
  for (int i = 0; i < n; ++i) {
    const int mixed = (37 * i + 11) % 101;
    sold[i] = mixed < 45 ? 2 : mixed % kKinds;
  }

  int *d_sold = nullptr, *d_numbers = nullptr;
  int *d_counts = nullptr, *d_by_block = nullptr, *d_in_copies = nullptr, *d_by_group = nullptr;
  cudaMalloc(&d_sold, n * sizeof(int));
  cudaMalloc(&d_numbers, n * sizeof(int));
  for (int** array : {&d_counts, &d_by_block, &d_in_copies, &d_by_group}) {
    cudaMalloc(array, kKinds * sizeof(int));
    cudaMemset(*array, 0, kKinds * sizeof(int));
  }
  cudaMemcpy(d_sold, sold.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_sold, n);
  LOCKSTEP_PUBLISH(d_numbers, n);
  LOCKSTEP_PUBLISH(d_counts, kKinds);
  LOCKSTEP_PUBLISH(d_by_block, kKinds);
  LOCKSTEP_PUBLISH(d_in_copies, kKinds);
  LOCKSTEP_PUBLISH(d_by_group, kKinds);

  count_all<<<blocks, kThreads>>>(d_sold, d_counts, d_numbers);
  count_by_block<<<blocks, kThreads>>>(d_sold, d_by_block);
  count_in_copies<<<blocks, kThreads>>>(d_sold, d_in_copies);
  count_by_group<<<blocks, kThreads>>>(d_sold, d_by_group);

  std::vector<int> counts(kKinds);
  const cudaError_t error = cudaMemcpy(counts.data(), d_by_group, kKinds * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int kind = 0; kind < kKinds; ++kind) std::printf("kind %d: %d sold\n", kind, counts[kind]);
  cudaFree(d_sold);
  cudaFree(d_numbers);
  for (int* array : {d_counts, d_by_block, d_in_copies, d_by_group}) cudaFree(array);
}
