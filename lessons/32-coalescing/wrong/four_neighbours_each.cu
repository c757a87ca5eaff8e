// Lesson 32, a wrong attempt: each thread looks after four stations that lie side by side.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;

__global__ void felt(const float* temperature, const float* wind, const float* rain, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 4 * i; k < 4 * i + 4 && k < n; ++k) {
    float warmth = temperature[k];
    warmth -= 2 * wind[k];
    warmth -= 3 * rain[k];
    out[k] = warmth;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 32;
  const std::vector<int> numbers = lockstep::RandomInput<int>(3 * n, 0, 30);
  std::vector<float> temperature(n), wind(n), rain(n);
  for (int i = 0; i < n; ++i) {
    temperature[i] = numbers[3 * i];
    wind[i] = numbers[3 * i + 1];
    rain[i] = numbers[3 * i + 2];
  }

  const std::size_t bytes = n * sizeof(float);
  float *d_temperature = nullptr, *d_wind = nullptr, *d_rain = nullptr, *d_out = nullptr;
  cudaMalloc(&d_temperature, bytes);
  cudaMalloc(&d_wind, bytes);
  cudaMalloc(&d_rain, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_temperature, temperature.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_wind, wind.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_rain, rain.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_out, n);

  const int blocks = n / (4 * kThreads) + 1;
  felt<<<blocks, kThreads>>>(d_temperature, d_wind, d_rain, d_out, n);
  std::vector<float> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_temperature);
  cudaFree(d_wind);
  cudaFree(d_rain);
  cudaFree(d_out);
}
