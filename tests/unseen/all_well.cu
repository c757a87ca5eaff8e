// Nothing fails.
#include <cstdio>

__global__ void set(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  set<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  std::puts("done");
}
