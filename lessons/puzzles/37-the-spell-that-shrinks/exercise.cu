// Puzzle 37: months of 32 days with their rain. How many days in a row was it dry, at most?
//
// Each lane looks from its day on until it rains. Do it with 32 reads for a month.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A warp for each month: `spell` gets the length of its longest dry spell.
__global__ void longest(const int* rain, int* spell) {
  int lane = threadIdx.x;
  const int* days = rain + blockIdx.x * 32;
  unsigned length = 0;
  while (lane + length < 32 && days[lane + length] == 0) ++length;
  length = __reduce_max_sync(0xffffffff, length);
  if (lane == 0) spell[blockIdx.x] = length;
}

// It rains every third day, but in every seventh month never, and in the one after it every day.
std::vector<int> Rain(int months) {
  std::vector<int> rain = lockstep::RandomInput<int>(32 * months, -20, 10);
  for (int i = 0; i < 32 * months; ++i) {
    const int month = i / 32 % 7;
    rain[i] = month == 2 || (month != 3 && rain[i] < 0) ? 0 : std::abs(rain[i]) + 1;
  }
  return rain;
}

int main(int argc, char** argv) {
  const int months = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::vector<int> rain = Rain(months);

  int *d_rain, *d_spell;
  cudaMalloc(&d_rain, (32 * months) * sizeof(int));
  cudaMalloc(&d_spell, months * sizeof(int));
  cudaMemcpy(d_rain, rain.data(), (32 * months) * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_rain, months, 32);
  LOCKSTEP_PUBLISH(d_spell, months);

  longest<<<months, 32>>>(d_rain, d_spell);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_rain);
  cudaFree(d_spell);
}
