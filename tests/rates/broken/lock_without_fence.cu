// A spin lock whose critical section is not fenced.
#include <cstdio>
__device__ int mutex;
__global__ void add(float *total, int rounds) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < rounds; ++i) {
      while (atomicCAS(&mutex, 0, 1)) {}
      *total += 1;  // defect: race-global|lost-update
      atomicExch(&mutex, 0);
    }
  }
}
int main() {
  float *t, r;
  cudaMalloc(&t, 4);
  cudaMemset(t, 0, 4);
  add<<<4, 32>>>(t, 3);
  cudaMemcpy(&r, t, 4, cudaMemcpyDeviceToHost);
  cudaFree(t);
  printf("%f\n", r);
}
