// Lesson 11, a wrong attempt: the guard forgets the columns.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#include "lockstep/publish.h"

// Each cell gets its own name: row 2, column 3 is 203.
__global__ void name_cells(int* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height) {
    out[row * width + column] = 100 * row + column;
  }
}

// The number of pieces of size `size` that cover `n`.
int pieces(int n, int size) { return (n + size - 1) / size; }

int main(int argc, char** argv) {
  const int height = argc > 1 ? std::atoi(argv[1]) : 5;
  const int width = argc > 2 ? std::atoi(argv[2]) : 5;
  const dim3 block(argc > 3 ? std::atoi(argv[3]) : 3, argc > 4 ? std::atoi(argv[4]) : 3);

  int* d_out;
  cudaMalloc(&d_out, height * width * sizeof(int));
  LOCKSTEP_PUBLISH(d_out, height, width);

  const dim3 grid(pieces(width, block.x), pieces(height, block.y));
  name_cells<<<grid, block>>>(d_out, height, width);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_out);
}
