// Puzzle 27: a matrix is transposed in tiles of 32 x 32.
//
// The tile is written row by row and read column by column, and all cells of a column are in one bank. Transpose
// without a conflict, in the same 4096 bytes of shared memory.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x;
  int left = blockIdx.x * 32, top = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += blockDim.y) tile[y][x] = in[(top + y) * n + left + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += blockDim.y) out[(left + y) * n + top + x] = tile[x][y];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 32;  // a multiple of 32
  const std::vector<float> in = lockstep::RandomInput<float>(n * n, -1, 1);

  float *d_in, *d_out;
  cudaMalloc(&d_in, (n * n) * sizeof(float));
  cudaMalloc(&d_out, (n * n) * sizeof(float));
  cudaMemcpy(d_in, in.data(), (n * n) * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n, n);
  LOCKSTEP_PUBLISH(d_out, n, n);

  transpose<<<dim3(n / 32, n / 32), dim3(32, 4)>>>(d_in, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
