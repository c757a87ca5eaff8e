// Tiles of more than a warp: synchronising, exchanging, reducing and scanning.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

#include <cstdio>

namespace cg = cooperative_groups;

#define CHECK(c) \
  do { \
    if (!(c)) { \
      printf("line %d thread %d\n", __LINE__, threadIdx.x); \
      *bad = 1; \
    } \
  } while (0)

struct Pair {
  float x;
  short a[2];
};

template <unsigned Size>
__device__ void Try(cg::thread_block block, int* bad) {
  auto tile = cg::tiled_partition<Size>(block);
  const unsigned rank = threadIdx.x % Size, first = threadIdx.x - rank;
  CHECK(tile.size() == Size && tile.num_threads() == Size && tile.thread_rank() == rank);
  CHECK(tile.meta_group_rank() == threadIdx.x / Size && tile.meta_group_size() == 512 / Size);

  __shared__ int seen[512];
  seen[threadIdx.x] = threadIdx.x * 3;
  tile.sync();
  CHECK(seen[first + (rank + 37) % Size] == (int)(first + (rank + 37) % Size) * 3);
  tile.sync();

  CHECK(tile.shfl((int)threadIdx.x, Size - 1) == (int)(first + Size - 1));
  Pair pair = {threadIdx.x * 0.5f, {7, (short)threadIdx.x}};
  pair = tile.shfl(pair, 33);
  CHECK(pair.x == (first + 33) * 0.5f && pair.a[1] == (int)first + 33);
  CHECK(tile.any(rank == Size - 2) && !tile.any(rank > Size));
  CHECK(tile.all(rank < Size) && !tile.all(rank != 40));

  CHECK(cg::reduce(tile, (int)rank, cg::plus<int>()) == (int)(Size * (Size - 1) / 2));
  CHECK(cg::reduce(tile, (int)threadIdx.x, cg::greater<int>()) == (int)(first + Size - 1));
  CHECK(cg::reduce(tile, rank * 0.25f, cg::plus<float>()) == Size * (Size - 1) / 8.0f);
  CHECK(cg::inclusive_scan(tile, (int)rank) == (int)(rank * (rank + 1) / 2));
  CHECK(cg::exclusive_scan(tile, (int)rank) == (int)(rank * (rank - 1) / 2));
  __shared__ int total[8];
  if (rank == 0) total[tile.meta_group_rank()] = 100;
  tile.sync();
  cuda::atomic_ref<int, cuda::thread_scope_block> place(total[tile.meta_group_rank()]);
  CHECK(cg::exclusive_scan_update(tile, place, 2, cg::plus<int>()) == 100 + 2 * (int)rank);
  tile.sync();
  CHECK(total[tile.meta_group_rank()] == 100 + 2 * (int)Size);

  auto warp = cg::tiled_partition<32>(tile);
  CHECK(warp.meta_group_size() == Size / 32 && warp.meta_group_rank() == rank / 32);
  CHECK(cg::reduce(warp, 1, cg::plus<int>()) == 32);
  auto half = cg::tiled_partition<Size / 2>(tile);
  CHECK(half.meta_group_size() == 2 && cg::reduce(half, 1, cg::plus<int>()) == Size / 2);
  block.sync();
}

// One tile takes a path of its own while the others have other work.
__device__ void TryApart(cg::thread_block block, int* bad) {
  auto tile = cg::tiled_partition<128>(block);
  int sum = 0;
  if (tile.meta_group_rank() == 2) {
    for (int i = 0; i < 10; ++i) sum += cg::reduce(tile, i, cg::plus<int>());
    CHECK(sum == 45 * 128);
  } else if (tile.meta_group_rank() == 0) {
    CHECK(cg::reduce(tile, 2, cg::plus<int>()) == 256);
  }
}

__global__ void Tiles(int* bad) {
  __shared__ cg::block_tile_memory<512> memory;
  cg::thread_block block = cg::this_thread_block(memory);
  Try<64>(block, bad);
  Try<128>(block, bad);
  Try<256>(block, bad);
  Try<512>(block, bad);
  TryApart(block, bad);
}

int main() {
  int* bad;
  cudaMallocManaged(&bad, sizeof *bad);
  *bad = 0;
  Tiles<<<3, 512>>>(bad);
  const cudaError_t error = cudaDeviceSynchronize();
  const bool good = error == cudaSuccess && *bad == 0;
  cudaFree(bad);
  printf("%s\n", good ? "ok" : cudaGetErrorString(error));
  return good ? 0 : 1;
}
