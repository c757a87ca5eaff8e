// 32 x 33 threads a block; nobody looks at the error.
#include <cstdio>
__global__ void set(int *p, int w) { p[threadIdx.y * w + threadIdx.x] = 1; }
int main() {
  int *p, r = 0;
  cudaMalloc(&p, 33 * 33 * 4);
  cudaMemset(p, 0, 33 * 33 * 4);
  set<<<1, dim3(33, 33)>>>(p, 33);  // defect: launch-shape|error-ignored
  cudaMemcpy(&r, p, 4, cudaMemcpyDeviceToHost);
  cudaFree(p);
  printf("%d\n", r);
}
