// Half of the warps produce into a ring in shared memory, the other half consumes; flags between blocks pass batons.
#include <cstdio>
#include <vector>
__global__ void ring(const int *in, int *out, int n) {
  __shared__ int buffer[2][32];
  __shared__ volatile int full[2];
  int lane = threadIdx.x & 31;
  bool producer = threadIdx.x < 32;
  if (threadIdx.x < 2) full[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < n / 32; ++k) {
    int slot = k & 1;
    if (producer) {
      while (full[slot]) {}
      __threadfence_block();
      buffer[slot][lane] = in[k * 32 + lane] * 2;
      __threadfence_block();
      __syncwarp();
      if (lane == 0) full[slot] = 1;
      __syncwarp();
    } else {
      while (!full[slot]) {}
      __threadfence_block();
      out[k * 32 + lane] = buffer[slot][lane] + 1;
      __threadfence_block();
      __syncwarp();
      if (lane == 0) full[slot] = 0;
      __syncwarp();
    }
  }
}
__global__ void baton(volatile int *turn, int *sum) {
  if (threadIdx.x == 0) {
    while (*turn != blockIdx.x) {}
    __threadfence();
    *sum = *sum * 3 + blockIdx.x;
    __threadfence();
    *turn = blockIdx.x + 1;
  }
}
int main() {
  const int n = 320;
  std::vector<int> h(n), r(n);
  for (int i = 0; i < n; ++i) h[i] = i;
  int *in, *out, *s, got;
  cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4); cudaMalloc(&s, 8);
  cudaMemset(s, 0, 8);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  ring<<<1, 64>>>(in, out, n);
  baton<<<6, 32>>>(s, s + 1);
  cudaMemcpy(r.data(), out, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&got, s + 1, 4, cudaMemcpyDeviceToHost);
  cudaFree(in); cudaFree(out); cudaFree(s);
  for (int i = 0; i < n; ++i) if (r[i] != 2 * i + 1) return 1;
  printf("%d\n", got);
  return got != ((((0 * 3 + 1) * 3 + 2) * 3 + 3) * 3 + 4) * 3 + 5;
}
