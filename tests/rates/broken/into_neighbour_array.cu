// Two arrays in one struct of pointers; an index runs from one into the other.
#include <cstdio>
struct Soa { float *x, *y; };
__global__ void shift(Soa s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) s.x[i + 64] = s.y[i];  // defect: out-of-bounds-global
}
int main() {
  const int n = 1024;
  Soa s;
  cudaMalloc(&s.x, n * 4); cudaMalloc(&s.y, n * 4);
  cudaMemset(s.x, 0, n * 4); cudaMemset(s.y, 0, n * 4);
  shift<<<4, 256>>>(s, n);
  cudaDeviceSynchronize();
  cudaFree(s.x); cudaFree(s.y);
  printf("done\n");
}
