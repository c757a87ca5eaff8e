// Lesson 35, a right answer: one row for the block, with atomic additions.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;
constexpr int kShare = 130;  // letters that a thread counts, at most
constexpr int kKinds = 32;   // of letters

// Adds to counts[kind] how often each kind of letter occurs.
__global__ void count(const unsigned char* letters, int* counts, int n) {
  __shared__ int row[kKinds];
  int t = threadIdx.x;
  int first = blockIdx.x * kThreads * kShare;
  int end = min(n, first + kThreads * kShare);
  if (t < kKinds) row[t] = 0;
  __syncthreads();
  for (int i = first + t; i < end; i += kThreads) atomicAdd(&row[letters[i]], 1);
  __syncthreads();
  if (t < kKinds) atomicAdd(&counts[t], row[t]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 300;
  const int varied = argc > 2 ? std::atoi(argv[2]) : n;  // letters at the end; before them it is the same one
  const std::vector<int> numbers = lockstep::RandomInput<int>(n, 0, kKinds - 1);
  std::vector<unsigned char> letters(n, 4);
  for (int i = n - varied; i < n; ++i) letters[i] = numbers[i];

  unsigned char* d_letters = nullptr;
  int* d_counts = nullptr;
  cudaMalloc(&d_letters, n);
  cudaMalloc(&d_counts, kKinds * sizeof(int));
  cudaMemcpy(d_letters, letters.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(d_counts, 0, kKinds * sizeof(int));
  LOCKSTEP_PUBLISH(d_letters, n);
  LOCKSTEP_PUBLISH(d_counts, kKinds);

  const int blocks = n / (kThreads * kShare) + 1;
  count<<<blocks, kThreads>>>(d_letters, d_counts, n);
  std::vector<int> counts(kKinds);
  const cudaError_t error = cudaMemcpy(counts.data(), d_counts, kKinds * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_letters);
  cudaFree(d_counts);
}
