// Two slides of a lecture, with the mistakes that they have. The first kernel is launched in three shapes; it is
// written down three times, so that each launch can be looked at.
//
//   lockstep run slides.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/publish.h"

// The slide: 4 blocks of 4 threads.
const int kBlocks = 4, kThreads = 4;

__global__ void four_by_four(const int* a, int* out, int n) {
  int i = blockIdx.x * kBlocks + threadIdx.x;
  if (i < n) out[i] = a[i] + 10;
}

// The same for 2 blocks of 8 threads.
__global__ void two_by_eight(const int* a, int* out, int n) {
  int i = blockIdx.x * gridDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 10;
}

// The same for 8 blocks of 2 threads.
__global__ void eight_by_two(const int* a, int* out, int n) {
  int i = blockIdx.x * gridDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 10;
}

// The other slide: every cell becomes 60.
__global__ void printer(int* a, int n) {
  for (int k = 0; k < n; ++k) {
    a[k] = 10 + 50;
  }
}

int main() {
  const int n = 16;
  std::vector<int> a(n);
  for (int i = 0; i < n; ++i) a[i] = i;
  const std::size_t bytes = n * sizeof(int);

  int *d_a = nullptr, *d_4x4 = nullptr, *d_2x8 = nullptr, *d_8x2 = nullptr, *d_sixty = nullptr;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_4x4, bytes);
  cudaMalloc(&d_2x8, bytes);
  cudaMalloc(&d_8x2, bytes);
  cudaMalloc(&d_sixty, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_4x4, n);
  LOCKSTEP_PUBLISH(d_2x8, n);
  LOCKSTEP_PUBLISH(d_8x2, n);
  LOCKSTEP_PUBLISH(d_sixty, n);

  four_by_four<<<kBlocks, kThreads>>>(d_a, d_4x4, n);
  two_by_eight<<<2, 8>>>(d_a, d_2x8, n);
  eight_by_two<<<8, 2>>>(d_a, d_8x2, n);
  printer<<<2, 8>>>(d_sixty, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_4x4);
  cudaFree(d_2x8);
  cudaFree(d_8x2);
  cudaFree(d_sixty);
}
