// Only one of two branches sets the weight.
#include <cstdio>
__global__ void weigh(int *out, int n) {
  int i = threadIdx.x, weight;
  if (i < n / 2) weight = 3;
  if (weight > 2) out[i] = weight;  // defect: uninitialized-local
  else out[i] = 0;
}
int main() {
  int *d, h[64];
  cudaMalloc(&d, 256);
  weigh<<<1, 64>>>(d, 64);
  cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[0]);
}
