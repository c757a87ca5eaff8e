// A scan of any size in three kernels.
#include <cstdio>
#include <vector>
__global__ void blocks(const int* in, int* out, int* sums, int n) {
  __shared__ int s[2][128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t, from = 0;
  s[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = s[from][t];
  if (t == 127) sums[blockIdx.x] = s[from][t];
}
__global__ void offsets(int* sums, int n) {
  int so_far = 0;
  for (int i = 0; i < n; ++i) {
    int own = sums[i];
    sums[i] = so_far;
    so_far += own;
  }
}
__global__ void add(int* out, const int* sums, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] += sums[blockIdx.x];
}
int main() {
  const int n = 1000, count = (n + 127) / 128;
  std::vector<int> h(n, 1);
  int *in, *out, *sums;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&sums, count * sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  blocks<<<count, 128>>>(in, out, sums, n);
  offsets<<<1, 1>>>(sums, count);
  add<<<count, 128>>>(out, sums, n);
  cudaMemcpy(h.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s\n", h[n - 1] == n ? "ok" : "wrong");
  cudaFree(in);
  cudaFree(out);
  cudaFree(sums);
}
