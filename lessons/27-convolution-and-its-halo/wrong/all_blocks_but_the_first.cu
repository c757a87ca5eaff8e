// Lesson 27, a wrong attempt: only block 0 is believed to have a past without sound.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 8;
constexpr int kPast = 12;  // so many moments back can an echo come from

__constant__ int echo[kPast + 1];

__global__ void hear(const int* sound, int* heard, int n) {
  __shared__ int tile[kPast + kThreads];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  tile[kPast + t] = i < n ? sound[i] : 0;
  for (int cell = t; cell < kPast; cell += kThreads) {
    tile[cell] = blockIdx.x > 0 ? sound[blockIdx.x * kThreads - kPast + cell] : 0;
  }
  __syncthreads();
  if (i < n) {
    int sum = 0;
    for (int d = 0; d <= kPast; ++d) sum += echo[d] * tile[kPast + t - d];
    heard[i] = sum;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  const int blocks = n / kThreads + 1;
  const std::vector<int> sound = lockstep::RandomInput<int>(n, 1, 99, 0);
  const std::vector<int> weights = lockstep::RandomInput<int>(kPast + 1, 1, 9, 1);
  const std::size_t bytes = n * sizeof(int);

  int *d_sound = nullptr, *d_heard = nullptr;
  cudaMalloc(&d_sound, bytes);
  cudaMalloc(&d_heard, bytes);
  cudaMemcpy(d_sound, sound.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(echo, weights.data(), sizeof echo);
  LOCKSTEP_PUBLISH(d_sound, n);
  LOCKSTEP_PUBLISH(d_heard, n);

  hear<<<blocks, kThreads>>>(d_sound, d_heard, n);
  std::vector<int> heard(n);
  const cudaError_t error = cudaMemcpy(heard.data(), d_heard, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_sound);
  cudaFree(d_heard);
}
