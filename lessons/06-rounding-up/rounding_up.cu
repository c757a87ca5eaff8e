// How many blocks: two kernels for the same cells, one launched with too few blocks, one with enough.
//
//   lockstep run rounding_up.cu [-- N [THREADS]]    N cells, blocks of THREADS threads

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Ceiling division: the number of pieces of this size that cover n.
int cdiv(int n, int size) { return (n + size - 1) / size; }

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

__global__ void add_ten(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 10;
}

__global__ void add_twenty(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 20;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 256;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);
  const std::size_t bytes = n * sizeof(int);

  int *d_a = nullptr, *d_ten = nullptr, *d_twenty = nullptr;
  check(cudaMalloc(&d_a, bytes), "cudaMalloc");
  check(cudaMalloc(&d_ten, bytes), "cudaMalloc");
  check(cudaMalloc(&d_twenty, bytes), "cudaMalloc");
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_ten, n);
  LOCKSTEP_PUBLISH(d_twenty, n);

  add_ten<<<n / threads, threads>>>(d_a, d_ten, n);
  check(cudaGetLastError(), "add_ten");
  add_twenty<<<cdiv(n, threads), threads>>>(d_a, d_twenty, n);
  check(cudaGetLastError(), "add_twenty");
  check(cudaDeviceSynchronize(), "the kernels");

  check(cudaFree(d_a), "cudaFree");
  check(cudaFree(d_ten), "cudaFree");
  check(cudaFree(d_twenty), "cudaFree");
}
