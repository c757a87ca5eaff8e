// A temporary is freed inside the loop and used in the next round.
#include <cstdio>
__global__ void step(int *tmp, int *out) { tmp[threadIdx.x] = threadIdx.x; __syncthreads(); out[threadIdx.x] = tmp[31 - threadIdx.x]; }  // defect: use-after-free
int main() {
  int *tmp, *out;
  cudaMalloc(&tmp, 128); cudaMalloc(&out, 128);
  for (int i = 0; i < 2; ++i) {
    step<<<1, 32>>>(tmp, out);
    cudaDeviceSynchronize();
    if (i == 0) cudaFree(tmp);
  }
  cudaFree(out);
  printf("done\n");
}
