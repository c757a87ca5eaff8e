// Lesson 16, a right answer: the cells in one row, in blocks of 128.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// m is h x k, n is k x w, out is h x w.
__global__ void product(const float* m, const float* n, float* out, int h, int k, int w) {
  int cells = h * w;
  for (int cell = blockIdx.x * blockDim.x + threadIdx.x; cell < cells; cell += gridDim.x * blockDim.x) {
    int row = cell / w, column = cell % w;
    float sum = 0;
    for (int i = 0; i < k; ++i) sum += m[row * k + i] * n[i * w + column];
    out[cell] = sum;
  }
}

void launch(const float* d_m, const float* d_n, float* d_out, int h, int k, int w) {
  product<<<(h * w + 127) / 128, 128>>>(d_m, d_n, d_out, h, k, w);
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
