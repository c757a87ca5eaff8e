// The stride is 0 where a launch has one block.
#include <cstdio>
__global__ void fill(int *p, int n) {
  int stride = (gridDim.x - 1) * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) p[i] = i;  // defect: endless-kernel
}
int main() {
  int *d;
  cudaMalloc(&d, 400);
  fill<<<1, 32>>>(d, 100);
  cudaDeviceSynchronize();
  cudaFree(d);
  printf("done\n");
}
