// A week of temperatures, from Celsius to Fahrenheit: the whole way of the data, there and back.
//
//   lockstep run temperatures.cu

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

__global__ void to_fahrenheit(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1.8f * in[i] + 32;
}

int main() {
  const std::vector<float> celsius = {-5, 0, 12.5f, 21, 30, 18, 7};
  const int n = static_cast<int>(celsius.size());
  const std::size_t bytes = n * sizeof(float);
  std::vector<float> fahrenheit(n);

  // 1. Memory on the device.
  float *d_celsius = nullptr, *d_fahrenheit = nullptr;
  check(cudaMalloc(&d_celsius, bytes), "cudaMalloc");
  check(cudaMalloc(&d_fahrenheit, bytes), "cudaMalloc");
  LOCKSTEP_PUBLISH(d_celsius, n);
  LOCKSTEP_PUBLISH(d_fahrenheit, n);

  // 2. The input goes there.
  check(cudaMemcpy(d_celsius, celsius.data(), bytes, cudaMemcpyHostToDevice), "copy there");

  // 3. The kernel works there.
  to_fahrenheit<<<2, 4>>>(d_celsius, d_fahrenheit, n);
  check(cudaGetLastError(), "launch");

  // 4. The result comes back. The copy waits until the kernel is done.
  check(cudaMemcpy(fahrenheit.data(), d_fahrenheit, bytes, cudaMemcpyDeviceToHost), "copy back");

  // 5. The memory is given back.
  check(cudaFree(d_celsius), "cudaFree");
  check(cudaFree(d_fahrenheit), "cudaFree");

  for (int i = 0; i < n; ++i) std::printf("%5.1f C is %5.1f F\n", celsius[i], fahrenheit[i]);
}
