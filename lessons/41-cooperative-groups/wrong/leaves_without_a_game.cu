// Lesson 41, a wrong attempt: members without a game leave before the others add up.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

namespace cg = cooperative_groups;

constexpr int kThreads = 128;
constexpr int kTeam = 8;  // threads for each player

// A team for each player: how did the rating change in all games together, and what was the best game?
__global__ void club(const int* games, int* changes, int* bests, int h, int w) {
  const auto block = cg::this_thread_block();
  const auto team = cg::tiled_partition<kTeam>(block);
  int player = blockIdx.x * team.meta_group_size() + team.meta_group_rank();
  int rank = team.thread_rank();
  if (player >= h || rank >= w) return;
  int change = 0;
  int best = INT_MIN;
  for (int game = rank; game < w; game += kTeam) {
    int points = games[player * w + game];
    change += points;
    best = max(best, points);
  }
  change = cg::reduce(team, change, cg::plus<int>());
  best = cg::reduce(team, best, cg::greater<int>());
  if (rank == 0) {
    changes[player] = change;
    bests[player] = best;
  }
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 20;  // at least 1
  const int w = argc > 2 ? std::atoi(argv[2]) : 12;  // at least 1
  const int blocks = (h * kTeam + kThreads - 1) / kThreads;
  const std::vector<int> games = lockstep::RandomInput<int>(h * w, -30, 20);

  int *d_games = nullptr, *d_changes = nullptr, *d_bests = nullptr;
  cudaMalloc(&d_games, h * w * sizeof(int));
  cudaMalloc(&d_changes, h * sizeof(int));
  cudaMalloc(&d_bests, h * sizeof(int));
  cudaMemcpy(d_games, games.data(), h * w * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_games, h, w);
  LOCKSTEP_PUBLISH(d_changes, h);
  LOCKSTEP_PUBLISH(d_bests, h);

  club<<<blocks, kThreads>>>(d_games, d_changes, d_bests, h, w);
  std::vector<int> changes(h);
  const cudaError_t error = cudaMemcpy(changes.data(), d_changes, h * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_games);
  cudaFree(d_changes);
  cudaFree(d_bests);
}
