// Too few threads: the second half of the result is never written.
#include <cstdio>

__global__ void set(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  set<<<1, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);  // expect: uninitialized-copy
  std::printf("%d\n", host[63]);
  cudaFree(out);
}
