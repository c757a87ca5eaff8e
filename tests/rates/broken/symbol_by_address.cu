// The symbol is passed as if it were a pointer on the host.
#include <cstdio>
__constant__ int limits[4];
__global__ void show(int *out) { out[threadIdx.x] = limits[threadIdx.x]; }
int main() {
  int h[4] = {1, 2, 3, 4}, *d;
  cudaMalloc(&d, 16);
  cudaMemcpy(limits, h, sizeof h, cudaMemcpyHostToDevice);  // defect: symbol-misuse|copy-direction|api-misuse|copy-out-of-bounds
  show<<<1, 4>>>(d);
  cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[0]);
}
