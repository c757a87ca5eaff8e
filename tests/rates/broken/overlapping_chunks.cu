// Each thread writes a chunk of 5 in steps of 4.
#include <cstdio>
__global__ void chunks(int *out, int n) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  for (int k = 0; k < 5; ++k) if (begin + k < n) out[begin + k] = begin;  // defect: race-global
}
int main() {
  int *d;
  cudaMalloc(&d, 1024 * 4);
  chunks<<<4, 64>>>(d, 1024);
  cudaDeviceSynchronize();
  cudaFree(d);
  printf("done\n");
}
