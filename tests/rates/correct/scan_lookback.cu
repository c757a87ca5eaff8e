// Single-pass scan with decoupled look-back: blocks publish their sums with flags and look at those before them.
#include <cstdio>
#include <vector>
#define T 64

__device__ unsigned int nextBlock;

__global__ void lookback(const int *in, int *out, volatile int *flag, volatile int *aggregate, volatile int *prefix, int n) {
  __shared__ int s[T];
  __shared__ int bid, before;
  int t = threadIdx.x;
  if (t == 0) bid = atomicAdd(&nextBlock, 1);
  __syncthreads();
  int i = bid * T + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < T; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  if (t == 0) {
    int sum = 0;
    if (bid > 0) {
      aggregate[bid] = s[T - 1];
      __threadfence();
      flag[bid] = 1;
      int k = bid - 1;
      while (true) {
        int f;
        while ((f = flag[k]) == 0) {}
        __threadfence();
        if (f == 2) { sum += prefix[k]; break; }
        sum += aggregate[k];
        --k;
      }
    }
    prefix[bid] = sum + s[T - 1];
    __threadfence();
    flag[bid] = 2;
    before = sum;
  }
  __syncthreads();
  if (i < n) out[i] = s[t] + before;
}

int main() {
  const int n = 1500, blocks = (n + T - 1) / T;
  std::vector<int> h(n, 2), r(n);
  int *in, *out, *f;
  cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4); cudaMalloc(&f, 3 * blocks * 4);
  cudaMemset(f, 0, 3 * blocks * 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  lookback<<<blocks, T>>>(in, out, f, f + blocks, f + 2 * blocks, n);
  cudaMemcpy(r.data(), out, n * 4, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += r[i] != 2 * (i + 1);
  cudaFree(in); cudaFree(out); cudaFree(f);
  printf("%d wrong\n", bad);
  return bad != 0;
}
