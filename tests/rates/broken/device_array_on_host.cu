// The host looks at device memory directly.
#include <cstdio>
__global__ void fill(int *p, int n) { int i = threadIdx.x; if (i < n) p[i] = i; }
int main() {
  const int n = 64;
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  fill<<<1, n>>>(d, n);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += d[i];  // defect: device-pointer
  printf("%d\n", sum);
  cudaFree(d);
}
