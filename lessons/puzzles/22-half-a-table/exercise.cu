// Puzzle 22: the square of a symmetric matrix of 8 x 8 cells.
//
// A block keeps all 64 cells in shared memory, 256 bytes. Each number above the diagonal is there twice. Do it with 144
// bytes.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// The square of a symmetric matrix of 8 x 8 cells, for each block.
__global__ void square(const int* in, int* out) {
  __shared__ int tile[8 * 8];
  int r = threadIdx.y, c = threadIdx.x, first = blockIdx.x * 64;
  tile[r * 8 + c] = in[first + r * 8 + c];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += tile[r * 8 + k] * tile[c * 8 + k];
  out[first + r * 8 + c] = sum;
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  std::vector<int> in = lockstep::RandomInput<int>(64 * count, 0, 99);
  for (int i = 0; i < 64 * count; ++i) {
    int r = i % 64 / 8, c = i % 8;
    if (c > r) in[i] = in[i / 64 * 64 + c * 8 + r];
  }

  int *d_in, *d_out;
  cudaMalloc(&d_in, (64 * count) * sizeof(int));
  cudaMalloc(&d_out, (64 * count) * sizeof(int));
  cudaMemcpy(d_in, in.data(), (64 * count) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, 8 * count, 8);
  LOCKSTEP_PUBLISH(d_out, 8 * count, 8);

  square<<<count, dim3(8, 8)>>>(d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
