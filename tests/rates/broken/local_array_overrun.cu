// A local window of 8 is filled with 9 values.
#include <cstdio>
#include <vector>
__global__ void median(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, w[8];
  if (i + 8 >= n) return;
  for (int k = 0; k <= 8; ++k) w[k] = in[i + k];  // defect: out-of-bounds-local
  for (int a = 0; a < 8; ++a) for (int b = a + 1; b < 8; ++b) if (w[b] < w[a]) { int t = w[a]; w[a] = w[b]; w[b] = t; }
  out[i] = w[4];
}
int main() {
  const int n = 200;
  std::vector<int> h(n, 1);
  int *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  median<<<2, 128>>>(a, b, n);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
  printf("done\n");
}
