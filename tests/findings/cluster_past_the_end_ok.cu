// Threads use all of the arrays of another block of their cluster, through pointers to their middle and end, too.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) next_element(int* out) {
  __shared__ int mine[32];
  const cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[(threadIdx.x + 1) % 32];
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) far_away(int* out, int stride) {
  __shared__ int mine[32];
  const cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x * stride % 32];
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) shift(int* out) {
  __shared__ int first[32];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  int* other = cluster.map_shared_rank(first + 1, cluster.block_rank() ^ 1);
  if (threadIdx.x < 31) other[int(threadIdx.x) - 1] = threadIdx.x;
  if (threadIdx.x == 31) *cluster.map_shared_rank(&first[31], cluster.block_rank() ^ 1) = 0;
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = first[threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) past_what_is_passed(int* out) {
  extern __shared__ int some[];
  const cg::cluster_group cluster = cg::this_cluster();
  some[threadIdx.x] = some[threadIdx.x + 32] = threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(some, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[2 * threadIdx.x + 1];
  cluster.sync();
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  next_element<<<2, 32>>>(out);
  far_away<<<2, 32>>>(out, 500);
  shift<<<2, 32>>>(out);
  past_what_is_passed<<<2, 32, 64 * sizeof(int)>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[3]);
  cudaFree(out);
}
