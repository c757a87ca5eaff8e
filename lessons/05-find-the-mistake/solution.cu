// Lesson 5, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A map: 10 more for each cell.
__global__ void add_ten(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 10;
}

// Every cell becomes 60.
__global__ void fill(int* sixty, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sixty[i] = 10 + 50;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 16;
  const int blocks = argc > 2 ? std::atoi(argv[2]) : 2;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 8;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);
  const std::size_t bytes = n * sizeof(int);

  int *d_a = nullptr, *d_out = nullptr, *d_sixty = nullptr;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMalloc(&d_sixty, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_out, n);
  LOCKSTEP_PUBLISH(d_sixty, n);

  add_ten<<<blocks, threads>>>(d_a, d_out, n);
  fill<<<blocks, threads>>>(d_sixty, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_out);
  cudaFree(d_sixty);
}
