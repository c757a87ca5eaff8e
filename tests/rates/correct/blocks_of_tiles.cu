// Tiles of two warps and of eight lanes, partitions by label and by a condition, reduce and scan of a group.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
  __shared__ cg::block_tile_memory<128> mem;
  auto block = cg::this_thread_block(mem);
  auto big = cg::tiled_partition<64>(block);
  auto w = cg::tiled_partition<8>(block);
  int v = in[block.thread_rank()];
  int s = cg::reduce(big, v, cg::plus<int>());
  int e = cg::exclusive_scan(w, v, cg::plus<int>());
  auto lab = cg::labeled_partition(cg::tiled_partition<32>(block), v % 3);
  int c = lab.size();
  auto bin = cg::binary_partition(cg::tiled_partition<32>(block), v > 50);
  out[block.thread_rank()] = s + e + c + bin.thread_rank() + cg::invoke_one_broadcast(w, [&] { return v; });
}
int main() { int h[128], *a, *b; for (int i=0;i<128;++i) h[i]=i; cudaMalloc(&a,512); cudaMalloc(&b,512); cudaMemcpy(a,h,512,cudaMemcpyHostToDevice); k<<<1,128>>>(a,b); cudaMemcpy(h,b,512,cudaMemcpyDeviceToHost); cudaFree(a); cudaFree(b); printf("%d\n", h[3]); return 0; }
