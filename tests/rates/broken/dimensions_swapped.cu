// Grid and block are swapped in the launch.
#include <cstdio>
__global__ void set(int *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i; }
int main() {
  const int n = 1 << 19;
  int *d, threads = 256, blocks = n / threads;
  cudaMalloc(&d, n * 4);
  set<<<threads, blocks>>>(d, n);  // defect: launch-shape
  cudaDeviceSynchronize();
  cudaFree(d);
  puts("done");
}
