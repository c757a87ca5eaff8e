// The sum starts from unwritten memory.
#include <cstdio>

__global__ void sum(const int* in, int* out) {
  atomicAdd(out, in[threadIdx.x]);  // expect: uninitialized-global
}

int main() {
  int *in, *out, host;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  sum<<<1, 64>>>(in, out);
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host);
  cudaFree(in);
  cudaFree(out);
}
