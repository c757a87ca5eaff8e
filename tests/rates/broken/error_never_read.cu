// Too much dynamic shared memory; the program never learns that nothing ran.
#include <cstdio>
__global__ void k(float *p) { extern __shared__ float s[]; s[threadIdx.x] = 1; p[threadIdx.x] = s[threadIdx.x]; }
int main() {
  float *p;
  cudaMalloc(&p, 128);
  k<<<1, 32, 100 * 1024>>>(p);  // defect: launch-shape|error-ignored
  cudaDeviceSynchronize();
  cudaFree(p);
  printf("done\n");
}
