// Puzzle 9, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void frame(int* picture, int rows, int columns) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || column >= columns) return;
  int* cell = &picture[row * columns + column];
  if (row == 0 || row == rows - 1 || column == 0 || column == columns - 1) *cell = 255;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 6, columns = argc > 2 ? std::atoi(argv[2]) : 6;
  const std::vector<int> picture = lockstep::RandomInput<int>(rows * columns, 0, 99);

  int* d_picture;
  cudaMalloc(&d_picture, (rows * columns) * sizeof(int));
  cudaMemcpy(d_picture, picture.data(), (rows * columns) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_picture, rows, columns);

  const dim3 block(4, 4), grid((columns + 3) / 4, (rows + 3) / 4);
  frame<<<grid, block>>>(d_picture, rows, columns);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_picture);
}
