// Lesson 47, the solved exercise: an answer's arrays are compared with those of this program.

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

// Each block finds out about its own days, and the last one of a station to be done joins them all. `counts` begins
// with zeros.
__global__ void find_longest(const int* rain, Spell* spells, int* counts, int* longest, int* since, int n) {
  __shared__ bool is_last;
  int t = threadIdx.x;
  int station = blockIdx.y;
  spells += station * gridDim.x;
  Spell block = spell_of_block(spell_of_day(rain + station * n, blockIdx.x * kThreads + t, n));
  if (t == 0) {
    spells[blockIdx.x] = block;
    __threadfence();
    is_last = atomicAdd(&counts[station], 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  Spell all = spell_of_block(t < gridDim.x ? spells[t] : Spell{});
  if (t == 0) {
    longest[station] = all.longest;
    since[station] = all.since;
  }
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

  find_longest<<<dim3(blocks, stations), kThreads>>>(d_rain, d_spells, d_counts, d_longest, d_since, n);
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
