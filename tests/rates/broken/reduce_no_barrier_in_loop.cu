// A tree reduction that meets only once, before the loop.
#include <cstdio>
#include <vector>
__global__ void reduce(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];  // defect: race-shared
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main() {
  const int n = 1024;
  std::vector<int> h(n, 1), r(4);
  int *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, 16);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  reduce<<<4, 256>>>(a, b, n);
  cudaMemcpy(r.data(), b, 16, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%d\n", r[0]);
}
