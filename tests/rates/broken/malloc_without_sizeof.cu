// cudaMalloc gets the number of elements.
#include <cstdio>
__global__ void iota(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;  // defect: out-of-bounds-global
}
int main() {
  const int n = 512;
  int *d;
  cudaMalloc(&d, n);
  iota<<<2, 256>>>(d, n);
  cudaDeviceSynchronize();
  cudaFree(d);
  printf("done\n");
}
