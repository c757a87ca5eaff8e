// The first thread reads the element before the array.
#include <cstdio>
#include <vector>
__global__ void difference(const int *in, int *out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = in[i] - in[i - 1];  // defect: out-of-bounds-global
}
int main() {
  const int n = 500;
  std::vector<int> h(n, 1);
  int *pad, *a, *b;
  cudaMalloc(&pad, 256); cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  difference<<<4, 128>>>(a, b, n);
  cudaMemcpy(h.data(), b, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(pad); cudaFree(a); cudaFree(b);
  printf("%d\n", h[5]);
}
