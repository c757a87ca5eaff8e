// Lesson 2, exercise: two kernels that do almost nothing yet.
//
// 1. `add_ten`: each thread reads its cell of `a`, adds 10, and writes its cell of `out`.
// 2. `add`: each thread reads its cells of `a` and `b`, and writes their sum into its cell of `sum`.
//
// One line in each kernel is enough. When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Map: a cell of `out` from the same cell of `a`.
__global__ void add_ten(const int* a, int* out) {
  int i = threadIdx.x;
  out[i] = a[i];
}

// Zip: a cell of `sum` from the same cells of `a` and `b`.
__global__ void add(const int* a, const int* b, int* sum) {
  int i = threadIdx.x;
  sum[i] = a[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 4;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99, 0);
  const std::vector<int> b = lockstep::RandomInput<int>(n, 0, 99, 1);
  const std::size_t bytes = n * sizeof(int);

  int *d_a, *d_b, *d_out, *d_sum;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMalloc(&d_sum, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_b, n);
  LOCKSTEP_PUBLISH(d_out, n);
  LOCKSTEP_PUBLISH(d_sum, n);

  add_ten<<<1, n>>>(d_a, d_out);
  add<<<1, n>>>(d_a, d_b, d_sum);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
  cudaFree(d_sum);
}
