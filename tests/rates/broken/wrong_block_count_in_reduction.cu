// The partial sums' array has room for the number of threads / 256, the launch uses 128 threads a block.
#include <cstdio>
#include <vector>
__global__ void partial(const int *in, int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];  // defect: out-of-bounds-global
}
int main() {
  const int n = 4096;
  std::vector<int> h(n, 1);
  int *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n / 256 * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  partial<<<n / 128, 128>>>(a, b, n);
  cudaMemcpy(h.data(), b, n / 256 * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%d\n", h[0]);
}
