// Two launches of one kernel: partial sums, then their sum, with a size that fits nothing.
#include <cstdio>
#include <numeric>
#include <vector>
__global__ void partial(const int* in, int* out, int n) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  s[t] = sum;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main() {
  const int n = 1003;
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 0);
  int *in, *parts, *total, r;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&parts, 7 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  partial<<<7, 64, 64 * sizeof(int)>>>(in, parts, n);
  partial<<<1, 64, 64 * sizeof(int)>>>(parts, total, 7);
  cudaMemcpy(&r, total, sizeof r, cudaMemcpyDeviceToHost);
  printf("%s\n", r == n * (n - 1) / 2 ? "ok" : "wrong");
  cudaFree(in);
  cudaFree(parts);
  cudaFree(total);
}
