// Puzzle 15: the sum of every window of 5 x 7 cells.
//
// A thread adds up 35 cells. Somebody has left a table. Make 12 sums with 48 reads.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kHigh = 5, kWide = 7;  // a window is kHigh rows high and kWide columns wide

// The sum of each window. `corner[r * (columns + 1) + c]` is the sum of all cells above row r and left of column c.
__global__ void windows(const int* cells, const int* corner, int* sums, int rows, int columns) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  if (r + kHigh > rows || c + kWide > columns) return;
  int sum = 0;
  for (int i = 0; i < kHigh * kWide; ++i) sum += cells[(r + i / kWide) * columns + c + i % kWide];
  sums[r * (columns - kWide + 1) + c] = sum;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 8;
  const int columns = argc > 2 ? std::atoi(argv[2]) : 9;
  const std::vector<int> cells = lockstep::RandomInput<int>(rows * columns, 0, 99);
  std::vector<int> corner((rows + 1) * (columns + 1));
  const int row = columns + 1;
  for (int i = 0; i < rows * columns; ++i) {
    int at = i / columns * row + i % columns;
    corner[at + row + 1] = cells[i] + corner[at + row] + corner[at + 1] - corner[at];
  }
  const int count = (rows - kHigh + 1) * (columns - kWide + 1);

  int *d_cells, *d_corner, *d_sums;
  cudaMalloc(&d_cells, cells.size() * sizeof(int));
  cudaMalloc(&d_corner, corner.size() * sizeof(int));
  cudaMalloc(&d_sums, count * sizeof(int));
  cudaMemcpy(d_cells, cells.data(), cells.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_corner, corner.data(), corner.size() * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_cells, rows, columns);
  LOCKSTEP_PUBLISH(d_sums, rows - kHigh + 1, columns - kWide + 1);

  const dim3 blocks((columns + 3) / 4, (rows + 3) / 4), threads(4, 4);
  windows<<<blocks, threads>>>(d_cells, d_corner, d_sums, rows, columns);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_cells);
  cudaFree(d_corner);
  cudaFree(d_sums);
}
