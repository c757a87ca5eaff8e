// More dynamic shared memory than a block may have without asking; nobody looks at the error.
#include <cstdio>
__global__ void sort(int* data) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < 16384; i += blockDim.x) s[i] = data[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 16384; i += blockDim.x) data[i] = s[16383 - i];
}
int main() {
  int* d;
  cudaMalloc(&d, 16384 * sizeof(int));
  cudaMemset(d, 0, 16384 * sizeof(int));
  sort<<<1, 256, 16384 * sizeof(int)>>>(d);  // defect: launch-shape|error-ignored
  cudaDeviceSynchronize();
  cudaFree(d);
  printf("sorted\n");
}
