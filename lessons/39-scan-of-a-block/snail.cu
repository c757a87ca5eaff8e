// A snail on a wall: how high does it sit after each hour? The running sum of a block, in two ways.
//
//   lockstep run snail.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kThreads = 8;  // a power of two

// All threads add in every round.
__global__ void by_rounds(const int* in, int* out) {
  __shared__ int heights[kThreads];
  int t = threadIdx.x;
  heights[t] = in[t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    int lower = t >= step ? heights[t - step] : 0;
    __syncthreads();
    heights[t] += lower;
    __syncthreads();
  }
  out[t] = heights[t];
}

// The same with one barrier in a round: wrong.
__global__ void one_barrier(const int* in, int* out) {
  __shared__ int heights[kThreads];
  int t = threadIdx.x;
  heights[t] = in[t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    if (t >= step) heights[t] += heights[t - step];
    __syncthreads();
  }
  out[t] = heights[t];
}

// One barrier in a round: it reads one row and writes the other.
__global__ void two_rows(const int* in, int* out) {
  __shared__ int heights[2][kThreads];
  int t = threadIdx.x;
  int now = 0;
  heights[now][t] = in[t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    int next = 1 - now;
    int lower = t >= step ? heights[now][t - step] : 0;
    heights[next][t] = heights[now][t] + lower;
    __syncthreads();
    now = next;
  }
  out[t] = heights[now][t];
}

// Up a tree, and down again.
__global__ void up_and_down(const int* in, int* out) {
  __shared__ int heights[kThreads];
  int t = threadIdx.x;
  heights[t] = in[t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    int k = (t + 1) * 2 * step - 1;
    if (k < kThreads) heights[k] += heights[k - step];
    __syncthreads();
  }
  for (int step = kThreads / 4; step > 0; step /= 2) {
    int full = (t + 1) * 2 * step - 1;
    int next = full + step;
    if (next < kThreads) heights[next] += heights[full];
    __syncthreads();
  }
  out[t] = heights[t];
}

int main() {
  const std::vector<int> climbed = {5, 3, -2, 4, 6, -1, 2, 3};  // centimetres, hour by hour

  int *d_climbed = nullptr, *d_rounds = nullptr, *d_wrong = nullptr, *d_rows = nullptr, *d_tree = nullptr;
  cudaMalloc(&d_climbed, kThreads * sizeof(int));
  cudaMalloc(&d_rounds, kThreads * sizeof(int));
  cudaMalloc(&d_wrong, kThreads * sizeof(int));
  cudaMalloc(&d_rows, kThreads * sizeof(int));
  cudaMalloc(&d_tree, kThreads * sizeof(int));
  cudaMemcpy(d_climbed, climbed.data(), kThreads * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_climbed, kThreads);
  LOCKSTEP_PUBLISH(d_rounds, kThreads);
  LOCKSTEP_PUBLISH(d_wrong, kThreads);
  LOCKSTEP_PUBLISH(d_rows, kThreads);
  LOCKSTEP_PUBLISH(d_tree, kThreads);

  by_rounds<<<1, kThreads>>>(d_climbed, d_rounds);
  one_barrier<<<1, kThreads>>>(d_climbed, d_wrong);
  two_rows<<<1, kThreads>>>(d_climbed, d_rows);
  up_and_down<<<1, kThreads>>>(d_climbed, d_tree);

  int heights[kThreads];
  const cudaError_t error = cudaMemcpy(heights, d_tree, sizeof heights, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("After %d hours the snail is %d centimetres up\n", kThreads, heights[kThreads - 1]);
  cudaFree(d_climbed);
  cudaFree(d_rounds);
  cudaFree(d_wrong);
  cudaFree(d_rows);
  cudaFree(d_tree);
}
