// A thread leaves the address of its own variable in shared memory; another follows it.
#include <cstdio>
__global__ void peek(int *out) {
  __shared__ int *where;
  int mine = threadIdx.x * 10;
  if (threadIdx.x == 5) where = &mine;
  __syncthreads();
  out[threadIdx.x] = *where + (mine != 0);  // defect: local-escape
  __syncthreads();
}
int main() {
  int *d, h[32];
  cudaMalloc(&d, 128);
  peek<<<1, 32>>>(d);
  cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[0]);
}
