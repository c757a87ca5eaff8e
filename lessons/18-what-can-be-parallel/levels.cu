// Water tanks, day by day: two ways to deal out the work. The second one is wrong.
//
//   lockstep run levels.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A thread for each tank. It goes through the days, one after another.
__global__ void by_tank(const int* rain, int* level, int days, int tanks) {
  int tank = blockIdx.x * blockDim.x + threadIdx.x;
  if (tank < tanks) {
    level[tank] = rain[tank];
    for (int day = 1; day < days; ++day) {
      int before = level[(day - 1) * tanks + tank];
      level[day * tanks + tank] = before / 2 + rain[day * tanks + tank];
    }
  }
}

// A thread for each day. It goes through the tanks. This is wrong: who has filled in the day before?
__global__ void by_day(const int* rain, int* level, int days, int tanks) {
  int day = blockIdx.x * blockDim.x + threadIdx.x;
  if (day < days) {
    for (int tank = 0; tank < tanks; ++tank) {
      int before = day > 0 ? level[(day - 1) * tanks + tank] : 0;
      level[day * tanks + tank] = before / 2 + rain[day * tanks + tank];
    }
  }
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

int main() {
  const int days = 6, tanks = 8, cells = days * tanks;
  const std::vector<int> rain = lockstep::RandomInput<int>(cells, 0, 9);
  const std::size_t bytes = cells * sizeof(int);

  int *d_rain, *d_level, *d_guess;
  check(cudaMalloc(&d_rain, bytes), "cudaMalloc");
  check(cudaMalloc(&d_level, bytes), "cudaMalloc");
  check(cudaMalloc(&d_guess, bytes), "cudaMalloc");
  check(cudaMemcpy(d_rain, rain.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  check(cudaMemset(d_guess, 0, bytes), "cudaMemset");
  LOCKSTEP_PUBLISH(d_rain, days, tanks);
  LOCKSTEP_PUBLISH(d_level, days, tanks);
  LOCKSTEP_PUBLISH(d_guess, days, tanks);

  by_tank<<<2, 4>>>(d_rain, d_level, days, tanks);
  check(cudaGetLastError(), "by_tank");
  by_day<<<2, 3>>>(d_rain, d_guess, days, tanks);
  check(cudaGetLastError(), "by_day");
  check(cudaDeviceSynchronize(), "by_day");
  check(cudaFree(d_rain), "cudaFree");
  check(cudaFree(d_level), "cudaFree");
  check(cudaFree(d_guess), "cudaFree");
}
