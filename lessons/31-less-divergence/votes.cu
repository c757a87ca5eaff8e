// The sum of a block in a tree, three times: the same additions, made by other threads.
//
//   lockstep run votes.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kThreads = 64;  // a power of two

// The threads that add stand further and further apart.
__global__ void spread(const int* in, int* out) {
  __shared__ int sums[kThreads];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    if (t % (2 * step) == 0) {
      sums[t] += sums[t + step];
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

// They stand side by side; their cells are still far apart.
__global__ void packed(const int* in, int* out) {
  __shared__ int sums[kThreads];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    int cell = 2 * step * t;
    if (cell < kThreads) {
      sums[cell] += sums[cell + step];
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

// Threads and cells side by side: half is added to half.
__global__ void halved(const int* in, int* out) {
  __shared__ int sums[kThreads];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int step = kThreads / 2; step > 0; step /= 2) {
    if (t < step) {
      sums[t] += sums[t + step];
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

int main() {
  std::vector<int> votes(kThreads);
  for (int i = 0; i < kThreads; ++i) votes[i] = (7 * i + 3) % 10;

  int *d_votes = nullptr, *d_spread = nullptr, *d_packed = nullptr, *d_halved = nullptr;
  cudaMalloc(&d_votes, kThreads * sizeof(int));
  cudaMalloc(&d_spread, sizeof(int));
  cudaMalloc(&d_packed, sizeof(int));
  cudaMalloc(&d_halved, sizeof(int));
  cudaMemcpy(d_votes, votes.data(), kThreads * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_votes, kThreads);
  LOCKSTEP_PUBLISH(d_spread, 1);
  LOCKSTEP_PUBLISH(d_packed, 1);
  LOCKSTEP_PUBLISH(d_halved, 1);

  spread<<<1, kThreads>>>(d_votes, d_spread);
  packed<<<1, kThreads>>>(d_votes, d_packed);
  halved<<<1, kThreads>>>(d_votes, d_halved);

  int total = 0;
  const cudaError_t error = cudaMemcpy(&total, d_halved, sizeof total, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d places sent %d votes\n", kThreads, total);
  cudaFree(d_votes);
  cudaFree(d_spread);
  cudaFree(d_packed);
  cudaFree(d_halved);
}
