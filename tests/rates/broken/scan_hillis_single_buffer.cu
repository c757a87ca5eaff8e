// The barrier between reading the neighbour and writing the own cell was forgotten.
#include <cstdio>
__global__ void scan(int* data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    int v = t >= d ? s[t - d] : 0;  // defect: race-shared
    s[t] += v;  // defect: race-shared
    __syncthreads();
  }
  data[t] = s[t];
}
int main() {
  int h[256], *d;
  for (int& x : h) x = 1;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<1, 256>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[255]);
  cudaFree(d);
}
