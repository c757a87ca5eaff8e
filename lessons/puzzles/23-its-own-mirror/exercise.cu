// Puzzle 23: a matrix of 8 x 16 cells times itself turned over: every row meets every row.
//
// A block has two tiles, for the rows of one matrix and for the columns of the other. Read 128 cells with 128 reads.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// out = m times m turned over: `out[r][c]` is the sum of all `m[r][k] * m[c][k]`. For each block, m has 8 x 16 cells.
__global__ void products(const int* m, int* out) {
  __shared__ int rows[8][16];
  __shared__ int columns[16][8];
  int r = threadIdx.y, c = threadIdx.x;
  m += blockIdx.x * 8 * 16;
  for (int k = c; k < 16; k += 8) {
    rows[r][k] = m[r * 16 + k];
    columns[k][r] = m[r * 16 + k];
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 16; ++k) sum += rows[r][k] * columns[k][c];
  out[blockIdx.x * 64 + r * 8 + c] = sum;
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> m = lockstep::RandomInput<int>(128 * count, 0, 99);

  int *d_m, *d_out;
  cudaMalloc(&d_m, (128 * count) * sizeof(int));
  cudaMalloc(&d_out, (64 * count) * sizeof(int));
  cudaMemcpy(d_m, m.data(), (128 * count) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_m, 8 * count, 16);
  LOCKSTEP_PUBLISH(d_out, 8 * count, 8);

  products<<<count, dim3(8, 8)>>>(d_m, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_m);
  cudaFree(d_out);
}
