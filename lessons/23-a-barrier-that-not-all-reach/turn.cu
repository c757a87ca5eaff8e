// Each block turns its part of an array round:
// with the barrier in the guard, and with the barrier outside it.
//
//   lockstep run turn.cu [-- N]    N cells, blocks of 8 threads

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 8;

__global__ void turn_in_the_guard(const int* in, int* out, int n) {
  __shared__ int part[kThreads];
  int t = threadIdx.x;
  int first = blockIdx.x * blockDim.x;
  int cells = min(kThreads, n - first);  // of this block
  if (t < cells) {
    part[t] = in[first + t];
    __syncthreads();
    out[first + t] = part[cells - 1 - t];
  }
}

__global__ void turn(const int* in, int* out, int n) {
  __shared__ int part[kThreads];
  int t = threadIdx.x;
  int first = blockIdx.x * blockDim.x;
  int cells = min(kThreads, n - first);  // of this block
  if (t < cells) part[t] = in[first + t];
  __syncthreads();
  if (t < cells) out[first + t] = part[cells - 1 - t];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 13;
  const int blocks = n / kThreads + 1;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 0, 99);
  const std::size_t bytes = n * sizeof(int);

  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);

  turn_in_the_guard<<<blocks, kThreads>>>(d_in, d_out, n);
  turn<<<blocks, kThreads>>>(d_in, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
