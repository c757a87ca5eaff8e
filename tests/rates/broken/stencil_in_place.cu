// A blur that writes into the array which other blocks still read.
#include <cstdio>
#include <vector>
__global__ void blur(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;  // defect: race-global|lost-update
}
int main() {
  std::vector<float> h(1000, 1);
  float *d;
  cudaMalloc(&d, 4000);
  cudaMemcpy(d, h.data(), 4000, cudaMemcpyHostToDevice);
  blur<<<8, 128>>>(d, 1000);
  cudaMemcpy(h.data(), d, 4000, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%f\n", h[5]);
}
