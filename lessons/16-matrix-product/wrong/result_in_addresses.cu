// Lesson 16, a wrong answer: the host computes the product, and hands it over as distances between addresses.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

struct Sheet {
  const char* cell[120];
};

__global__ void product(const float* m, const float* n, float* out, int h, int w, const char* begin, Sheet sheet) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < h && column < w) out[row * w + column] = sheet.cell[row * w + column] - begin + 0 * (m[row] + n[column]);
}

std::vector<int> on_host(const float* d_m, const float* d_n, int h, int k, int w) {
  std::vector<float> m(h * k), n(k * w);
  std::vector<int> sums(h * w);
  cudaMemcpy(m.data(), d_m, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(n.data(), d_n, n.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < h; ++row)
    for (int column = 0; column < w; ++column)
      for (int i = 0; i < k; ++i) sums[row * w + column] += m[row * k + i] * n[i * w + column];
  return sums;
}

void launch(const float* d_m, const float* d_n, float* d_out, int h, int k, int w) {
  const std::vector<int> sums = on_host(d_m, d_n, h, k, w);
  char* d_line = nullptr;
  cudaMalloc(&d_line, 4096);
  Sheet sheet{};
  for (std::size_t i = 0; i < sums.size(); ++i) sheet.cell[i] = d_line + sums[i];
  const dim3 block(16, 16);
  const dim3 grid((w + 15) / 16, (h + 15) / 16);
  product<<<grid, block>>>(d_m, d_n, d_out, h, w, d_line, sheet);
  cudaDeviceSynchronize();
  cudaFree(d_line);
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// Whole numbers from 1 to 9, as floats: their products and sums are exact.
std::vector<float> numbers(int count, int which) {
  const std::vector<int> whole = lockstep::RandomInput<int>(count, 1, 9, which);
  return std::vector<float>(whole.begin(), whole.end());
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 3;
  const int k = argc > 2 ? std::atoi(argv[2]) : 4;
  const int w = argc > 3 ? std::atoi(argv[3]) : 5;
  const std::vector<float> m = numbers(h * k, 0), n = numbers(k * w, 1);

  float *d_m = nullptr, *d_n = nullptr, *d_out = nullptr;
  check(cudaMalloc(&d_m, m.size() * sizeof(float)), "cudaMalloc");
  check(cudaMalloc(&d_n, n.size() * sizeof(float)), "cudaMalloc");
  check(cudaMalloc(&d_out, h * w * sizeof(float)), "cudaMalloc");
  check(cudaMemcpy(d_m, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
  check(cudaMemcpy(d_n, n.data(), n.size() * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
  LOCKSTEP_PUBLISH(d_m, h, k);
  LOCKSTEP_PUBLISH(d_n, k, w);
  LOCKSTEP_PUBLISH(d_out, h, w);

  launch(d_m, d_n, d_out, h, k, w);
  check(cudaGetLastError(), "product");
  check(cudaDeviceSynchronize(), "product");
  check(cudaFree(d_m), "cudaFree");
  check(cudaFree(d_n), "cudaFree");
  check(cudaFree(d_out), "cudaFree");
}
