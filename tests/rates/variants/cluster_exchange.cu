// Two blocks of a cluster read from each other.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) exchange(const int* in, int* out) {
  __shared__ int mine[32];
  cg::cluster_group c = cg::this_cluster();
  mine[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];  // defect1: race-shared defect2: race-shared
#if DEFECT != 1
  c.sync();
#endif
  int* other = c.map_shared_rank(mine, c.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[31 - threadIdx.x];  // defect1: race-shared
#if DEFECT != 2
  c.sync();
#endif
#if DEFECT == 2
  mine[threadIdx.x] = 0;  // defect2: race-shared
#endif
}
int main() {
  int h[64], *in, *out; for (int i = 0; i < 64; ++i) h[i] = i; cudaMalloc(&in, 256); cudaMalloc(&out, 256); cudaMemcpy(in, h, 256, cudaMemcpyHostToDevice);
  exchange<<<2, 32>>>(in, out); cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost); puts(h[0] == 63 ? "ok" : "FAIL"); cudaFree(in); cudaFree(out);
}
