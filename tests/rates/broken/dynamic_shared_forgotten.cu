// The launch passes elements, the kernel wants bytes.
#include <cstdio>
#include <vector>
__global__ void reverse(int *d, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = d[t];  // defect: dynamic-shared
  __syncthreads();
  d[t] = s[n - 1 - t];
}
int main() {
  const int n = 64;
  std::vector<int> h(n, 5);
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<1, n, n>>>(d, n);
  cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[0]);
}
