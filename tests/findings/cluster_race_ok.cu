// A block writes into another block's shared memory; a barrier of the cluster precedes the read.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) Swap(int* out) {
  __shared__ int mine;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = blockIdx.x;
  cluster.sync();
  if (threadIdx.x == 0) *cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1) = blockIdx.x;
  cluster.sync();
  if (threadIdx.x == 32) out[blockIdx.x] = mine;
  cluster.sync();
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof *out);
  Swap<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
