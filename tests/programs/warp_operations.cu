// Shuffles of every type and width, votes, matches and reductions, each compared with PTX's rules for every lane.

#include <cstdio>

__device__ int failures;
#define HOLDS(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      printf("line %d, thread %d: %s does not hold\n", __LINE__, threadIdx.x, #condition); \
      atomicAdd(&failures, 1);                                                           \
    }                                                                                    \
  } while (0)

template <class Value>
__device__ void shuffles(Value (*of_lane)(int)) {
  const unsigned all = 0xffffffffu;
  int lane = threadIdx.x % 32;
  Value mine = of_lane(lane);
  for (int width = 2; width <= 32; width *= 2) {
    int start = lane / width * width;
    for (int k = 0; k < 40; k += 3) {
      HOLDS(__shfl_sync(all, mine, k, width) == of_lane(start + k % width));
      int d = k % 32;
      HOLDS(__shfl_up_sync(all, mine, d, width) == of_lane(lane - d >= start ? lane - d : lane));
      HOLDS(__shfl_down_sync(all, mine, d, width) == of_lane(lane + d < start + width ? lane + d : lane));
      HOLDS(__shfl_xor_sync(all, mine, d, width) == of_lane((lane ^ d) < start + width ? lane ^ d : lane));
    }
  }
}

__device__ int as_int(int lane) { return lane * 7 - 50; }
__device__ unsigned as_unsigned(int lane) { return lane * 0x08000001u; }
__device__ long long as_long(int lane) { return (long long)lane << 40 | lane; }
__device__ unsigned long long as_ulong(int lane) { return ~0ull << lane; }
__device__ float as_float(int lane) { return lane * 0.37f; }
__device__ double as_double(int lane) { return lane / 3.0; }

__global__ void exchange() {
  shuffles<int>(as_int);
  shuffles<unsigned>(as_unsigned);
  shuffles<long long>(as_long);
  shuffles<unsigned long long>(as_ulong);
  shuffles<float>(as_float);
  shuffles<double>(as_double);
}

__global__ void together() {
  const unsigned all = 0xffffffffu;
  int lane = threadIdx.x % 32;
  HOLDS(__ballot_sync(all, lane % 3 == 0) == 0x49249249u);
  HOLDS(__any_sync(all, lane == 17) && !__any_sync(all, lane > 40));
  HOLDS(__all_sync(all, lane < 32) && !__all_sync(all, lane != 5));
  HOLDS(__match_any_sync(all, lane / 8) == 0xffu << lane / 8 * 8);
  HOLDS(__match_any_sync(all, (double)(lane % 2)) == (lane % 2 ? 0xaaaaaaaau : 0x55555555u));
  int agree = -1;
  HOLDS(__match_all_sync(all, 42ull, &agree) == all && agree == 1);
  HOLDS(__match_all_sync(all, lane, &agree) == 0 && agree == 0);
  HOLDS(__reduce_add_sync(all, lane) == 496 && __reduce_add_sync(all, (unsigned)lane) == 496u);
  HOLDS(__reduce_min_sync(all, lane - 16) == -16 && __reduce_max_sync(all, (unsigned)lane) == 31u);
  HOLDS(__reduce_and_sync(all, ~(1u << lane)) == 0 && __reduce_or_sync(all, 1u << lane) == all);
  HOLDS(__reduce_xor_sync(all, (unsigned)lane) == 0);
  HOLDS((__activemask() & 1u << lane) != 0);

  // Some lanes only: they do not wait for others.
  if (lane >= 8 && lane < 20) {
    const unsigned some = 0x000fff00u;
    HOLDS(__reduce_add_sync(some, 1) == 12 && __ballot_sync(some, lane & 1) == 0x000aaa00u);
    HOLDS(__shfl_sync(some, lane, 9) == 9);
    __syncwarp(some);
  }
  // The sum of a warp, in the usual form.
  int sum = lane;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(all, sum, step);
  if (lane == 0) HOLDS(sum == 496);

  HOLDS(__syncthreads_count(threadIdx.x < 40) == 40);
  HOLDS(__syncthreads_and(threadIdx.x < 64) && !__syncthreads_and(threadIdx.x != 3));
  HOLDS(__syncthreads_or(threadIdx.x == 63) && !__syncthreads_or(0));
}

// Lanes of one warp pass a value on, each waiting for the previous one: independent progress.
__global__ void relay(volatile int* baton) {
  int lane = threadIdx.x;
  while (*baton != lane) {
  }
  __threadfence();
  *baton = lane + 1;
}

int main() {
  exchange<<<1, 64>>>();
  together<<<1, 64>>>();
  int* baton;
  cudaMallocManaged(&baton, sizeof *baton);
  *baton = 0;
  relay<<<1, 32>>>(baton);
  cudaError_t error = cudaDeviceSynchronize();
  int found = 0;
  cudaMemcpyFromSymbol(&found, failures, sizeof found);
  if (error != cudaSuccess || found || *baton != 32) {
    printf("%s, %d failures, baton %d\n", cudaGetErrorString(error), found, *baton);
    return 1;
  }
  printf("ok\n");
}
