// Tiles, coalesced groups and labelled partitions, entered by some threads only.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void filter(const int* in, int* out, int* count, int* tile_sums, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? in[i] : 0;
  int sum = cg::reduce(tile, v, cg::plus<int>());
  if (tile.thread_rank() == 0) tile_sums[i / 8] = sum;
  if (v > 10) {
    auto active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0) base = atomicAdd(count, active.size());
    out[active.shfl(base, 0) + active.thread_rank()] = v;
  }
}
int main() {
  const int n = 250;
  int h[256], *in, *out, *count, *sums, found;
  for (int i = 0; i < n; ++i) h[i] = i % 20;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&sums, 32 * sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  filter<<<4, 64>>>(in, out, count, sums, n);
  cudaMemcpy(&found, count, sizeof found, cudaMemcpyDeviceToHost);
  printf("%d\n", found);
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  cudaFree(sums);
}
