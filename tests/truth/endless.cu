// Loops that never end: in a block with barriers, at a NaN, at a flag that is read plainly.
// told: ^a loop does not end: the value that would end it is NaN$
// told: comes to its barrier in each iteration
// told: must be read as `volatile` or by an atomic
// told: waits for nobody: look at its step
#include "apart.h"

// The host has not set the level that the block waits for.
__global__ void wait_for_level(const int* level, int goal, int* out) {
  __shared__ int seen;
  while (true) {
    if (threadIdx.x == 0) seen = level[0];
    __syncthreads();  // expect: endless-kernel
    if (seen == goal) break;
    __syncthreads();
  }
  out[threadIdx.x] = seen;
}

// A server loop without a way out; what it counts changes in each iteration.
__global__ void serve(int* count) {
  for (int n = 0;; ++n) {  // expect: endless-kernel
    __syncthreads();
    count[threadIdx.x] = n;
  }
}

// The same; how often it has looked is of interest only afterwards.
__global__ void count_until_level(const int* level, int goal, int* looks) {
  __shared__ int seen;
  int n = 0;
  for (;; ++n) {
    if (threadIdx.x == 0) seen = level[0];
    __syncthreads();  // expect: endless-kernel
    if (seen == goal) break;
    __syncthreads();
  }
  looks[threadIdx.x] = n;
}

// Halves of a block's values until they are small, which 0/0 never is.
__device__ int shrink(float* values) {
  int n = 0;
  float total = 0, error;
  do {
    const float value = values[threadIdx.x];
    error = value / value;
    __syncthreads();  // expect: endless-kernel
    values[threadIdx.x] = value / 2;
    total += error;
    ++n;
  } while (!(error < 1e-3f));
  return total > 0 ? n : -n;
}

__global__ void count_halves(float* values, int* steps) { steps[threadIdx.x] = shrink(values); }

__device__ float change(float from, float to) { return fabsf(to - from); }

// Newton's method: of the root of zero, the first step is 0/0.
__global__ void roots(const float* of, float* root, int* steps) {
  float x = of[threadIdx.x], error = 1;
  int n = 0;
  while (!(error < 1e-5f)) {  // expect: endless-kernel
    const float next = 0.5f * (x + of[threadIdx.x] / x);
    error = change(x, next);
    x = next;
    ++n;
  }
  root[threadIdx.x] = x;
  steps[threadIdx.x] = n;
}

// One lane spins on what another lane of its warp is to set.
__global__ void hand_over(int* flag, int* data) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {  // expect: endless-kernel
    }
    data[1] = data[0];
  } else {
    data[0] = 42;
    *flag = 1;
  }
}

// The middle of two neighbours is the lower one: a search that never comes to an end. The variables stand before the loop.
__global__ void last_not_above(const int* keys, int n, int limit, int* place) {
  int low = 0, high = n - 1;

  while (low < high) {  // expect: endless-kernel
    const int middle = (low + high) / 2;
    if (keys[middle] <= limit)
      low = middle;
    else
      high = middle - 1;
  }
  *place = low;
}

// The loop begins at its `do`, whatever its first statement is.
__global__ void walk_in_a_ring(int* visits) {
  int at = 1;

  do {  // expect: endless-kernel
    if (at > 5) at = 0;
    visits[at] = 1;
    ++at;
  } while (at < 10);
}

int main() {
  Apart([] { wait_for_level<<<1, 8>>>(Zeroed<int>(1), 7, Zeroed<int>(8)); });
  Apart([] { count_until_level<<<2, 8>>>(Zeroed<int>(1), 7, Zeroed<int>(8)); });
  Apart([] { count_halves<<<1, 32>>>(Zeroed<float>(32), Zeroed<int>(32)); });
  Apart([] { serve<<<1, 32>>>(Zeroed<int>(32)); });
  Apart([] { roots<<<1, 2>>>(Zeroed<float>(2), Zeroed<float>(2), Zeroed<int>(2)); });
  Apart([] { last_not_above<<<1, 2>>>(Zeroed<int>(20), 20, 3, Zeroed<int>(1)); });
  Apart([] { walk_in_a_ring<<<1, 1>>>(Zeroed<int>(10)); });
  Apart([] { hand_over<<<1, 2>>>(Zeroed<int>(1), Zeroed<int>(2)); });
}
