// Two ways to find out what threads do: let them print it, or look.
//
//   lockstep run look.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/publish.h"

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// Each thread prints what is in its own cell.
__global__ void say(const int* numbers, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    printf("thread %d of block %d: %d\n", threadIdx.x, blockIdx.x, numbers[i]);
  }
}

// How many digits has each number? (Not quite.)
__global__ void count_digits(const int* numbers, int* digits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int x = numbers[i];
    int count = 1;
    while (x > 10) {
      x = x / 10;
      ++count;
    }
    digits[i] = count;
  }
}

int main() {
  const std::vector<int> numbers = {7, 42, 10, 365, 9, 1000, 99, 123456};
  const int n = static_cast<int>(numbers.size()), threads = 4;
  const int blocks = (n + threads - 1) / threads;
  const std::size_t bytes = n * sizeof(int);
  int *d_numbers = nullptr, *d_digits = nullptr;
  check(cudaMalloc(&d_numbers, bytes), "cudaMalloc");
  check(cudaMalloc(&d_digits, bytes), "cudaMalloc");
  check(cudaMemcpy(d_numbers, numbers.data(), bytes, cudaMemcpyHostToDevice), "copy there");
  LOCKSTEP_PUBLISH(d_numbers, n);
  LOCKSTEP_PUBLISH(d_digits, n);

  say<<<blocks, threads>>>(d_numbers, n);
  check(cudaGetLastError(), "launch of say");
  check(cudaDeviceSynchronize(), "say");

  count_digits<<<blocks, threads>>>(d_numbers, d_digits, n);
  check(cudaGetLastError(), "launch of count_digits");

  std::vector<int> digits(n);
  check(cudaMemcpy(digits.data(), d_digits, bytes, cudaMemcpyDeviceToHost), "copy back");
  for (int i = 0; i < n; ++i) std::printf("%d has %d digits\n", numbers[i], digits[i]);
  check(cudaFree(d_numbers), "cudaFree");
  check(cudaFree(d_digits), "cudaFree");
}
