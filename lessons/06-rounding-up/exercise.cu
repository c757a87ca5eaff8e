// Lesson 6, exercise: the kernel is right, and its launch is not.
//
// `launch` gets any number of cells and any size of blocks.
//
// 1. Every cell needs a thread, with as few blocks as possible.
// 2. With no cells, there is nothing to launch, and that is no error.
// 3. If CUDA refuses the launch, `launch` shall return the error that says why.
//
// Only `launch` has to be changed. When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void add_ten(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 10;
}

cudaError_t launch(const int* a, int* out, int n, int threads) {
  int blocks = n / threads;
  add_ten<<<blocks, threads>>>(a, out, n);
  return cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 256;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);
  const std::size_t bytes = n * sizeof(int);

  int *d_a = nullptr, *d_out = nullptr;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_out, n);

  const cudaError_t error = launch(d_a, d_out, n, threads);
  std::printf("%d cells, blocks of %d: %s\n", n, threads, cudaGetErrorString(error));
  cudaFree(d_a);
  cudaFree(d_out);
}
