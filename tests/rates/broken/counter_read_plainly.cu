// A counter that all threads raise is read by a plain load to decide whether to go on.
#include <cstdio>
__global__ void collect(const int *in, int *out, int *count, int most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 3 && *count < most) out[atomicAdd(count, 1) % most] = 1;  // defect: race-atomic
}
int main() {
  int h[256], *a, *o, *c;
  for (int i = 0; i < 256; ++i) h[i] = i % 8;
  cudaMalloc(&a, 1024); cudaMalloc(&o, 1024); cudaMalloc(&c, 4);
  cudaMemcpy(a, h, 1024, cudaMemcpyHostToDevice);
  cudaMemset(c, 0, 4);
  collect<<<4, 64>>>(a, o, c, 256, 256);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(o); cudaFree(c);
  printf("done\n");
}
