// Host and device take turns on managed memory, each after the other has finished.
#include <cstdio>
__global__ void twice(int* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] *= 2;
}
int main() {
  const int n = 100;
  int* x;
  cudaMallocManaged(&x, n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = i;
  for (int round = 0; round < 3; ++round) {
    twice<<<1, 64>>>(x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) x[i] += 1;
  }
  printf("%d\n", x[99]);
  cudaFree(x);
}
