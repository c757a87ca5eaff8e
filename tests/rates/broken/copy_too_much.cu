// One array is longer than the other, and the longer length is copied.
#include <cstdio>
#include <vector>
__global__ void zero(float *x, int n) { int i = threadIdx.x; if (i < n) x[i] = 0; }
int main() {
  const int n = 100, m = 120;
  std::vector<float> h(m, 1);
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h.data(), m * sizeof(float), cudaMemcpyHostToDevice);  // defect: copy-out-of-bounds
  zero<<<1, 128>>>(d, n);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%f\n", h[0]);
}
