// Thread block clusters: their shape and ranks, their barrier, one another's shared memory.
// nvcc flags: -arch=sm_90
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

#define EXPECT(condition)                                     \
  do {                                                        \
    if (!(condition)) {                                       \
      printf("%d: not so: %s\n", __LINE__, #condition);       \
      good = false;                                           \
    }                                                         \
  } while (0)

// Each block passes its number around the ring of its cluster.
__global__ void __cluster_dims__(4, 1, 1) Ring(int* out) {
  __shared__ int number, received;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) number = blockIdx.x * 10;
  cluster.sync();
  for (unsigned step = 1; step < cluster.num_blocks(); ++step) {
    if (threadIdx.x == 0) received = *cluster.map_shared_rank(&number, (rank + 1) % 4);
    cluster.sync();
    if (threadIdx.x == 0) number = received;
    cluster.sync();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = number;
}

// The example of the programming guide: bins distributed over the blocks of a cluster.
__global__ void Histogram(const int* values, int count, int* bins, int bins_each) {
  extern __shared__ int mine[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < bins_each; i += blockDim.x) mine[i] = 0;
  cluster.sync();
  for (int i = cg::this_grid().thread_rank(); i < count; i += cg::this_grid().size()) {
    const int bin = values[i];
    int* theirs = cluster.map_shared_rank(mine, bin / bins_each);
    atomicAdd(theirs + bin % bins_each, 1);
  }
  cluster.sync();
  int* global = bins + cluster.block_rank() * bins_each;
  for (int i = threadIdx.x; i < bins_each; i += blockDim.x) atomicAdd(&global[i], mine[i]);
}

__global__ void Shapes(int* wrong) {
  cg::cluster_group cluster = cg::this_cluster();
  cg::grid_group grid = cg::this_grid();
  const dim3 at = cluster.block_index();
  int bad = 0;
  if (cluster.dim_blocks().x != 2 || cluster.dim_blocks().y != 2 || cluster.num_blocks() != 4) bad |= 1;
  if (at.x != blockIdx.x % 2 || at.y != blockIdx.y % 2 || cluster.block_rank() != at.y * 2 + at.x) bad |= 2;
  if (grid.cluster_index().x != blockIdx.x / 2 || grid.cluster_index().y != blockIdx.y / 2) bad |= 4;
  if (grid.num_clusters() != 4 || grid.dim_clusters().x != 2) bad |= 8;
  if (cluster.num_threads() != 4 * 32 || cluster.thread_rank() != cluster.block_rank() * 32 + threadIdx.x) bad |= 16;
  __shared__ int local;
  if (cluster.query_shared_rank(cluster.map_shared_rank(&local, 3)) != 3) bad |= 32;
  if (cluster.query_shared_rank(&local) != cluster.block_rank()) bad |= 64;
  if (__clusterDim().y != 2 || __clusterSizeInBlocks() != 4 || __clusterIdx().y != blockIdx.y / 2) bad |= 128;
  if (__clusterRelativeBlockRank() != cluster.block_rank() || __clusterGridDimInClusters().x != 2) bad |= 256;
  if (__cluster_query_shared_rank(__cluster_map_shared_rank(&local, 2)) != 2) bad |= 512;
  __threadfence_cluster();
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  // Threads that have left count as arrived.
  if (threadIdx.x >= 16) {
    atomicOr(wrong, bad);
    return;
  }
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(std::move(token));
  atomicOr(wrong, bad);
}

__global__ void NoCluster(int* wrong) {
  cg::cluster_group cluster = cg::this_cluster();
  __shared__ int value;
  if (threadIdx.x == 0) value = 5;
  cluster.sync();
  if (cluster.num_blocks() != 1 || cluster.block_rank() != 0 || *cluster.map_shared_rank(&value, 0) != 5) *wrong = 1;
}

int main() {
  bool good = true;
  int device = 0, major = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (major < 9) {
    printf("ok\n");  // no clusters on this device
    return 0;
  }
  int *out, *values, *bins;
  cudaMallocManaged(&out, 64 * sizeof *out);
  Ring<<<8, 64>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 8; ++i) EXPECT(out[i] == (i / 4 * 4 + (i + 3) % 4) * 10);
  Ring<<<6, 64>>>(out);
  EXPECT(cudaGetLastError() == cudaErrorInvalidClusterSize);
  cudaFuncAttributes attributes;
  EXPECT(cudaFuncGetAttributes(&attributes, Ring) == cudaSuccess && attributes.requiredClusterWidth == 4);

  constexpr int kCount = 4000, kBins = 100;
  cudaMallocManaged(&values, kCount * sizeof *values);
  cudaMallocManaged(&bins, kBins * sizeof *bins);
  for (int i = 0; i < kCount; ++i) values[i] = i * 7919 % kBins;
  for (int i = 0; i < kBins; ++i) bins[i] = 0;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 2;
  attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(6);
  config.blockDim = dim3(128);
  config.dynamicSmemBytes = kBins / 2 * sizeof(int);
  config.attrs = attribute;
  config.numAttrs = 1;
  int clusters = 0;
  EXPECT(cudaOccupancyMaxActiveClusters(&clusters, Histogram, &config) == cudaSuccess && clusters > 0);
  EXPECT(cudaLaunchKernelEx(&config, Histogram, (const int*)values, kCount, bins, kBins / 2) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < kBins; ++i) EXPECT(bins[i] == kCount / kBins);

  out[0] = out[1] = 0;
  config.gridDim = dim3(4, 4);
  config.blockDim = dim3(32);
  config.dynamicSmemBytes = 0;
  attribute[0].val.clusterDim.y = 2;
  EXPECT(cudaLaunchKernelEx(&config, Shapes, out) == cudaSuccess);
  NoCluster<<<3, 32>>>(out + 1);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && out[0] == 0 && out[1] == 0);

  config.gridDim = dim3(16);
  attribute[0].val.clusterDim.x = 16;
  attribute[0].val.clusterDim.y = 1;
  EXPECT(cudaLaunchKernelEx(&config, NoCluster, out) == cudaErrorInvalidClusterSize);
  cudaGetLastError();
  EXPECT(cudaFuncSetAttribute(NoCluster, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) == cudaSuccess);
  EXPECT(cudaOccupancyMaxPotentialClusterSize(&clusters, NoCluster, &config) == cudaSuccess && clusters == 16);
  cudaFree(out);
  cudaFree(values);
  cudaFree(bins);
  printf("%s\n", good ? "ok" : "wrong");
  return good ? 0 : 1;
}
