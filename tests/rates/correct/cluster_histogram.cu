#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

// The bins are spread over the shared memory of the blocks of a cluster.
constexpr int kBinsPerBlock = 16;

__global__ void __cluster_dims__(4, 1, 1) histogram(const unsigned* values, int n, unsigned* bins) {
  __shared__ unsigned part[kBinsPerBlock];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < kBinsPerBlock) part[threadIdx.x] = 0;
  cluster.sync();
  const int tid = cluster.thread_rank() + (blockIdx.x / 4) * cluster.num_threads();
  const int step = gridDim.x * blockDim.x;
  for (int i = tid; i < n; i += step) {
    unsigned bin = values[i] % (4 * kBinsPerBlock);
    unsigned* home = cluster.map_shared_rank(part, bin / kBinsPerBlock);
    atomicAdd(home + bin % kBinsPerBlock, 1u);
  }
  cluster.sync();
  if (threadIdx.x < kBinsPerBlock) atomicAdd(&bins[cluster.block_rank() * kBinsPerBlock + threadIdx.x], part[threadIdx.x]);
}

int main() {
  const int n = 1500;
  std::vector<unsigned> v(n);
  for (int i = 0; i < n; ++i) v[i] = i * i;
  unsigned *dv, *db, b[64];
  cudaMalloc(&dv, n * 4);
  cudaMalloc(&db, sizeof b);
  cudaMemset(db, 0, sizeof b);
  cudaMemcpy(dv, v.data(), n * 4, cudaMemcpyHostToDevice);
  histogram<<<8, 64>>>(dv, n, db);
  if (cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  unsigned total = 0;
  for (unsigned x : b) total += x;
  printf("%u of %d\n", total, n);
  cudaFree(dv);
  cudaFree(db);
}
