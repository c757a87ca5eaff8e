// The allocation fails (its error is not looked at), and the kernel uses the null pointer.
#include <cstdio>
__global__ void set(int *p, int n) { int i = threadIdx.x; if (i < n) p[i] = 1; }  // defect: null-pointer
int main() {
  int *p = nullptr;
  cudaMalloc(&p, (size_t)1 << 50);
  set<<<1, 32>>>(p, 32);
  cudaDeviceSynchronize();
  cudaFree(p);
  printf("done\n");
}
