// Lesson 8, exercise: a result that depends on who is faster.
//
// `n` people sit around a table, each with a number. Each one adds the number of the right neighbour to the own one.
// All of them use the numbers as they were *at the beginning*, and the sums are wanted in `d_out`.
//
// As it is, one line of the kernel depends on the order of the threads. Change kernel and `main` so that the result is
// the same in any order, and right.
//
// When you save the file, Lockstep builds and runs it again.

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

__global__ void add_right(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int right = (i + 1) % n;
    out[i] = out[i] + out[right];
  }
}

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

  if (n > 0) add_right<<<blocks, threads>>>(d_out, n);
  check(cudaGetLastError(), "launch");

  std::vector<int> sums(n);
  check(cudaMemcpy(sums.data(), d_out, bytes, cudaMemcpyDeviceToHost), "copy back");
  for (int i = 0; i < n && i < 16; ++i) std::printf("%d ", sums[i]);
  std::printf("\n");
  check(cudaFree(d_out), "cudaFree");
}
