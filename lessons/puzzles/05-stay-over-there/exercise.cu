// Puzzle 5: two kernels, one after the other: the second one goes on with what the first one has made.
//
// Between them the numbers travel to the host and back. Copy to the device once.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

__global__ void add_seven(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 7;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 12;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);

  int *d_a, *d_squares, *d_out;
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMalloc(&d_squares, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_squares, n);
  LOCKSTEP_PUBLISH(d_out, n);

  square<<<(n + 7) / 8, 8>>>(d_a, d_squares, n);
  std::vector<int> squares(n);
  cudaMemcpy(squares.data(), d_squares, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(d_squares, squares.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  add_seven<<<(n + 7) / 8, 8>>>(d_squares, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_squares);
  cudaFree(d_out);
}
