// Lesson 29, exercise: the test fails, and the kernel is right.
//
// `weigh` is used by other programs, which rely on it as it is. Find out what its harness, the function `Test`, does
// wrong. It runs with 64, 65, 32, 1, 1000 and 0 letters.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 32;  // as many letters are in a sack

// The weight of each sack. To be launched with kThreads threads
// in a block, and with a block for each cell of `sacks`.
__global__ void weigh(const int* letters, int* sacks, int n) {
  __shared__ int grams[kThreads];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  grams[t] = i < n ? letters[i] : 0;
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int k = 0; k < kThreads; ++k) sum += grams[k];
    sacks[blockIdx.x] = sum;
  }
}

// The same, on the CPU.
std::vector<int> WeighOnHost(const std::vector<int>& letters) {
  std::vector<int> sacks((letters.size() + kThreads - 1) / kThreads);
  for (std::size_t i = 0; i < letters.size(); ++i) sacks[i / kThreads] += letters[i];
  return sacks;
}

void Test(const std::vector<int>& letters) {
  const int n = static_cast<int>(letters.size());
  const std::vector<int> expected = WeighOnHost(letters);
  std::vector<int> weights(expected.size());

  int *d_letters = nullptr, *d_sacks = nullptr;
  cudaMalloc(&d_letters, letters.size() * sizeof(int));
  cudaMalloc(&d_sacks, expected.size() * sizeof(int));
  cudaMemcpy(d_letters, letters.data(), letters.size() * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_letters, letters.size());
  LOCKSTEP_PUBLISH(d_sacks, expected.size());

  weigh<<<n / 32 + 1, kThreads>>>(d_letters, d_sacks, n);
  cudaMemcpy(weights.data(), d_sacks, weights.size() * sizeof(int), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::printf("CUDA says: %s\n", cudaGetErrorString(error));

  int right = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) right += weights[k] == expected[k];
  std::printf("%d letters: %d of %zu sacks are right\n", n, right, expected.size());
  cudaFree(d_letters);
  cudaFree(d_sacks);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 64;
  Test(lockstep::RandomInput<int>(n, 20, 99));
}
