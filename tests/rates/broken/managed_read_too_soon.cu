// Managed memory is read while the kernel may still run.
#include <cstdio>
__global__ void square(int *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i * i; }
int main() {
  const int n = 256;
  int *x;
  cudaMallocManaged(&x, n * sizeof(int));
  square<<<1, 256>>>(x, n);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];  // defect: not-synchronized
  printf("%d\n", sum);
  cudaFree(x);
}
