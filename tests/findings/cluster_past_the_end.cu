// Threads leave arrays of another block of their cluster: just past the end, far past it, before the start,
// and past what the launch passes.
// told: a thread reads past the end of `mine` of another block of its cluster
// told: a thread writes before the start of `first` of another block of its cluster
// told: a thread reads `some` of another block of its cluster past the 128 bytes of dynamic shared memory
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) next_element(int* out) {
  __shared__ int mine[32];
  const cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x + 1];  // expect: out-of-bounds-shared
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) far_away(int* out, int stride) {
  __shared__ int mine[32];
  const cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x * stride];  // expect: out-of-bounds-shared
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) shift(int* out) {
  __shared__ int first[32];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  int* other = cluster.map_shared_rank(first, cluster.block_rank() ^ 1);
  other[int(threadIdx.x) - 1] = threadIdx.x;  // expect: out-of-bounds-shared
  if (threadIdx.x == 31) other[31] = 0;
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = first[threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) past_what_is_passed(int* out) {
  extern __shared__ int some[];
  const cg::cluster_group cluster = cg::this_cluster();
  some[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(some, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[2 * threadIdx.x];  // expect: dynamic-shared
  cluster.sync();
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  next_element<<<2, 32>>>(out);
  far_away<<<2, 32>>>(out, 500);
  shift<<<2, 32>>>(out);
  past_what_is_passed<<<2, 32, 32 * sizeof(int)>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[3]);
  cudaFree(out);
}
