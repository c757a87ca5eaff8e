// A maximum by reading, comparing and writing.
#include <cstdio>
#include <vector>
__global__ void maximum(const float *x, float *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > *most) *most = x[i];  // defect: race-global|lost-update
}
int main() {
  std::vector<float> h(500);
  for (int i = 0; i < 500; ++i) h[i] = i % 77;
  float *d, *m, r;
  cudaMalloc(&d, 2000); cudaMalloc(&m, 4);
  cudaMemcpy(d, h.data(), 2000, cudaMemcpyHostToDevice);
  cudaMemset(m, 0, 4);
  maximum<<<4, 128>>>(d, m, 500);
  cudaMemcpy(&r, m, 4, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(m);
  printf("%f\n", r);
}
