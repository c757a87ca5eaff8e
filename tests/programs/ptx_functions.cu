// cuda::ptx: barrier objects, bulk copies, fences, clusters, special registers.
// nvcc flags: -arch=sm_90
#include <cuda/barrier>
#include <cuda/ptx>

#include <cstdint>
#include <cstdio>
#include <utility>

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

// As in the programming guide: a tile comes in, is changed, and goes out.
__global__ void Increment(int* data) {
  __shared__ alignas(128) int tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, data, sizeof tile,
                       cuda::device::barrier_native_handle(barrier));
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  tile[ptx::get_sreg_tid_x()] += 1;
  tile[threadIdx.x + ptx::get_sreg_ntid_x()] += 2;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, data, tile, sizeof tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

// Two tiles by turns, and barrier objects that are waited for by parity.
__global__ void Sums(int* sums, const int* data, int tiles) {
  __shared__ alignas(16) int tile[2][64];
  __shared__ std::uint64_t full[2];
  if (threadIdx.x == 0) {
    for (std::uint64_t& each : full) ptx::mbarrier_init(&each, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  const auto fetch = [&](int which) {
    ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, tile[which % 2], data + 64 * which, sizeof tile[0],
                       &full[which % 2]);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[which % 2], sizeof tile[0]);
  };
  if (threadIdx.x == 0) fetch(0);
  int sum = 0;
  for (int which = 0; which < tiles; ++which) {
    if (threadIdx.x == 0 && which + 1 < tiles) fetch(which + 1);
    while (!ptx::mbarrier_try_wait_parity(&full[which % 2], which / 2 % 2)) {
    }
    sum += tile[which % 2][63 - threadIdx.x];
    __syncthreads();
  }
  sums[threadIdx.x] = sum;
}

// Arrivals with a state, alone and for several threads.
__global__ void Meet(int* out) {
  __shared__ std::uint64_t all;
  __shared__ int shared[64];
  if (threadIdx.x == 0) ptx::mbarrier_init(&all, 64);
  __syncthreads();
  shared[threadIdx.x] = threadIdx.x;
  const std::uint64_t state =
      threadIdx.x < 32 ? ptx::mbarrier_arrive(&all) : ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &all, 1);
  while (!(threadIdx.x % 2 ? ptx::mbarrier_try_wait(&all, state)
                           : ptx::mbarrier_test_wait(ptx::sem_acquire, ptx::scope_cta, &all, state))) {
  }
  out[threadIdx.x] = shared[63 - threadIdx.x];
#if defined(__LOCKSTEP__) || CCCL_VERSION >= 3001000
  const bool elected = ptx::elect_sync(0xffffffff);
#else  // the headers of CUDA 13.0 lack it
  const bool elected = threadIdx.x % 32 == 0;
#endif
  if (elected) atomicAdd(&out[64], 1);
}

// Each block copies its tile into the other block of its cluster.
__global__ void __cluster_dims__(2, 1, 1) Swap(int* data) {
  __shared__ alignas(16) int mine[32], theirs[32];
  __shared__ std::uint64_t filled;
  mine[threadIdx.x] = data[32 * blockIdx.x + threadIdx.x];
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&filled, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &filled, sizeof theirs);
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 0) {
    const unsigned other = ptx::get_sreg_cluster_ctarank() ^ 1;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, __cluster_map_shared_rank(theirs, other), mine, sizeof mine,
                       static_cast<std::uint64_t*>(__cluster_map_shared_rank(&filled, other)));
  }
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &filled, 0)) {
  }
  data[32 * blockIdx.x + threadIdx.x] = theirs[threadIdx.x];
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);
}

int main() {
  int* data;
  cudaMallocManaged(&data, 512 * sizeof(int));
  int* out = data + 256;
  int wrong = 0;
  for (int i = 0; i < 512; ++i) data[i] = i;
  Increment<<<1, 128>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Increment"), 1;
  for (int i = 0; i < 256; ++i) wrong += data[i] != i + 1 + i / 128;
  Sums<<<1, 64>>>(out, data, 4);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Sums"), 1;
  for (int i = 0; i < 64; ++i) wrong += out[i] != data[63 - i] + data[127 - i] + data[191 - i] + data[255 - i];
  out[64] = 0;
  Meet<<<1, 64>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Meet"), 1;
  for (int i = 0; i < 64; ++i) wrong += out[i] != 63 - i;
  wrong += out[64] != 2;
  for (int i = 0; i < 128; ++i) data[i] = i;
  Swap<<<4, 32>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Swap"), 1;
  for (int i = 0; i < 128; ++i) wrong += data[i] != (i ^ 32);
  cudaFree(data);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
