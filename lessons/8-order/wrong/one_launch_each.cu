// Lesson 8, a wrong attempt: one launch for each of them keeps an order, and the last one meets a sum.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

__global__ void add_right(int i, int* out, int n) { out[i] = out[i] + out[(i + 1) % n]; }

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 4;
  const int blocks = (n + threads - 1) / threads;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);
  const std::size_t bytes = n * sizeof(int);

  int* d_out = nullptr;
  check(cudaMalloc(&d_out, bytes), "cudaMalloc");
  check(cudaMemcpy(d_out, a.data(), bytes, cudaMemcpyHostToDevice), "copy there");
  LOCKSTEP_PUBLISH(d_out, n);

  for (int i = 0; i < n; ++i) add_right<<<1, 1>>>(i, d_out, n);
  check(cudaGetLastError(), "launch");

  std::vector<int> sums(n);
  check(cudaMemcpy(sums.data(), d_out, bytes, cudaMemcpyDeviceToHost), "copy back");
  for (int i = 0; i < n && i < 16; ++i) std::printf("%d ", sums[i]);
  std::printf("\n");
  check(cudaFree(d_out), "cudaFree");
}
