// The grid is rounded down: the last elements are never computed, and copied back all the same.
#include <cstdio>
#include <vector>
__global__ void square(int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i * i; }
int main() {
  const int n = 1000;
  int *d;
  std::vector<int> h(n);
  cudaMalloc(&d, n * 4);
  square<<<n / 256, 256>>>(d, n);
  cudaMemcpy(h.data(), d, n * 4, cudaMemcpyDeviceToHost);  // defect: uninitialized-copy
  cudaFree(d);
  printf("%d\n", h[n - 1]);
}
