// Puzzle 24: a tile of 16 cells, with one more at either end.
//
// The first and the last thread of a block fetch two cells each, while the others wait. Let no thread make more than 6
// accesses.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Each cell becomes the sum of itself and its two neighbours; before the first and after the last one are zeros.
__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int tile[18];
  int i = blockIdx.x * 16 + threadIdx.x, t = threadIdx.x + 1;
  tile[t] = i < n ? in[i] : 0;
  if (t == 1) tile[0] = i > 0 ? in[i - 1] : 0;
  if (t == 16) tile[17] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = tile[t - 1] + tile[t] + tile[t + 1];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 48;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 0, 99);

  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);

  smooth<<<(n + 15) / 16, 16>>>(d_in, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
