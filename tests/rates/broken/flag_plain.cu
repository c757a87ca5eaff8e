// One block waits for another by a volatile flag; data and flag have no fence between.
#include <cstdio>
__global__ void pipeline(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 42;  // defect: race-global
      *flag = 1;
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) {}
    *out = *data;  // defect: race-global
  }
}
int main() {
  int *d, *f, *o, r;
  cudaMalloc(&d, 4); cudaMalloc(&f, 4); cudaMalloc(&o, 4);
  cudaMemset(f, 0, 4);
  pipeline<<<2, 32>>>(d, f, o);
  cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(f); cudaFree(o);
  printf("%d\n", r);
}
