// Thread 0 sets a shared value, all use it at once.
#include <cstdio>
__global__ void scale(float *x, const float *f, int n) {
  __shared__ float factor;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) factor = f[blockIdx.x];  // defect: race-shared|uninitialized-shared
  if (i < n) x[i] *= factor;  // defect: race-shared|uninitialized-shared
}
int main() {
  float *x, *f;
  cudaMalloc(&x, 1024); cudaMalloc(&f, 16);
  cudaMemset(x, 0, 1024); cudaMemset(f, 0, 16);
  scale<<<4, 64>>>(x, f, 256);
  cudaDeviceSynchronize();
  cudaFree(x); cudaFree(f);
  printf("done\n");
}
