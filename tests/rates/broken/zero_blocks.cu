// n / 256 blocks are none when n is small.
#include <cstdio>
__global__ void init(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
int main() {
  const int n = 100;
  int h[n], *x;
  cudaMalloc(&x, sizeof h);
  init<<<n / 256, 256>>>(x, n);  // defect: launch-shape|error-ignored
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);  // defect: uninitialized-copy
  printf("%d\n", h[5]);
  cudaFree(x);
}
