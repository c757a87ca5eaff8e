// Threads without work reach the barrier too, and leave after it.
#include <cooperative_groups.h>

__global__ void work(int* data, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
  cooperative_groups::this_grid().sync();
  if (i >= n) return;
  out[i] = data[(i + 40) % n];
}

int main() {
  int *data, *out, n = 50;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  void* arguments[] = {&data, &out, &n};
  cudaLaunchCooperativeKernel((void*)work, 2, 32, arguments, 0, nullptr);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
