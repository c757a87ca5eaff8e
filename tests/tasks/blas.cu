// cuBLAS adds a multiple of one vector to another, and a kernel doubles the sum.
#include <cstdio>
#include <cublas_v2.h>
__global__ void twice(float* y, int n) {
  int i = threadIdx.x;
  if (i < n) y[i] *= 2;
}
int main() {
  float h[4] = {1, 2, 3, 4}, *x, *y;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(y, h, sizeof h, cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  float a = 3;
  cublasSaxpy(handle, 4, &a, x, 1, y, 1);
  twice<<<1, 4>>>(y, 4);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[3]);
  cublasDestroy(handle);
}
