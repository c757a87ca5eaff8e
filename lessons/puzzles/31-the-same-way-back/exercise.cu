// Puzzle 31: from each of 32 towns, how far is it to all others together?
//
// Each thread adds up a row of the table, and a warp's request touches 32 rows. Do it with 132 sectors.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// In a table of distances between n towns: how far is it from each town to all others together?
__global__ void all_ways(const int* table, int* sum, int n) {
  int town = blockIdx.x * blockDim.x + threadIdx.x;
  if (town >= n) return;
  int all = 0;
  for (int k = 0; k < n; ++k) all += table[town * n + k];
  sum[town] = all;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 32;
  std::vector<int> table = lockstep::RandomInput<int>(n * n, 1, 99);
  for (int i = 0; i < n * n; ++i) {
    int p = i / n, q = i % n;
    if (p == q) table[i] = 0;
    if (p < q) table[q * n + p] = table[i];
  }

  int *d_table, *d_sum;
  cudaMalloc(&d_table, n * n * sizeof(int));
  cudaMalloc(&d_sum, n * sizeof(int));
  cudaMemcpy(d_table, table.data(), n * n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_table, n, n);
  LOCKSTEP_PUBLISH(d_sum, n);

  all_ways<<<(n + 31) / 32, 32>>>(d_table, d_sum, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_table);
  cudaFree(d_sum);
}
