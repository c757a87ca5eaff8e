// The host writes and reads device memory directly.
#include <cstdio>
struct Grid {
  int width;
  float* cells;
};
__global__ void twice(Grid grid) { grid.cells[threadIdx.x] *= 2; }

int main() {
  Grid grid{32, nullptr};
  cudaMalloc(&grid.cells, grid.width * sizeof(float));
  cudaMemset(grid.cells, 0, grid.width * sizeof(float));
  for (int i = 0; i < grid.width; ++i) grid.cells[i] = i;  // expect: device-pointer
  twice<<<1, 32>>>(grid);
  cudaDeviceSynchronize();
  printf("%f\n", grid.cells[3]);  // expect: device-pointer
  cudaFree(grid.cells);
}
