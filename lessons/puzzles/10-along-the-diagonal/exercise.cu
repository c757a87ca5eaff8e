// Puzzle 10: a 1 into each cell of the diagonal of a square matrix, row by row in memory.
//
// A thread for each cell of the matrix asks whether it is on the diagonal. Do it with 16 threads for 9 rows.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// The other cells keep what they have.
__global__ void diagonal(int* matrix, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * n && i / n == i % n) matrix[i] = 1;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 9;
  const std::vector<int> matrix = lockstep::RandomInput<int>(n * n, 2, 99);

  int* d_matrix;
  cudaMalloc(&d_matrix, (n * n) * sizeof(int));
  cudaMemcpy(d_matrix, matrix.data(), (n * n) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_matrix, n, n);

  diagonal<<<(n * n + 7) / 8, 8>>>(d_matrix, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_matrix);
}
