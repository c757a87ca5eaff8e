// The lock is given back with an ordinary store.
#include <cstdio>
__global__ void add(int *mutex, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1)) {}
    __threadfence();
    *total += 1;
    __threadfence();
    *mutex = 0;  // defect: race-atomic
  }
}
int main() {
  int *m, *t, r;
  cudaMalloc(&m, 4); cudaMalloc(&t, 4);
  cudaMemset(m, 0, 4); cudaMemset(t, 0, 4);
  add<<<6, 32>>>(m, t);
  cudaMemcpy(&r, t, 4, cudaMemcpyDeviceToHost);
  cudaFree(m); cudaFree(t);
  printf("%d\n", r);
}
