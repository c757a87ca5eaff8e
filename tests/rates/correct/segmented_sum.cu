// Sums of segments: flags travel with the values through a warp scan, carries through shared memory.
#include <cstdio>
#include <vector>
__global__ void segmented(const int *v, const int *head, int *out, int n) {
  __shared__ int carry[4], carryFlag[4];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  int x = t < n ? v[t] : 0, f = t < n ? head[t] : 1;
  for (int d = 1; d < 32; d *= 2) {
    int y = __shfl_up_sync(~0u, x, d), g = __shfl_up_sync(~0u, f, d);
    if (lane >= d) { if (!f) x += y; f |= g; }
  }
  if (lane == 31) { carry[warp] = x; carryFlag[warp] = f; }
  __syncthreads();
  if (!f) for (int w = warp - 1; w >= 0; --w) { x += carry[w]; if (carryFlag[w]) break; }
  if (t < n) out[t] = x;
}
int main() {
  const int n = 120;
  std::vector<int> v(n, 1), head(n, 0), r(n);
  for (int i = 0; i < n; i += 50) head[i] = 1;
  int *a, *b, *c;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&c, n * 4);
  cudaMemcpy(a, v.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, head.data(), n * 4, cudaMemcpyHostToDevice);
  segmented<<<1, 128>>>(a, b, c, n);
  cudaMemcpy(r.data(), c, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b); cudaFree(c);
  for (int i = 0; i < n; ++i) if (r[i] != i % 50 + 1) { printf("%d %d\n", i, r[i]); return 1; }
  return 0;
}
