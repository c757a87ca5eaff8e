// More threads than cells: the guard.
//
//   lockstep run guards.cu [-- N [THREADS]]    N cells, blocks of THREADS threads

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void add_ten(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 10;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 4;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 8;
  const int blocks = n / threads + 1;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);
  const std::size_t bytes = n * sizeof(int);

  int *d_a = nullptr, *d_out = nullptr;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_out, n);

  add_ten<<<blocks, threads>>>(d_a, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_out);
}
