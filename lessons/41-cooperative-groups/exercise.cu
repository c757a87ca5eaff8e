// Lesson 41, exercise: a chess club.
//
// Each player has a row of games, and `games` says how the rating changed in each of them. A block of 32 threads works
// for each player: how did the rating change in all games together, and in the best game? Most of its threads have no
// game, and all of them meet in shared memory.
//
// Let a group of 8 threads work for each player, and let its members combine their numbers without memory.
//
// When you save the file, Lockstep builds and runs it again.

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

constexpr int kTeam = 32;  // threads for each player

// A block for each player: how did the rating change in all games together, and what was the best game?
__global__ void club(const int* games, int* changes, int* bests, int h, int w) {
  __shared__ int all_changes[kTeam];
  __shared__ int all_bests[kTeam];
  int player = blockIdx.x;
  int rank = threadIdx.x;
  int change = 0;
  int best = INT_MIN;
  for (int game = rank; game < w; game += kTeam) {
    int points = games[player * w + game];
    change += points;
    best = max(best, points);
  }
  all_changes[rank] = change;
  all_bests[rank] = best;
  __syncthreads();
  for (int step = kTeam / 2; step > 0; step /= 2) {
    if (rank < step) {
      all_changes[rank] += all_changes[rank + step];
      all_bests[rank] = max(all_bests[rank], all_bests[rank + step]);
    }
    __syncthreads();
  }
  if (rank == 0) {
    changes[player] = all_changes[0];
    bests[player] = all_bests[0];
  }
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 20;  // at least 1
  const int w = argc > 2 ? std::atoi(argv[2]) : 12;  // at least 1
  const std::vector<int> games = lockstep::RandomInput<int>(h * w, -30, 20);

  int *d_games = nullptr, *d_changes = nullptr, *d_bests = nullptr;
  cudaMalloc(&d_games, h * w * sizeof(int));
  cudaMalloc(&d_changes, h * sizeof(int));
  cudaMalloc(&d_bests, h * sizeof(int));
  cudaMemcpy(d_games, games.data(), h * w * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_games, h, w);
  LOCKSTEP_PUBLISH(d_changes, h);
  LOCKSTEP_PUBLISH(d_bests, h);

  club<<<h, kTeam>>>(d_games, d_changes, d_bests, h, w);
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
