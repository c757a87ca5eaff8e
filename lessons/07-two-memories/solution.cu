// Lesson 7, the solved exercise: an answer's arrays, output and copies are compared with those of this program.

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

__global__ void add(const int* a, const int* b, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 6;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 4;
  const int blocks = (n + threads - 1) / threads;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99, 0);
  const std::vector<int> b = lockstep::RandomInput<int>(n, 0, 99, 1);
  std::vector<int> sum(n, 0);
  const std::size_t bytes = n * sizeof(int);

  // 1. Memory on the device.
  int *d_a = nullptr, *d_b = nullptr, *d_sum = nullptr;
  check(cudaMalloc(&d_a, bytes), "cudaMalloc");
  check(cudaMalloc(&d_b, bytes), "cudaMalloc");
  check(cudaMalloc(&d_sum, bytes), "cudaMalloc");
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_b, n);
  LOCKSTEP_PUBLISH(d_sum, n);

  // 2. The input goes there.
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice), "copy there");
  check(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice), "copy there");

  // 3. The kernel works there.
  if (n > 0) {
    add<<<blocks, threads>>>(d_a, d_b, d_sum, n);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "add");
  }

  // 4. The result comes back.
  check(cudaMemcpy(sum.data(), d_sum, bytes, cudaMemcpyDeviceToHost), "copy back");

  // 5. The memory is given back.
  check(cudaFree(d_a), "cudaFree");
  check(cudaFree(d_b), "cudaFree");
  check(cudaFree(d_sum), "cudaFree");

  for (int i = 0; i < n; ++i) std::printf("%d + %d = %d\n", a[i], b[i], sum[i]);
}
