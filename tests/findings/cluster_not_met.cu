// A block reads the shared memory of its cluster's other block with no barrier before, and leaves without one after.
// recorded: in its thread order, the other block has not left
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) exchange(int* out) {
  __shared__ int mine[32];
  const auto cluster = cooperative_groups::this_cluster();
  mine[threadIdx.x] = threadIdx.x;  // expect: race-shared
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];  // expect: use-after-free
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  exchange<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
