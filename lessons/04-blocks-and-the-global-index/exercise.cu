// Lesson 4, exercise: twelve threads that do not know their full names.
//
// 1. `names`: every block writes into the same few cells. Mend the first line: each thread needs a cell of its own.
// 2. `add_ten`: write the whole kernel. Each thread finds its `i`; if there is such a cell, it writes `a[i] + 10` into
//    `out[i]`.
//
// It runs with 9 cells and blocks of 4, and with other sizes. The launches stay as they are.
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void names(int* block, int* thread, int n) {
  int i = threadIdx.x;
  if (i < n) {
    block[i] = blockIdx.x;
    thread[i] = threadIdx.x;
  }
}

__global__ void add_ten(const int* a, int* out, int n) {
  // Your turn.
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 9;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 4;
  const int blocks = n / threads + 1;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);
  const std::size_t bytes = n * sizeof(int);

  int *d_block = nullptr, *d_thread = nullptr, *d_a = nullptr, *d_out = nullptr;
  cudaMalloc(&d_block, bytes);
  cudaMalloc(&d_thread, bytes);
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_block, n);
  LOCKSTEP_PUBLISH(d_thread, n);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_out, n);

  names<<<blocks, threads>>>(d_block, d_thread, n);
  add_ten<<<blocks, threads>>>(d_a, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_block);
  cudaFree(d_thread);
  cudaFree(d_a);
  cudaFree(d_out);
}
