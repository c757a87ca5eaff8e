// Lesson 47, exercise: the longest dry spell.
//
// For how many days in a row was there no rain, and since when? `rain` has the days of several weather stations, and
// `longest` and `since` shall have a number for each of them. A row of blocks works for a station, and each block finds
// out about its own days. Then a second launch joins the blocks. The result is right, but it takes two launches.
//
// Let the last block of a station that is done join them all, so that one launch is enough. `d_counts` has a zero for
// each station.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;

// Some days in a row: how many they are, how many dry ones they begin and end with, and how long the longest dry spell
// is and where it begins.
struct Spell {
  int days, first, last, longest, since;
};

// Two of them, one after the other.
__device__ Spell joined(Spell a, Spell b) {
  Spell both;
  both.days = a.days + b.days;
  both.first = a.first == a.days ? a.days + b.first : a.first;
  both.last = b.last == b.days ? b.days + a.last : b.last;
  both.longest = a.longest;
  both.since = a.since;
  if (a.last + b.first > both.longest) {
    both.longest = a.last + b.first;
    both.since = a.days - a.last;
  }
  if (b.longest > both.longest) {
    both.longest = b.longest;
    both.since = a.days + b.since;
  }
  return both;
}

// Joins what the threads of a block bring, in their order. Thread 0 gets the result. All threads come.
__device__ Spell spell_of_block(Spell mine) {
  __shared__ Spell tile[kThreads];
  int t = threadIdx.x;
  tile[t] = mine;
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    if (t % (2 * step) == 0) tile[t] = joined(tile[t], tile[t + step]);
    __syncthreads();
  }
  return tile[t];
}

// A day by itself. Past the last one there are no days.
__device__ Spell spell_of_day(const int* rain, int i, int n) {
  if (i >= n) return {};
  int dry = rain[i] == 0 ? 1 : 0;
  return {1, dry, dry, dry, 0};
}

// What each block finds out about its own days.
__global__ void find_spells(const int* rain, Spell* spells, int n) {
  int t = threadIdx.x;
  int station = blockIdx.y;
  spells += station * gridDim.x;
  Spell block = spell_of_block(spell_of_day(rain + station * n, blockIdx.x * kThreads + t, n));
  if (t == 0) spells[blockIdx.x] = block;
}

// A block for each station joins what the station's blocks have found.
__global__ void join_spells(const Spell* spells, int* longest, int* since, int blocks) {
  int t = threadIdx.x;
  int station = blockIdx.x;
  spells += station * blocks;
  Spell all = spell_of_block(t < blocks ? spells[t] : Spell{});
  if (t > 0) return;
  longest[station] = all.longest;
  since[station] = all.since;
}

int main(int argc, char** argv) {
  const int stations = argc > 1 ? std::atoi(argv[1]) : 3;
  const int n = argc > 2 ? std::atoi(argv[2]) : 200;   // days of each, 1 to 4096
  const int wet = argc > 3 ? std::atoi(argv[3]) : 20;  // of 100 days
  const int blocks = (n + kThreads - 1) / kThreads;
  std::vector<int> rain = lockstep::RandomInput<int>(stations * n, 1, 100);
  for (int& day : rain) day = day > wet ? 0 : day;

  int *d_rain = nullptr, *d_longest = nullptr, *d_since = nullptr, *d_counts = nullptr;
  Spell* d_spells = nullptr;
  cudaMalloc(&d_rain, rain.size() * sizeof(int));
  cudaMalloc(&d_longest, stations * sizeof(int));
  cudaMalloc(&d_since, stations * sizeof(int));
  cudaMalloc(&d_counts, stations * sizeof(int));
  cudaMalloc(&d_spells, stations * blocks * sizeof(Spell));
  cudaMemset(d_counts, 0, stations * sizeof(int));
  cudaMemcpy(d_rain, rain.data(), rain.size() * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_rain, stations, n);
  LOCKSTEP_PUBLISH(d_longest, stations);
  LOCKSTEP_PUBLISH(d_since, stations);

  find_spells<<<dim3(blocks, stations), kThreads>>>(d_rain, d_spells, n);
  join_spells<<<stations, kThreads>>>(d_spells, d_longest, d_since, blocks);
  int longest = 0;
  const cudaError_t error = cudaMemcpy(&longest, d_longest, sizeof longest, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_rain);
  cudaFree(d_longest);
  cudaFree(d_since);
  cudaFree(d_counts);
  cudaFree(d_spells);
}
