// The guard lets one thread too many in.
#include <cstdio>
#include <vector>
__global__ void scale(float *x, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) x[i] = x[i] * f;  // defect: out-of-bounds-global
}
int main() {
  int n = 1000;
  std::vector<float> h(n, 2.0f);
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 255) / 256, 256>>>(d, 3.0f, n);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%f\n", h[0]);
}
