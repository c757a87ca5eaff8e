// Every atomic, from many threads at once: the totals must be exact, and the returned values must be consistent with them.

#include <cstdio>

#define CHECK(condition)                                         \
  do {                                                           \
    if (!(condition)) {                                          \
      printf("line %d: %s does not hold\n", __LINE__, #condition); \
      return 1;                                                  \
    }                                                            \
  } while (0)

struct Cells {
  int add, sub, low, high, exchanged;
  unsigned uadd, umin, umax, inc, dec, bits_and, bits_or, bits_xor, inc_seen_max;
  unsigned long long ladd, lmin, lmax, lor;
  long long smin, smax;
  float fadd;
  double dadd;
  unsigned short half_word[2];
  float2 pair;
  int block_add, system_add;
  int locked, guarded;
};

__device__ Cells cells;
__device__ unsigned tickets[4096];

__global__ void hammer() {
  __shared__ int counts[8];
  if (threadIdx.x < 8) counts[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned before = atomicAdd(&cells.uadd, 1u);
  atomicAdd(&tickets[before], 1u);
  atomicAdd(&cells.add, i % 2 ? 3 : -1);
  atomicSub(&cells.sub, 2);
  atomicMin(&cells.low, 100 - i);
  atomicMax(&cells.high, i - 100);
  atomicMin(&cells.umin, (unsigned)(5000 - i));
  atomicMax(&cells.umax, (unsigned)i);
  unsigned seen = atomicInc(&cells.inc, 9u);
  atomicMax(&cells.inc_seen_max, seen);
  atomicDec(&cells.dec, 9u);
  atomicAnd(&cells.bits_and, ~(1u << i % 16));
  atomicOr(&cells.bits_or, 1u << i % 32);
  atomicXor(&cells.bits_xor, 1u << i % 3);
  atomicAdd(&cells.ladd, 0x100000001ull);
  atomicMin(&cells.lmin, 0xf00000000ull - i);
  atomicMax(&cells.lmax, 0xf00000000ull + i);
  atomicOr(&cells.lor, 1ull << i % 64);
  atomicMin(&cells.smin, -((long long)i << 32));
  atomicMax(&cells.smax, (long long)i << 32);
  atomicAdd(&cells.fadd, 0.5f);
  atomicAdd(&cells.dadd, 0.25);
  atomicExch(&cells.exchanged, i);
  atomicAdd_block(&counts[i % 8], 1);
  atomicAdd_system(&cells.system_add, 1);
  for (unsigned short old = cells.half_word[1], seen_word; (seen_word = atomicCAS(&cells.half_word[1], old, (unsigned short)(old + 1))) != old;)
    old = seen_word;
#if __CUDA_ARCH__ >= 900
  atomicAdd(&cells.pair, make_float2(1, 2));
#else
  atomicAdd(&cells.pair.x, 1.0f);
  atomicAdd(&cells.pair.y, 2.0f);
#endif
  // Lanes of one warp compete for a lock: on Volta and later each lane makes independent progress.
  for (bool done = false; !done;) {
    if (atomicCAS(&cells.locked, 0, 1) == 0) {
      __threadfence();
      cells.guarded = cells.guarded + 1;
      __threadfence();
      atomicExch(&cells.locked, 0);
      done = true;
    }
  }
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&cells.block_add, counts[threadIdx.x]);
}

int main() {
  Cells host = {};
  host.low = 1000, host.umin = ~0u, host.bits_and = ~0u, host.lmin = ~0ull, host.dec = 5;
  cudaMemcpyToSymbol(cells, &host, sizeof host);
  const int blocks = 16, threads = 128, n = blocks * threads;
  hammer<<<blocks, threads>>>();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  cudaMemcpyFromSymbol(&host, cells, sizeof host);
  static unsigned seen[4096];
  cudaMemcpyFromSymbol(seen, tickets, sizeof seen);
  for (int i = 0; i < n; ++i) CHECK(seen[i] == 1);
  CHECK(host.add == n / 2 * 2 && host.uadd == (unsigned)n && host.sub == -2 * n);
  CHECK(host.low == 100 - (n - 1) && host.high == n - 1 - 100);
  CHECK(host.umin == 5000u - (n - 1) && host.umax == (unsigned)n - 1);
  CHECK(host.inc == n % 10 && host.inc_seen_max == 9);
  CHECK(host.dec == (5 + 10 * n - n) % 10);
  CHECK(host.bits_and == 0xffff0000u && host.bits_or == ~0u && host.bits_xor == ((n + 2) / 3 % 2) + 2u * ((n + 1) / 3 % 2) + 4u * (n / 3 % 2));
  CHECK(host.ladd == 0x100000001ull * n && host.lmin == 0xf00000000ull - (n - 1) && host.lmax == 0xf00000000ull + n - 1);
  CHECK(host.lor == ~0ull && host.smin == -((long long)(n - 1) << 32) && host.smax == (long long)(n - 1) << 32);
  CHECK(host.fadd == n * 0.5f && host.dadd == n * 0.25);
  CHECK(host.exchanged >= 0 && host.exchanged < n && host.system_add == n);
  CHECK(host.half_word[0] == 0 && host.half_word[1] == n);
  CHECK(host.pair.x == n && host.pair.y == 2 * n);
  CHECK(host.block_add == n);
  CHECK(host.guarded == n && host.locked == 0);
  printf("ok\n");
}
