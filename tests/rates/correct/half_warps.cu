// Tiles of 16 lanes, a coalesced group in a branch, partial masks made by ballot, and __syncwarp for half a warp.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void work(const int *in, int *out, int *evens) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x, v = in[t];
  for (int d = 8; d; d /= 2) v += tile.shfl_xor(v, d);
  s[t] = v;
  tile.sync();
  out[t] = s[t ^ 15];
  if (in[t] % 2 == 0) {
    auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(evens, active.size());
  }
  unsigned mask = __ballot_sync(~0u, t % 32 < 20);
  if (t % 32 < 20) {
    int w = __shfl_down_sync(mask, v, 1);
    s[t] = w;
    __syncwarp(mask);
    out[t] += s[t / 32 * 32 + (t % 32 + 1) % 20] * 0;
  }
}
int main() {
  int h[64], *a, *b, *e, r[64], n;
  for (int i = 0; i < 64; ++i) h[i] = i;
  cudaMalloc(&a, 256); cudaMalloc(&b, 256); cudaMalloc(&e, 4);
  cudaMemset(e, 0, 4);
  cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);
  work<<<1, 64>>>(a, b, e);
  cudaMemcpy(r, b, 256, cudaMemcpyDeviceToHost);
  cudaMemcpy(&n, e, 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b); cudaFree(e);
  printf("%d %d\n", r[0], n);
  return r[0] != 120 || n != 32;
}
