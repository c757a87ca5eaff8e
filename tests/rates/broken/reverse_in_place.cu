// An array is reversed in place by one thread an element.
#include <cstdio>
#include <vector>
__global__ void reverse(int *x, int n) { int i = threadIdx.x; if (i < n) { int t = x[n - 1 - i]; x[i] = t; } }  // defect: race-global
int main() {
  std::vector<int> h(96, 1);
  int *d;
  cudaMalloc(&d, 384);
  cudaMemcpy(d, h.data(), 384, cudaMemcpyHostToDevice);
  reverse<<<1, 96>>>(d, 96);
  cudaMemcpy(h.data(), d, 384, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[0]);
}
