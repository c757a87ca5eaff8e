// All threads that find write the same value.
#include <cstdio>
__global__ void contains(const int *x, int *found, int what, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] == what) *found = 1;  // defect: race-same-value
}
int main() {
  int h[200], *d, *f, r;
  for (int i = 0; i < 200; ++i) h[i] = i % 10;
  cudaMalloc(&d, 800); cudaMalloc(&f, 4);
  cudaMemcpy(d, h, 800, cudaMemcpyHostToDevice);
  cudaMemset(f, 0, 4);
  contains<<<2, 128>>>(d, f, 3, 200);
  cudaMemcpy(&r, f, 4, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(f);
  printf("%d\n", r);
}
