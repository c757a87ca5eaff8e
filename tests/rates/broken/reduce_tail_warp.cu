// The last warp of a tree reduction goes on without any synchronisation.
#include <cstdio>
__global__ void sum(const int* in, int* out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 32; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t < 32) {
    for (unsigned k = 32; k > 0; k >>= 1) s[t] += s[t + k];  // defect: race-shared|lost-update
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main() {
  const int n = 512;
  int h[n], r[4], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i % 7;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<4, 128>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0]);
  cudaFree(in);
  cudaFree(out);
}
