// The test of the flag is the wrong way round: the sum is read while it may still be written.

#include <cstdio>

__device__ float sum;
__device__ volatile int ready;

__global__ void Share(float* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x > 0) return;
    sum = 2.5f;  // expect: race-global
    __threadfence();
    ready = 1;
  } else if (ready == 0) {
    __threadfence();
    out[(blockIdx.x - 1) * blockDim.x + threadIdx.x] = sum;
  }
}

int main() {
  float* out;
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(out, 0, 64 * sizeof(float));
  Share<<<3, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return cudaGetLastError() != cudaSuccess;
}
