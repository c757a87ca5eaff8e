// The lines of lesson 30 that are put in order: the product of each block.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 8;

__global__ void multiply(const int* in, int* out) {
  __shared__ int products[kThreads];
  const int t = threadIdx.x;

  products[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    if (t % (2 * step) == 0) products[t] *= products[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = products[0];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 24;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 1, 9);
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n / kThreads * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n / kThreads);

  multiply<<<n / kThreads, kThreads>>>(d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
