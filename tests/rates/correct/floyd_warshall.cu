// All shortest paths, one launch for each middle vertex; only shorter ways are written.
#include <cstdio>
#include <vector>
__global__ void relax(int *d, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  int through = d[i * n + k] + d[k * n + j];
  if (through < d[i * n + j]) d[i * n + j] = through;
}
int main() {
  const int n = 40;
  std::vector<int> h(n * n, 100000);
  for (int i = 0; i < n; ++i) { h[i * n + i] = 0; h[i * n + (i + 1) % n] = 3; h[i * n + (i * 5 + 2) % n] = 7; }
  for (int i = 0; i < n; ++i) h[i * n + i] = 0;
  int *d;
  cudaMalloc(&d, n * n * 4);
  cudaMemcpy(d, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  for (int k = 0; k < n; ++k) relax<<<dim3(3, 5), dim3(16, 8)>>>(d, n, k);
  cudaMemcpy(h.data(), d, n * n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int x : h) if (x > 3 * n) return 1;
  return 0;
}
