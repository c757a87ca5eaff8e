// The lines of lesson 38 that are put in order: what is in the till after each customer?

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr unsigned kAll = 0xffffffff;

__global__ void till(const int* in, int* out) {
  const int lane = threadIdx.x;

  int sum = in[lane];
  for (int step = 1; step < 32; step *= 2) {
    const int heard = __shfl_up_sync(kAll, sum, step);
    if (lane >= step) sum += heard;
  }
  out[lane] = sum;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 32;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 1, 99);
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);

  till<<<1, n>>>(d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
