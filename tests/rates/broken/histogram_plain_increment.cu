// Bins are counted with ++.
#include <cstdio>
#include <vector>
__global__ void histogram(const unsigned char *data, int n, unsigned *bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) bins[data[i]]++;  // defect: lost-update|race-global
}
int main() {
  const int n = 4000;
  std::vector<unsigned char> h(n);
  for (int i = 0; i < n; ++i) h[i] = i % 7;
  unsigned char *d; unsigned *b, r[256];
  cudaMalloc(&d, n); cudaMalloc(&b, 1024);
  cudaMemcpy(d, h.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, 1024);
  histogram<<<4, 64>>>(d, n, b);
  cudaMemcpy(r, b, 1024, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(b);
  printf("%u\n", r[0]);
}
