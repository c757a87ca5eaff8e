// The consumer waits for a flag that the producer sets only for large inputs.
#include <cstdio>
__global__ void handOver(volatile int *flag, int *data, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = n;
    __threadfence();
    if (n > 1000) *flag = 1;
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (!*flag) {}  // defect: deadlock|endless-kernel
    data[1] = data[0];
  }
}
int main() {
  int *f, *d;
  cudaMalloc(&f, 4); cudaMalloc(&d, 8);
  cudaMemset(f, 0, 4);
  handOver<<<2, 32>>>(f, d, 10);
  cudaDeviceSynchronize();
  cudaFree(f); cudaFree(d);
  printf("done\n");
}
