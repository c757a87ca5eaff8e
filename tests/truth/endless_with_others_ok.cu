// The same meetings in loops that take long and end.
// flags: --schedule serial
#include <cooperative_groups.h>

#include "apart.h"

__global__ void grid_counts(int rounds, int* met) {
  int n = 0;
  while (n < rounds) {
    ++n;
    cooperative_groups::this_grid().sync();
  }
  met[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// Its last block is to set what the others wait for, and takes its time.
__global__ void grid_waits(volatile int* level, int rounds) {
  for (int n = 0;; ++n) {
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0 && n == rounds) *level = 1;
    cooperative_groups::this_grid().sync();
    if (*level) break;
  }
}

__global__ void some_count(int rounds, int* met) {
  int n = 0;
  while (threadIdx.x < 64 && n < rounds) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    ++n;
  }
  __syncthreads();
  met[threadIdx.x] = n;
}

// Two warps meet until the other two, which meet as well and are slow, have come to an end.
__global__ void some_wait(volatile int* level, int rounds) {
  __shared__ int seen;
  const bool first = threadIdx.x < 64;
  for (int n = 0; first || n < rounds; ++n) {
    if (first) {
      if (threadIdx.x == 0) seen = *level;
      asm volatile("bar.sync 1, 64;" ::: "memory");
      if (seen) break;
      asm volatile("bar.sync 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 2, 64;" ::: "memory");
    }
  }
  if (threadIdx.x == 64) *level = 1;
}

// Each warp goes on until the last one has counted, which meets as well; nobody but that one gets any further.
__global__ void warps_wait(volatile int* level, int rounds) {
  if (threadIdx.x / 32 < blockDim.x / 32 - 1) {
    while (!__any_sync(~0u, *level)) __syncwarp();
    return;
  }
  for (int n = 0; n < rounds; ++n) __syncwarp();
  if (threadIdx.x % 32 == 0) *level = 1;
}

// The number of meetings is all that changes.
__global__ void lanes_count(int rounds, int* met) {
  int n = 0, left = rounds;
  while (__shfl_sync(~0u, left, 0) > 0) {
    --left;
    ++n;
  }
  met[threadIdx.x] = n;
}

void Together(void (*kernel)(int, int*), int rounds, int* met) {
  void* arguments[] = {&rounds, &met};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel), 2, 32, arguments);
}

int main() {
  int* met = Zeroed<int>(256);
  Together(grid_counts, 40'000, met);
  volatile int* level = Zeroed<int>(1);
  int rounds = 20'000;
  void* arguments[] = {&level, &rounds};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_waits), 2, 32, arguments);
  some_count<<<1, 128>>>(80'000, met);
  some_wait<<<1, 128>>>(Zeroed<int>(1), 70'000);
  warps_wait<<<1, 128>>>(Zeroed<int>(1), 150'000);
  lanes_count<<<1, 32>>>(300'000, met);
  return cudaDeviceSynchronize() != cudaSuccess;
}
