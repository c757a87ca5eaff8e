// The old last-warp trick, brought up to date: volatile, a temporary and __syncwarp on both sides.
#include <cstdio>
__device__ void last_warp(volatile int* s, int t) {
  for (int k = 32; k > 0; k >>= 1) {
    int v = s[t] + s[t + k];
    __syncwarp();
    s[t] = v;
    __syncwarp();
  }
}
__global__ void sum(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) last_warp(s, t);
  if (t == 0) *out = s[0];
}
int main() {
  int h[128], *in, *out, r;
  for (int& x : h) x = 2;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 128>>>(in, out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(in);
  cudaFree(out);
}
