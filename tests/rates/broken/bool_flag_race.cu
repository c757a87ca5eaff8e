// Several threads write different answers into one flag.
#include <cstdio>
__global__ void isSorted(const int *x, bool *sorted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) *sorted = x[i] <= x[i + 1];  // defect: race-global|race-same-value
}
int main() {
  int h[200], *d; bool *s, r;
  for (int i = 0; i < 200; ++i) h[i] = i == 50 ? 0 : i;
  cudaMalloc(&d, 800); cudaMalloc(&s, 1);
  cudaMemcpy(d, h, 800, cudaMemcpyHostToDevice);
  isSorted<<<2, 128>>>(d, s, 200);
  cudaMemcpy(&r, s, 1, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(s);
  printf("%d\n", r);
}
