// Every block of a grid of more than a million runs once, with its own index, whatever the grid's shape.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void count(unsigned* hits) {
  hits[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)] += 1;
}

static int wrong = 0;

static void test(dim3 grid) {
  const size_t blocks = size_t(grid.x) * grid.y * grid.z;
  unsigned* hits = nullptr;
  cudaMalloc(&hits, blocks * sizeof(unsigned));
  cudaMemset(hits, 0, blocks * sizeof(unsigned));
  count<<<grid, 1>>>(hits);
  std::vector<unsigned> found(blocks);
  const cudaError_t error = cudaMemcpy(found.data(), hits, blocks * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(hits);
  if (error != cudaSuccess) {
    printf("%s\n", cudaGetErrorString(error));
    ++wrong;
  }
  for (size_t i = 0; i < blocks; ++i) {
    if (found[i] == 1) continue;
    if (wrong++ < 5) printf("block %zu of (%u,%u,%u) ran %u times\n", i, grid.x, grid.y, grid.z, found[i]);
  }
}

int main() {
  test(dim3(1));
  test(dim3(3, 5, 7));
  test(dim3(1, 1, 997));
  test(dim3(1, 1009, 3));
  test(dim3(300, 7, 40));
  test(dim3(1021, 37, 31));
  if (wrong == 0) printf("ok\n");
  return wrong != 0;
}
