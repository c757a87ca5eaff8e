// The result is added to, but nobody set it to 0.
#include <cstdio>
#include <vector>
__global__ void sum(const float *x, int n, float *total) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += x[i];
  atomicAdd(total, s);  // defect: uninitialized-global
}
int main() {
  const int n = 1000;
  std::vector<float> h(n, 1);
  float *d, *t, r;
  cudaMalloc(&d, n * 4); cudaMalloc(&t, 4);
  cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
  sum<<<4, 64>>>(d, n, t);
  cudaMemcpy(&r, t, 4, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(t);
  printf("%f\n", r);
}
