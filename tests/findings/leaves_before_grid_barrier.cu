// Some threads of a block leave before the grid's barrier, which the others of the block reach.
#include <cooperative_groups.h>

__global__ void work(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  data[i] = i;
  cooperative_groups::this_grid().sync();  // expect: grid-barrier-skipped
  data[i] += data[(i + 40) % n];           // expect: race-global
}

int main() {
  int *data, n = 50;
  cudaMalloc(&data, 64 * sizeof(int));
  void* arguments[] = {&data, &n};
  cudaLaunchCooperativeKernel((void*)work, 2, 32, arguments, 0, nullptr);
  cudaDeviceSynchronize();
  cudaFree(data);
}
