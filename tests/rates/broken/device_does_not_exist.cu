// The number of the device comes from a machine with two of them.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
int main() {
  int* x;
  cudaSetDevice(1);  // defect: api-misuse|error-ignored
  cudaMalloc(&x, 128);
  fill<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
  printf("done\n");
}
