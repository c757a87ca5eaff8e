// Threads beyond the data leave at once; the others go on with barriers among themselves (fine since Volta).
#include <cstdio>
#include <vector>
__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float s[66];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x + 1] = in[i];
  if (threadIdx.x == 0) s[0] = i ? in[i - 1] : in[0];
  if (threadIdx.x == 63 || i == n - 1) s[threadIdx.x + 2] = i < n - 1 ? in[i + 1] : in[n - 1];
  __syncthreads();
  out[i] = (s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2]) / 3;
}
int main() {
  const int n = 150;
  std::vector<float> h(n, 6), r(n);
  float *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  smooth<<<(n + 63) / 64, 64>>>(a, b, n);
  cudaMemcpy(r.data(), b, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  for (float x : r) if (x != 6) return 1;
  return 0;
}
