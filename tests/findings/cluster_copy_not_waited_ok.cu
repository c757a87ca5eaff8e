// A bulk copy into the shared memory of another block of the cluster, whose first thread waits for it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr int kTile = 32, kRounds = 2;

__device__ unsigned SharedAddress(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__device__ unsigned OfBlock(unsigned address, unsigned rank) {
  asm("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(address) : "r"(rank));
  return address;
}
__device__ void Expect(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ void Send(unsigned to, unsigned from, int bytes, unsigned barrier) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
               "r"(from), "r"(bytes), "r"(barrier)
               : "memory");
}
__device__ void Wait(unsigned barrier, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(barrier), "r"(parity)
        : "memory");
}

__global__ __cluster_dims__(2, 1, 1) void exchange(const int* in, int* out) {
  __shared__ alignas(16) int own[kTile], tile[kTile];
  __shared__ alignas(8) unsigned long long arrived;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), barrier = SharedAddress(&arrived);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    own[threadIdx.x] = in[rank * kTile + threadIdx.x] + round;
    asm volatile("fence.proxy.async;" ::: "memory");
    cluster.sync();
    if (threadIdx.x == 0) {
      Expect(barrier, sizeof tile);
      Send(OfBlock(SharedAddress(tile), rank ^ 1), SharedAddress(own), sizeof tile, OfBlock(barrier, rank ^ 1));
    }
    if (threadIdx.x == 0) Wait(barrier, round % 2);
    __syncthreads();
    sum += tile[threadIdx.x];
    cluster.sync();
  }
  out[rank * kTile + threadIdx.x] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 2 * kTile * sizeof(int));
  cudaMalloc(&out, 2 * kTile * sizeof(int));
  cudaMemset(in, 1, 2 * kTile * sizeof(int));
  exchange<<<2, kTile>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
