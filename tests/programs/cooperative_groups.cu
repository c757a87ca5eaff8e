#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int sum_group(cg::thread_group g, int* temp, int value) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) { temp[lane] = value; g.sync(); if (lane < i) value += temp[lane + i]; g.sync(); }
  return value;
}
#define CHECK(c) do { if (!(c)) { printf("line %d thread %d\n", __LINE__, threadIdx.x); *bad = 1; } } while (0)
__global__ void k(int* bad, int* out) {
  __shared__ int temp[64];
  cg::thread_block block = cg::this_thread_block();
  int s = sum_group(block, temp, threadIdx.x);
  if (block.thread_rank() == 0) CHECK(s == 63 * 32);
  block.sync();
  auto tile = cg::tiled_partition<8>(block);
  CHECK(tile.size() == 8 && tile.meta_group_size() == 8 && tile.meta_group_rank() == threadIdx.x / 8);
  CHECK(cg::reduce(tile, (int)threadIdx.x, cg::plus<int>()) == (int)(threadIdx.x / 8 * 64 + 28));
  CHECK(cg::inclusive_scan(tile, 1) == (int)(tile.thread_rank() + 1));
  CHECK(cg::exclusive_scan(tile, 1) == (int)(tile.thread_rank()));
  CHECK(tile.ballot(tile.thread_rank() & 1) == 0xaa);
  CHECK(tile.shfl((int)threadIdx.x, 3) == (int)(threadIdx.x / 8 * 8 + 3));
  cg::thread_group t4 = cg::tiled_partition(block, 4);
  int* mine = temp + threadIdx.x / 4 * 4;
  s = sum_group(t4, mine, threadIdx.x);
  if (t4.thread_rank() == 0) CHECK(s == (int)(threadIdx.x * 4 + 6));
  if (threadIdx.x % 3 == 0) {
    cg::coalesced_group g = cg::coalesced_threads();
    CHECK(g.size() == (threadIdx.x < 32 ? 11 : 11 - (32 % 3 == 0)) || g.size() == 10 || g.size() == 11);
    int r = cg::reduce(g, 1, cg::plus<int>());
    CHECK(r == (int)g.size());
    CHECK(g.shfl((int)g.thread_rank(), 2) == 2);
    CHECK(cg::inclusive_scan(g, 2) == 2 * (int)(g.thread_rank() + 1));
  }
  auto w = cg::tiled_partition<32>(block);
  auto b = cg::binary_partition(w, threadIdx.x % 32 < 5);
  CHECK(b.size() == (threadIdx.x % 32 < 5 ? 5 : 27));
  auto l = cg::labeled_partition(w, threadIdx.x % 4);
  CHECK(l.size() == 8 && l.meta_group_rank() == threadIdx.x % 4);
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  block.sync();
  __shared__ int buffer[64];
  for (int round = 0; round < 5; ++round) {
    cuda::memcpy_async(block, buffer, out, sizeof(int) * 64, bar);
    bar.arrive_and_wait();
    CHECK(buffer[63 - threadIdx.x] == (int)(63 - threadIdx.x));
    bar.arrive_and_wait();
  }
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int stage[2][64];
  auto pipe = cuda::make_pipeline(block, &state);
  int total = 0;
  pipe.producer_acquire(); cuda::memcpy_async(block, stage[0], out, sizeof(int) * 64, pipe); pipe.producer_commit();
  for (int i = 1; i <= 4; ++i) {
    if (i < 4) { pipe.producer_acquire(); cuda::memcpy_async(block, stage[i % 2], out, sizeof(int) * 64, pipe); pipe.producer_commit(); }
    pipe.consumer_wait(); total += stage[(i - 1) % 2][63 - threadIdx.x]; pipe.consumer_release();
  }
  CHECK(total == 4 * (int)(63 - threadIdx.x));
  __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
  if (threadIdx.x == 0) count.store(0);
  block.sync();
  count.fetch_add(2, cuda::memory_order_relaxed); count++;
  block.sync();
  CHECK(count.load() == 192);
  block.sync();
  volatile auto& same = count;
  same.fetch_sub(2); --same; same |= 0;
  block.sync();
  CHECK(same == 0 && !same.load(cuda::memory_order_acquire));
  block.sync();
  __shared__ volatile cuda::std::atomic_flag taken;
  if (threadIdx.x == 0) taken.clear(), same = 1;
  block.sync();
  if (!taken.test_and_set()) same.exchange(2);
  block.sync();
  CHECK(same.load() == 2 && taken.test());
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(out[64]);
  ref.fetch_max((int)threadIdx.x);
  block.sync();
  CHECK(out[64] == 63);
  cuda::std::array<int, 3> arr{1, 2, 3};
  CHECK(arr[2] + (int)arr.size() == 6);
  cuda::std::tuple<int, float> tup(1, 2.f);
  CHECK(cuda::std::get<1>(tup) == 2.f);
}
int main() {
  int *bad, *out;
  cudaMallocManaged(&bad, 4); cudaMallocManaged(&out, 65 * 4);
  *bad = 0; for (int i = 0; i < 64; ++i) out[i] = i; out[64] = 0;
  k<<<1, 64>>>(bad, out);
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
  if (*bad) return 1;
  puts("ok");
}
