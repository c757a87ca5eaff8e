// A camp with tents of 8: threads in groups, and groups that are handed to functions.
//
//   lockstep run camp.cu

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

namespace cg = cooperative_groups;

// Who am I in the camp, which tent is mine, and who am I in it?
__global__ void names(int* tents, int* ranks) {
  cg::thread_block camp = cg::this_thread_block();
  auto tent = cg::tiled_partition<8>(camp);
  int me = camp.thread_rank();
  tents[me] = tent.meta_group_rank();
  ranks[me] = tent.thread_rank();
}

// Each tent adds up its wood.
__global__ void wood_of_tents(const int* wood, int* out) {
  cg::thread_block camp = cg::this_thread_block();
  auto tent = cg::tiled_partition<8>(camp);
  int sum = wood[camp.thread_rank()];
  for (int step = tent.size() / 2; step > 0; step /= 2) {
    int heard = tent.shfl_down(sum, step);
    sum += heard;
  }
  if (tent.thread_rank() == 0) out[tent.meta_group_rank()] = sum;
}

// Adds up the numbers of any group that can shuffle. Rank 0 gets the sum.
template <class Group>
__device__ int add_up(Group group, int mine) {
  for (int step = group.size() / 2; step > 0; step /= 2) {
    int heard = group.shfl_down(mine, step);
    mine += heard;
  }
  return mine;
}

// The same function for the tents and for the whole camp.
__global__ void by_a_function(const int* wood, int* out, int* total) {
  cg::thread_block camp = cg::this_thread_block();
  auto tent = cg::tiled_partition<8>(camp);
  auto all = cg::tiled_partition<32>(camp);
  int mine = wood[camp.thread_rank()];
  int of_tent = add_up(tent, mine);
  int of_all = add_up(all, mine);
  if (tent.thread_rank() == 0) out[tent.meta_group_rank()] = of_tent;
  if (all.thread_rank() == 0) total[0] = of_all;
}

// The library's own: all members get the result.
__global__ void share(const int* wood, int* out) {
  cg::thread_block camp = cg::this_thread_block();
  auto tent = cg::tiled_partition<8>(camp);
  int mine = wood[camp.thread_rank()];
  int sum = cg::reduce(tent, mine, cg::plus<int>());
  int most = cg::reduce(tent, mine, cg::greater<int>());
  out[camp.thread_rank()] = mine == most ? sum : 0;
}

// Those who found nothing go and look again, in a row.
__global__ void look_again(const int* wood, int* places) {
  cg::thread_block camp = cg::this_thread_block();
  int me = camp.thread_rank();
  places[me] = -1;
  if (wood[me] == 0) {
    auto here = cg::coalesced_threads();
    places[me] = here.thread_rank();
  }
}

// The same, with a group that is made before the branch.
__global__ void look_again_surely(const int* wood, int* places) {
  cg::thread_block camp = cg::this_thread_block();
  auto all = cg::tiled_partition<32>(camp);
  int me = camp.thread_rank();
  bool nothing = wood[me] == 0;
  auto alike = cg::binary_partition(all, nothing);
  places[me] = nothing ? int(alike.thread_rank()) : -1;
}

int main() {
  const int n = 32;
  std::vector<int> wood(n);  // sticks
  for (int i = 0; i < n; ++i) wood[i] = (5 * i + 3) % 8 * (i % 3 != 1);

  int *d_wood = nullptr, *d_tents = nullptr, *d_ranks = nullptr, *d_sums = nullptr, *d_again = nullptr;
  int *d_total = nullptr, *d_shares = nullptr, *d_places = nullptr, *d_sure = nullptr;
  cudaMalloc(&d_wood, n * sizeof(int));
  cudaMalloc(&d_tents, n * sizeof(int));
  cudaMalloc(&d_ranks, n * sizeof(int));
  cudaMalloc(&d_sums, 4 * sizeof(int));
  cudaMalloc(&d_again, 4 * sizeof(int));
  cudaMalloc(&d_total, sizeof(int));
  cudaMalloc(&d_shares, n * sizeof(int));
  cudaMalloc(&d_places, n * sizeof(int));
  cudaMalloc(&d_sure, n * sizeof(int));
  cudaMemcpy(d_wood, wood.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_wood, n);
  LOCKSTEP_PUBLISH(d_tents, n);
  LOCKSTEP_PUBLISH(d_ranks, n);
  LOCKSTEP_PUBLISH(d_sums, 4);
  LOCKSTEP_PUBLISH(d_again, 4);
  LOCKSTEP_PUBLISH(d_total, 1);
  LOCKSTEP_PUBLISH(d_shares, n);
  LOCKSTEP_PUBLISH(d_places, n);
  LOCKSTEP_PUBLISH(d_sure, n);

  names<<<1, n>>>(d_tents, d_ranks);
  wood_of_tents<<<1, n>>>(d_wood, d_sums);
  by_a_function<<<1, n>>>(d_wood, d_again, d_total);
  share<<<1, n>>>(d_wood, d_shares);
  look_again<<<1, n>>>(d_wood, d_places);
  look_again_surely<<<1, n>>>(d_wood, d_sure);

  int total = 0;
  const cudaError_t error = cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("The camp has %d sticks\n", total);
  cudaFree(d_wood);
  cudaFree(d_tents);
  cudaFree(d_ranks);
  cudaFree(d_sums);
  cudaFree(d_again);
  cudaFree(d_total);
  cudaFree(d_shares);
  cudaFree(d_places);
  cudaFree(d_sure);
}
