// Lesson 18, a wrong answer: one thread does it all: no race, and no help.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Towns have tanks. Each day, half of what was in a tank is left, and the day's rain comes on top.
__global__ void fill(const int* rain, int* level, int towns, int days, int tanks) {
  for (int town = 0; town < towns; ++town) {
    for (int day = 0; day < days; ++day) {
      for (int tank = 0; tank < tanks; ++tank) {
        int i = (town * days + day) * tanks + tank;
        int before = day > 0 ? level[i - tanks] : 0;
        level[i] = before / 2 + rain[i];
      }
    }
  }
}

void launch(const int* d_rain, int* d_level, int towns, int days, int tanks) {
  fill<<<1, 1>>>(d_rain, d_level, towns, days, tanks);
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

int main(int argc, char** argv) {
  const int towns = argc > 1 ? std::atoi(argv[1]) : 2;
  const int days = argc > 2 ? std::atoi(argv[2]) : 5;
  const int tanks = argc > 3 ? std::atoi(argv[3]) : 6;
  const int cells = towns * days * tanks;
  const std::vector<int> rain = lockstep::RandomInput<int>(cells, 0, 99);
  const std::size_t bytes = cells * sizeof(int);

  int *d_rain, *d_level;
  check(cudaMalloc(&d_rain, bytes), "cudaMalloc");
  check(cudaMalloc(&d_level, bytes), "cudaMalloc");
  check(cudaMemcpy(d_rain, rain.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  LOCKSTEP_PUBLISH(d_rain, towns, days, tanks);
  LOCKSTEP_PUBLISH(d_level, towns, days, tanks);

  launch(d_rain, d_level, towns, days, tanks);
  check(cudaGetLastError(), "fill");
  check(cudaDeviceSynchronize(), "fill");
  check(cudaFree(d_rain), "cudaFree");
  check(cudaFree(d_level), "cudaFree");
}
