// Even and odd threads do different work; then a tree sums up, with a barrier missing where MISSING is defined.
#include <cstdio>

__global__ void add_up(int* out, const int* in) {
  __shared__ int part[64];
  int i = threadIdx.x;
  if (i % 2 == 0) {
    part[i] = in[i];
  } else {
    part[i] = -in[i];
  }
#ifndef MISSING
  __syncthreads();
#endif
  for (int half = 32; half > 0; half /= 2) {
    if (i < half) {
      part[i] += part[i + half];
    }
    __syncthreads();
  }
  if (i == 0) {
    *out = part[0];
  }
}

int main() {
  int host[64], *d_in, *d_out;
  for (int i = 0; i < 64; ++i) host[i] = i * i;
  cudaMalloc(&d_in, sizeof host);
  cudaMalloc(&d_out, sizeof(int));
  cudaMemcpy(d_in, host, sizeof host, cudaMemcpyHostToDevice);
  add_up<<<1, 64>>>(d_out, d_in);
  cudaMemcpy(host, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(d_in);
  cudaFree(d_out);
}
