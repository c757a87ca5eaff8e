#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// Each block of a cluster adds its neighbour's partial sums to its own.
__global__ void __cluster_dims__(2, 1, 1) exchange(const int* in, int* out) {
  __shared__ int mine[64];
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = threadIdx.x;
  mine[t] = in[blockIdx.x * 64 + t];  // defect: race-shared
  __syncthreads();
  int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 64 + t] = mine[t] + other[63 - t];  // defect: race-shared|uninitialized-shared
  cluster.sync();
}

int main() {
  const int n = 256;
  int h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  exchange<<<n / 64, 64>>>(in, out);
  cudaError_t e = cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  if (e != cudaSuccess) {
    fprintf(stderr, "%s\n", cudaGetErrorString(e));
    return 1;
  }
  printf("%d %d\n", h[0], h[n - 1]);
  cudaFree(in);
  cudaFree(out);
}
