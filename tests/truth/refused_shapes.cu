// Launches that are refused: the error is seen but nothing comes of it, or another launch comes and nobody has looked.
// told: 2048 threads a block, but 1024 is the most
#include <cstdio>

__global__ void fill(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 7; }
__global__ void clear(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
__global__ void count(int* out) { out[threadIdx.x] += 1; }

int main() {
  int* out;
  cudaMalloc(&out, 2048 * sizeof(int));
  clear<<<2, 1024>>>(out);
  fill<<<1, 2048>>>(out);  // expect: launch-shape
  if (cudaGetLastError() != cudaSuccess) puts("fill failed");
  count<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  clear<<<1, 1025>>>(out);  // expect: launch-shape, error-ignored
  clear<<<2, 1024>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
