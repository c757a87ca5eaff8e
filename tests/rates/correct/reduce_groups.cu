// Cooperative groups: a tile of 32, then a tile of 4, with the library's reduce and with shuffles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <numeric>
#include <vector>
namespace cg = cooperative_groups;

__global__ void sums(const int *in, int *warpSums, int *quadMax, int *total, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(warp);
  __shared__ int partial[8];
  int i = block.group_index().x * block.size() + block.thread_rank();
  int v = i < n ? in[i] : 0;
  int s = cg::reduce(warp, v, cg::plus<int>());
  if (warp.thread_rank() == 0) { partial[warp.meta_group_rank()] = s; warpSums[i / 32] = s; }
  int m = v;
  for (int k = quad.size() / 2; k > 0; k /= 2) { int other = quad.shfl_down(m, k); m = m > other ? m : other; }
  if (quad.thread_rank() == 0 && i < n) quadMax[i / 4] = m;
  cg::sync(block);
  if (warp.meta_group_rank() == 0) {
    int w = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
    w = cg::reduce(warp, w, cg::plus<int>());
    if (warp.thread_rank() == 0) atomicAdd(total, w);
  }
}

int main() {
  int n = 1000, threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<int> h(n), w(blocks * threads / 32), q(n / 4);
  std::iota(h.begin(), h.end(), 1);
  int *in, *ws, *qm, *t, total = 0;
  cudaMalloc(&in, n * 4); cudaMalloc(&ws, w.size() * 4); cudaMalloc(&qm, q.size() * 4); cudaMalloc(&t, 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(t, &total, 4, cudaMemcpyHostToDevice);
  sums<<<blocks, threads>>>(in, ws, qm, t, n);
  cudaMemcpy(&total, t, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(w.data(), ws, w.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(q.data(), qm, q.size() * 4, cudaMemcpyDeviceToHost);
  cudaFree(in); cudaFree(ws); cudaFree(qm); cudaFree(t);
  bool ok = total == n * (n + 1) / 2 && q[5] == 24 && w[0] == 528;
  printf("%d %d %d\n", total, q[5], w[0]);
  return !ok;
}
