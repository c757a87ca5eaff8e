// Inline PTX: what the threads of a warp and of a block do together.
#include <cstdio>

__global__ void Exchange(unsigned* bad, int* out) {
  const unsigned lane = threadIdx.x % 32, value = lane * 3 + 1;
  unsigned got, inside;
#define SHUFFLE(mode, b, c)                                                                                          \
  asm volatile("{\n\t.reg .pred p;\n\tshfl.sync." mode ".b32 %0|p, %2, %3, %4, 0xffffffff;\n\tselp.u32 %1, 1, 0, p;\n\t}" \
               : "=r"(got), "=r"(inside) : "r"(value), "r"(b), "r"(c))
  SHUFFLE("down", 4, 31);
  if (got != (lane < 28 ? value + 12 : value) || inside != (lane < 28)) atomicAdd(bad, 1);
  SHUFFLE("up", 2, 0);
  if (got != (lane >= 2 ? value - 6 : value) || inside != (lane >= 2)) atomicAdd(bad, 1);
  SHUFFLE("bfly", 5, 31);
  if (got != (lane ^ 5) * 3 + 1 || !inside) atomicAdd(bad, 1);
  SHUFFLE("idx", 11, 0x181f);  // segments of eight lanes
  if (got != (lane / 8 * 8 + 3) * 3 + 1) atomicAdd(bad, 1);
  asm volatile("shfl.sync.idx.b32 %0, %1, 7, 31, %2;" : "=r"(got) : "r"(value), "r"(~0u));
  if (got != 22) atomicAdd(bad, 1);

  int all, any;
  unsigned ballot;
  asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.u32 p, %2, 5;\n\tvote.sync.all.pred q, !p, 0xffffffff;\n\tselp.s32 %0, 1, 0, q;\n\t"
               "vote.sync.any.pred q, p, 0xffffffff;\n\tselp.s32 %1, 1, 0, q;\n\t}" : "=r"(all), "=r"(any) : "r"(lane));
  asm volatile("{.reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff;}" : "=r"(ballot) : "r"(lane));
  if (all || !any || ballot != 31) atomicAdd(bad, 1);
  unsigned same, every;
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(same) : "r"(lane % 2));
  asm volatile("match.all.sync.b64 %0, %1, 0xffffffff;" : "=r"(every) : "l"(5ull));
  if (same != (lane % 2 ? 0xaaaaaaaa : 0x55555555) || every != ~0u) atomicAdd(bad, 1);
  int sum, least;
  unsigned mixed, here, leader;
  asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(-(int)lane));
  asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(least) : "r"(10 - (int)lane));
  asm volatile("redux.sync.xor.b32 %0, %1, 0xffffffff;" : "=r"(mixed) : "r"(1u << lane));
  asm volatile("activemask.b32 %0;" : "=r"(here));
  asm volatile("{.reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p;}" : "=r"(leader));
  if (sum != -496 || least != -21 || mixed != ~0u || here >> lane == 0 || leader != (lane == 0)) atomicAdd(bad, 1);
  unsigned turned;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned) : "r"(2 * lane | (2 * lane + 1) << 16));
  const unsigned row = lane / 4, column = lane % 4 * 2;
  if (turned != ((column * 8 + row) | ((column + 1) * 8 + row) << 16)) atomicAdd(bad, 1);
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  if (leader) out[threadIdx.x / 32] = sum;
}

// Two halves of a block that wait for each other at barriers of their own.
__global__ void Barriers(int* out, int* counted) {
  __shared__ int values[128];
  const int thread = threadIdx.x, half = thread / 64;
  values[thread] = thread;
  asm volatile("bar.sync %0, %1;" :: "r"(half + 1), "r"(64) : "memory");
  out[thread] = values[half * 64 + (thread + 1) % 64];
  asm volatile("barrier.sync.aligned 3, 128;" ::: "memory");
  out[thread] += values[127 - thread];
  int number, all;
  asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.s32 p, %2, 100;\n\tbar.red.popc.u32 %0, 0, p;\n\t"
               "bar.red.and.pred q, 0, p;\n\tselp.s32 %1, 1, 0, q;\n\t}" : "=r"(number), "=r"(all) : "r"(thread));
  if (thread == 0) counted[0] = number, counted[1] = all;
  asm volatile("{.reg .pred p; setp.eq.s32 p, %0, 0; @!p bra OUT; bar.sync 4, 64; OUT: }" :: "r"(half) : "memory");
}

// One warp fills a buffer in turns, the others read it: barriers in shared memory, with phases and with tokens.
__global__ void Turns(int* sums) {
  __shared__ int buffer[32];
  __shared__ unsigned long long full, empty, all;
  const unsigned thread = threadIdx.x, at_full = (unsigned)__cvta_generic_to_shared(&full),
                 at_empty = (unsigned)__cvta_generic_to_shared(&empty), at_all = (unsigned)__cvta_generic_to_shared(&all);
  if (thread == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(at_full) : "memory");
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at_empty), "r"(96) : "memory");
    asm volatile("mbarrier.init.b64 [%0], 128;" :: "l"(&all) : "memory");
  }
  __syncthreads();
  int sum = 0;
  for (int turn = 0; turn < 5; ++turn) {
    if (thread < 32) {
      asm volatile("{\n\t.reg .pred p;\n"
                   "WAIT:\n\tmbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n\t@!p bra WAIT;\n\t}"
                   :: "r"(at_empty), "r"(turn + 1 & 1) : "memory");
      buffer[thread] = turn * 100 + (int)thread;
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(at_full) : "memory");
    } else {
      unsigned done;
      do {
        asm volatile("{.reg .pred p; mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                     : "=r"(done) : "r"(at_full), "r"(turn & 1) : "memory");
      } while (!done);
      sum += buffer[thread % 32];
      asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" :: "r"(at_empty) : "memory");
    }
  }
  unsigned long long token;
  unsigned missing, done;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(at_all) : "memory");
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(missing) : "l"(token));
  do {
    asm volatile("{.reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                 : "=r"(done) : "r"(at_all), "l"(token) : "memory");
  } while (!done);
  if (thread >= 32) atomicAdd(sums, missing >= 1 && missing <= 128 ? sum : 1);
}

int main() {
  unsigned* bad;
  int* out;
  cudaMallocManaged(&bad, sizeof *bad);
  cudaMallocManaged(&out, 130 * sizeof *out);
  *bad = 0;
  Exchange<<<1, 64>>>(bad, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Exchange"), 1;
  bool right = *bad == 0 && out[0] == -496 && out[1] == -496;
  Barriers<<<1, 128>>>(out, out + 128);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Barriers"), 1;
  for (int i = 0; i < 128; ++i) right = right && out[i] == i / 64 * 64 + (i + 1) % 64 + 127 - i;
  right = right && out[128] == 100 && out[129] == 0;
  out[0] = 0;
  Turns<<<1, 128>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Turns"), 1;
  right = right && out[0] == 3 * (32 * 1000 + 5 * 496);
  if (!right) printf("%u wrong\n", *bad);
  cudaFree(bad);
  cudaFree(out);
  puts(right ? "ok" : "wrong");
  return !right;
}
