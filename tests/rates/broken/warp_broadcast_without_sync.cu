// Lane 0 leaves a value in shared memory for its warp; the others read it at once.
#include <cstdio>
__global__ void perWarp(const int *in, int *out) {
  __shared__ int base[4];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) base[warp] = in[warp];  // defect: race-shared|uninitialized-shared
  out[threadIdx.x] = base[warp] + lane;  // defect: race-shared|uninitialized-shared
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 16); cudaMalloc(&b, 512);
  cudaMemset(a, 0, 16);
  perWarp<<<1, 128>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
  printf("done\n");
}
