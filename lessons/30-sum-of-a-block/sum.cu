// The sum of a block: one thread adds everything, or the threads add in pairs.
//
//   lockstep run sum.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kThreads = 8;  // a power of two

__global__ void sum_by_one(const int* in, int* out, int n) {
  __shared__ int sums[kThreads];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int k = 0; k < kThreads; ++k) sum += sums[k];
    out[blockIdx.x] = sum;
  }
}

__global__ void sum_in_pairs(const int* in, int* out, int n) {
  __shared__ int sums[kThreads];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    if (t % (2 * step) == 0) sums[t] += sums[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

int main() {
  const std::vector<int> coins = {3, 1, 7, 0, 4, 1, 6, 2, 5, 9, 2, 8, 0, 3, 7, 6, 4, 4, 1, 8};
  const int n = static_cast<int>(coins.size());
  const int blocks = (n + kThreads - 1) / kThreads;

  int *d_coins = nullptr, *d_sums = nullptr, *d_total = nullptr;
  cudaMalloc(&d_coins, n * sizeof(int));
  cudaMalloc(&d_sums, blocks * sizeof(int));
  cudaMalloc(&d_total, sizeof(int));
  cudaMemcpy(d_coins, coins.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_coins, n);
  LOCKSTEP_PUBLISH(d_sums, blocks);
  LOCKSTEP_PUBLISH(d_total, 1);

  sum_by_one<<<blocks, kThreads>>>(d_coins, d_sums, n);
  sum_in_pairs<<<blocks, kThreads>>>(d_coins, d_sums, n);
  sum_in_pairs<<<1, kThreads>>>(d_sums, d_total, blocks);

  int total = 0;
  const cudaError_t error = cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d children have %d coins\n", n, total);
  cudaFree(d_coins);
  cudaFree(d_sums);
  cudaFree(d_total);
}
