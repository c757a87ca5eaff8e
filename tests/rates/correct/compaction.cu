// Stream compaction: ranks by ballot in a warp, one atomic a warp for room; also votes, match and shuffles.
#include <algorithm>
#include <cstdio>
#include <vector>
__device__ int atomicAggInc(int *ctr) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1, lane = threadIdx.x & 31, res;
  if (lane == leader) res = atomicAdd(ctr, __popc(active));
  res = __shfl_sync(active, res, leader);
  return res + __popc(active & ((1u << lane) - 1));
}
__global__ void filter(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int v = in[i];
    if (v % 3 == 0) out[atomicAggInc(count)] = v;
  }
}
__global__ void groups(const int *in, int *sizes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffff, i < n);
  if (i < n) {
    unsigned peers = __match_any_sync(mask, in[i] % 5);
    sizes[i] = __popc(peers);
    if (__all_sync(mask, in[i] >= 0) && !__any_sync(mask, in[i] < 0)) sizes[i] += 0;
  }
}
int main() {
  const int n = 1001;
  std::vector<int> h(n), o(n);
  for (int i = 0; i < n; ++i) h[i] = i;
  int *in, *out, *c, *g, got;
  cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4); cudaMalloc(&c, 4); cudaMalloc(&g, n * 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(c, 0, 4);
  filter<<<8, 128>>>(in, out, c, n);
  groups<<<8, 128>>>(in, g, n);
  cudaMemcpy(&got, c, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(o.data(), out, got * 4, cudaMemcpyDeviceToHost);
  cudaFree(in); cudaFree(out); cudaFree(c); cudaFree(g);
  std::sort(o.begin(), o.begin() + got);
  for (int i = 0; i < got; ++i) if (o[i] != 3 * i) return 1;
  printf("%d\n", got);
  return got != 334;
}
