// Puzzle 13: a table of products: `table[r][c]` is `a[r]` times `b[c]`.
//
// A thread for each cell reads two numbers. Make the table of 8 x 8 with 72 reads.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void products(const int* a, const int* b, int* table, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  int c = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= rows || c >= columns) return;
  table[r * columns + c] = a[r] * b[c];
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 8, columns = argc > 2 ? std::atoi(argv[2]) : 8;
  const std::vector<int> a = lockstep::RandomInput<int>(rows, 2, 99);
  const std::vector<int> b = lockstep::RandomInput<int>(columns, 2, 99, 1);

  int *d_a, *d_b, *d_table;
  cudaMalloc(&d_a, rows * sizeof(int));
  cudaMalloc(&d_b, columns * sizeof(int));
  cudaMalloc(&d_table, (rows * columns) * sizeof(int));
  cudaMemcpy(d_a, a.data(), rows * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), columns * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, rows);
  LOCKSTEP_PUBLISH(d_b, columns);
  LOCKSTEP_PUBLISH(d_table, rows, columns);

  const dim3 block(4, 1), grid((rows + 3) / 4, columns);
  products<<<grid, block>>>(d_a, d_b, d_table, rows, columns);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_table);
}
