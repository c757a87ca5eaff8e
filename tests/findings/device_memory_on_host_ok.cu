// The host computes with device pointers and copies the memory that they point to.
#include <cstdio>
struct Grid {
  int width;
  float* cells;
};
__global__ void twice(Grid grid) { grid.cells[threadIdx.x] *= 2; }

int main() {
  Grid grid{32, nullptr};
  float host[32], *last;
  for (int i = 0; i < grid.width; ++i) host[i] = i;
  cudaMalloc(&grid.cells, grid.width * sizeof(float));
  cudaMemcpy(grid.cells, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(grid);
  last = grid.cells + grid.width - 1;
  cudaMemcpy(&host[31], last, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", host[31]);
  cudaFree(grid.cells);
}
