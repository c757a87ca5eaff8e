// Loops that take long, or come by the same values again, and end.
// flags: --schedule serial
#include "apart.h"

__device__ int bits(int x) {
  int sum = 0;
  for (int j = 0; j < 3; ++j) sum += x >> j & 1;
  return sum;
}

// Each call of the inner loop passes the same values.
__global__ void sum(int* out, int rounds) {
  int total = 0;
  for (int i = 0; i < rounds; ++i) total += bits(i & 1);
  *out = total;
}

// More iterations than a fixed budget would allow, with a value that comes again and again.
__global__ void flip(unsigned* out, unsigned long long rounds) {
  unsigned x = 1;
  for (unsigned long long i = 0; i < rounds; ++i) x ^= 5;
  *out = x;
}

// Only a number in memory says how far it is.
__global__ void count_up(int* number) {
  while (*number < 300000) *number += 1;
}

// What it awaits is NaN for long.
__global__ void skip_nan(const float* values, int* where) {
  int i = 0;
  while (!(values[i] < 1)) ++i;
  *where = i;
}

// A block that meets often, and whose memory is the same after each iteration.
__global__ void blink(int* lamps, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    lamps[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
    lamps[blockIdx.x * blockDim.x + threadIdx.x] = 0;
    __syncthreads();
  }
}

// A block that meets often and writes nothing in between.
__global__ void relax(float* out, int rounds) {
  float x = 0;
  for (int r = 0; r < rounds; ++r) {
    x = x * 0.5f + 1;
    __syncthreads();
  }
  out[threadIdx.x] = x;
}

// Returns how often the block has met: the loop itself does not need it, and nobody else has it meanwhile.
__device__ __noinline__ int meetings(int* lamp, int rounds, int met) {
  for (int r = 0; r < rounds; ++r) {
    *lamp = 1;
    __syncthreads();
    *lamp = 0;
    __syncthreads();
    met += 2;
  }
  return met;
}

__global__ void blink_in_calls(int* lamps, int rounds) {
  int* lamp = &lamps[threadIdx.x];
  int met = 0;
  while (met < rounds) met = meetings(lamp, 16, met);
}

// The number that one loop carries ends another one, around it or after it.
__global__ void blink_in_turns(int* lamps, int rounds) {
  int* lamp = &lamps[blockIdx.x * blockDim.x + threadIdx.x];
  int inner = 0;
  for (int all = 0; all < rounds; all += inner) {
    inner = 0;
    for (int r = 0; r < 3; ++r) {
      *lamp = 1;
      __syncthreads();
      *lamp = 0;
      ++inner;
    }
  }
  int left = 0;
  for (int r = 0; r < rounds; ++r) {
    __syncthreads();
    ++left;
  }
  for (; left > 0; --left) __syncthreads();
}

// The first block meets until the other one, which is busy, has set a flag.
__global__ void wait_for_other(int* flag, float* out) {
  __shared__ int seen;
  if (blockIdx.x == 1) {
    float x = 0;
    for (int i = 0; i < 1000000; ++i) x = x * 0.25f + threadIdx.x;
    out[threadIdx.x] = x;
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(flag, 1);
    return;
  }
  do {
    __syncthreads();
    if (threadIdx.x == 0) seen = atomicAdd(flag, 0);
    __syncthreads();
  } while (!seen);
}

// Spins on a lock that opens.
__global__ void add_locked(int* lock, int* total) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *total += 1;
  __threadfence();
  atomicExch(lock, 0);
}

// The middle rounded up: each iteration comes nearer.
__global__ void last_not_above(const int* keys, int n, int limit, int* place) {
  int low = 0, high = n - 1;

  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (keys[middle] <= limit)
      low = middle;
    else
      high = middle - 1;
  }
  *place = low;
}

int main() {
  int* out = Zeroed<int>(256);
  float* values = Zeroed<float>(200000);
  cudaMemset(values, 0xff, 199999 * sizeof(float));
  sum<<<1, 1>>>(out, 200000);
  flip<<<1, 1>>>(Zeroed<unsigned>(1), 300000000ull);
  count_up<<<1, 1>>>(Zeroed<int>(1));
  skip_nan<<<1, 1>>>(values, Zeroed<int>(1));
  blink<<<2, 4>>>(Zeroed<int>(8), 100000);
  blink_in_calls<<<1, 2>>>(Zeroed<int>(2), 300000);
  blink_in_turns<<<1, 2>>>(Zeroed<int>(2), 300000);
  relax<<<1, 2>>>(Zeroed<float>(2), 1100000);
  wait_for_other<<<2, 8>>>(Zeroed<int>(1), Zeroed<float>(8));
  add_locked<<<4, 32>>>(Zeroed<int>(1), Zeroed<int>(1));
  last_not_above<<<1, 1>>>(Zeroed<int>(20), 20, 3, Zeroed<int>(1));
  return cudaDeviceSynchronize() != cudaSuccess;
}
