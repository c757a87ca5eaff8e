// The host reads and writes variables of the device by their names.
#include <cstdio>

__device__ int counter;
static __constant__ float scale[2];

__global__ void count(float* out) {
  atomicAdd(&counter, 1);
  out[threadIdx.x] = scale[threadIdx.x % 2];
}

int main() {
  float* out;
  cudaMalloc(&out, 32 * sizeof *out);
  scale[1] = 2;  // expect: symbol-misuse
  count<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d\n", counter);  // expect: symbol-misuse
  cudaFree(out);
}
