// Threads without work reach the grid's barrier too.
#include <cooperative_groups.h>

__global__ void work(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x * blockDim.x >= n) return;
  data[i] = i;
  cooperative_groups::this_grid().sync();
  data[i] += 1;
}

int main() {
  int *data, n = 128;
  cudaMalloc(&data, 128 * sizeof(int));
  void* arguments[] = {&data, &n};
  cudaLaunchCooperativeKernel((void*)work, 4, 32, arguments, 0, nullptr);
  cudaDeviceSynchronize();
  cudaFree(data);
}
