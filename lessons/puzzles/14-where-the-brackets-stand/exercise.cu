// Puzzle 14: two matrices, and a list of numbers that both are to be applied to.
//
// First the matrices are multiplied, and then their product is applied. Do it with 256 operations for n = 8.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// out = a b, matrices of n x n cells.
__global__ void product(const float* a, const float* b, float* out, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  out[row * n + column] = sum;
}

// out = a x, a matrix times a list of n numbers.
__global__ void times(const float* a, const float* x, float* out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * x[k];
  out[row] = sum;
}

// Digits from 1 to 9: products and sums of them are exact.
std::vector<float> Digits(int count, int which) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(count, 1, 9, which);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8;
  const std::vector<float> a = Digits(n * n, 0), b = Digits(n * n, 1), x = Digits(n, 2);

  float *d_a, *d_b, *d_x, *d_between, *d_out;
  cudaMalloc(&d_a, n * n * sizeof(float));
  cudaMalloc(&d_b, n * n * sizeof(float));
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_between, n * n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_a, a.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n, n);
  LOCKSTEP_PUBLISH(d_b, n, n);
  LOCKSTEP_PUBLISH(d_x, n);
  LOCKSTEP_PUBLISH(d_out, n);

  const dim3 blocks((n + 3) / 4, (n + 3) / 4), threads(4, 4);
  product<<<blocks, threads>>>(d_a, d_b, d_between, n);
  times<<<(n + 3) / 4, 4>>>(d_between, d_x, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_x);
  cudaFree(d_between);
  cudaFree(d_out);
}
