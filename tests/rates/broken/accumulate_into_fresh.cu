// y += a * x into memory that cudaMalloc just gave.
#include <cstdio>
#include <vector>
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];  // defect: uninitialized-global
}
int main() {
  const int n = 300;
  std::vector<float> h(n, 1);
  float *x, *y;
  cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4);
  cudaMemcpy(x, h.data(), n * 4, cudaMemcpyHostToDevice);
  saxpy<<<3, 128>>>(n, 2, x, y);
  cudaMemcpy(h.data(), y, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(x); cudaFree(y);
  printf("%f\n", h[0]);
}
