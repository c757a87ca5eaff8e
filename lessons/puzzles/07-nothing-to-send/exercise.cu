// Puzzle 7: the square numbers 0, 1, 4, 9 and so on.
//
// The host sends the numbers that are squared. Make the squares with 0 bytes sent to the device.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void square(const int* numbers, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = numbers[i] * numbers[i];
}

// 0, 1, 2, 3, ...
std::vector<int> Numbers(int n) {
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = i;
  return numbers;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  const std::vector<int> numbers = Numbers(n);

  int *d_numbers, *d_out;
  cudaMalloc(&d_numbers, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_numbers, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_out, n);

  square<<<(n + 3) / 4, 4>>>(d_numbers, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_numbers);
  cudaFree(d_out);
}
