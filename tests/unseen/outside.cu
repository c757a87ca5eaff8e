// last: lockstep: kernel `copy.*` did not finish \(cudaErrorIllegalAddress: .*\), and the program never checked the error
#include <cstdio>

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[int(threadIdx.x) - (1 << 28)]; }

int main() {
  int *in, *out, host[32] = {};
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  copy<<<1, 32>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("done: %d\n", host[0]);
}
