// A private histogram that nobody cleared.
#include <cstdio>
#include <vector>
__global__ void count(const int *in, int *out, int n) {
  int bins[4];
  for (int i = threadIdx.x; i < n; i += blockDim.x) bins[in[i] & 3]++;  // defect: uninitialized-local
  for (int k = 0; k < 4; ++k) if (bins[k] > 3) atomicAdd(&out[k], bins[k]);  // defect: uninitialized-local
}
int main() {
  const int n = 400;
  std::vector<int> h(n, 2);
  int *a, *b, r[4];
  cudaMalloc(&a, n * 4); cudaMalloc(&b, 16);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, 16);
  count<<<1, 32>>>(a, b, n);
  cudaMemcpy(r, b, 16, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%d\n", r[2]);
}
