// One thread for each element of the result.
#include <cstdio>

__global__ void set(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  set<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[63]);
  cudaFree(out);
}
