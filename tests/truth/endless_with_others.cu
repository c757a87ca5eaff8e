// Loops that no thread leaves, and that wait in each iteration: for the grid, at a barrier with a number, for lanes.
// told: comes to the barrier of the grid in each iteration
// told: comes to its barrier in each iteration
// told: meets lanes of its warp in each iteration
#include <cooperative_groups.h>

#include "apart.h"

// The host has not set the level that all blocks wait for.
__global__ void grid_waits(const int* level, int goal, int* looks) {
  int n = 0;
  while (true) {
    ++n;
    cooperative_groups::this_grid().sync();  // expect: endless-kernel
    if (*level == goal) break;
  }
  looks[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// Two warps of four; the others wait for them.
__global__ void some_wait(const int* level, int goal, int* looks) {
  int n = 0;
  while (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // expect: endless-kernel
    if (*level == goal) break;
    ++n;
  }
  __syncthreads();
  looks[threadIdx.x] = n;
}

__global__ void warp_waits(const int* level, int goal, int* looks) {
  int n = 0;
  for (;; ++n) {
    __syncwarp();  // expect: endless-kernel
    if (*level == goal) break;
  }
  looks[threadIdx.x] = n;
}

// A mean that is never small enough.
__global__ void lanes_wait(const float* values, float small, int* steps) {
  float sum;
  int n = 0;
  do {
    sum = values[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);  // expect: endless-kernel
    ++n;
  } while (sum >= small);
  steps[threadIdx.x] = n;
}

int main() {
  Apart([] {
    const int* level = Zeroed<int>(1);
    int goal = 7, *looks = Zeroed<int>(64);
    void* arguments[] = {&level, &goal, &looks};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_waits), 2, 32, arguments);
  });
  Apart([] { some_wait<<<1, 128>>>(Zeroed<int>(1), 7, Zeroed<int>(128)); });
  Apart([] { warp_waits<<<1, 64>>>(Zeroed<int>(1), 7, Zeroed<int>(64)); });
  Apart([] { lanes_wait<<<1, 32>>>(Zeroed<float>(32), 0, Zeroed<int>(32)); });
}
