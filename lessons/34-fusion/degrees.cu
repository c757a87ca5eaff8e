// Degrees Fahrenheit become degrees Celsius: in three launches, and in one.
//
//   lockstep run degrees.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void minus_32(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] - 32;
}

__global__ void times_5(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 5;
}

__global__ void over_9(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / 9;
}

__global__ void celsius(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float above_ice = in[i] - 32;
    float fives = above_ice * 5;
    out[i] = fives / 9;
  }
}

int main() {
  const int n = 20, threads = 8, blocks = (n + threads - 1) / threads;
  const std::vector<int> nines = lockstep::RandomInput<int>(n, -2, 12);
  std::vector<float> fahrenheit(n);
  // So that degrees Celsius are whole numbers.
  for (int i = 0; i < n; ++i) fahrenheit[i] = 32 + 9 * nines[i];

  const std::size_t bytes = n * sizeof(float);
  float *d_fahrenheit = nullptr, *d_above_ice = nullptr, *d_fives = nullptr, *d_celsius = nullptr;
  cudaMalloc(&d_fahrenheit, bytes);
  cudaMalloc(&d_above_ice, bytes);
  cudaMalloc(&d_fives, bytes);
  cudaMalloc(&d_celsius, bytes);
  cudaMemcpy(d_fahrenheit, fahrenheit.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_fahrenheit, n);
  LOCKSTEP_PUBLISH(d_above_ice, n);
  LOCKSTEP_PUBLISH(d_fives, n);
  LOCKSTEP_PUBLISH(d_celsius, n);

  minus_32<<<blocks, threads>>>(d_fahrenheit, d_above_ice, n);
  times_5<<<blocks, threads>>>(d_above_ice, d_fives, n);
  over_9<<<blocks, threads>>>(d_fives, d_celsius, n);
  celsius<<<blocks, threads>>>(d_fahrenheit, d_celsius, n);
  std::vector<float> result(n);
  const cudaError_t error = cudaMemcpy(result.data(), d_celsius, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_fahrenheit);
  cudaFree(d_above_ice);
  cudaFree(d_fives);
  cudaFree(d_celsius);
}
