// Blocks of a cluster read each other's shared memory between two cluster barriers.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) exchange(int* out) {
  __shared__ int mine[32];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
  cluster.sync();
  int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[31 - threadIdx.x];
  cluster.sync();
}
int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  exchange<<<4, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
