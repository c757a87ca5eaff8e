// Puzzle 11, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void distances(const int* x, int* table, int n) {
  int p = blockIdx.y * blockDim.y + threadIdx.y;
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (p < n && q <= p) {
    int way = p == q ? 0 : abs(x[p] - x[q]);
    table[p * n + q] = way;
    if (p != q) table[q * n + p] = way;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8;
  const std::vector<int> x = lockstep::RandomInput<int>(n, 0, 999);

  int *d_x, *d_table;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMalloc(&d_table, (n * n) * sizeof(int));
  cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_x, n);
  LOCKSTEP_PUBLISH(d_table, n, n);

  const dim3 block(4, 4), grid((n + 3) / 4, (n + 3) / 4);
  distances<<<grid, block>>>(d_x, d_table, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_x);
  cudaFree(d_table);
}
