// Puzzle 10, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// The other cells keep what they have.
__global__ void diagonal(int* matrix, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) matrix[i * (n + 1)] = 1;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 9;
  const std::vector<int> matrix = lockstep::RandomInput<int>(n * n, 2, 99);

  int* d_matrix;
  cudaMalloc(&d_matrix, (n * n) * sizeof(int));
  cudaMemcpy(d_matrix, matrix.data(), (n * n) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_matrix, n, n);

  diagonal<<<(n + 7) / 8, 8>>>(d_matrix, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_matrix);
}
