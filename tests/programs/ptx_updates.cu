// Inline PTX: atomics of 16-bit floating-point numbers and of vectors, copies whose source is ignored, and stores and
// reductions that a barrier object hears of.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

static int wrong = 0;
static void Expect(bool right, const char* what) {
  if (!right) puts(what), ++wrong;
}

__device__ uint32_t SharedAddress(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }

__global__ void AddNarrow(__nv_bfloat16* sums, __nv_bfloat162* pairs, __nv_bfloat16* before) {
  __shared__ __nv_bfloat162 local;
  const int thread = threadIdx.x;
  if (thread == 0) local = __floats2bfloat162_rn(0, 0);
  __syncthreads();
  unsigned short old;
  asm volatile("atom.global.add.noftz.bf16 %0, [%1], %2;" : "=h"(old) : "l"(sums), "h"((unsigned short)0x3f80) : "memory");
  before[thread] = __ushort_as_bfloat16(old);
  asm volatile("red.relaxed.gpu.global.add.noftz.bf16 [%0], %1;" :: "l"(sums + 1), "h"((unsigned short)0x3f00) : "memory");
  asm volatile("red.add.noftz.bf16x2 [%0], %1;" :: "l"(pairs), "r"(0x3f80bf80) : "memory");
  asm volatile("red.shared.add.noftz.bf16x2 [%0], %1;" :: "r"(SharedAddress(&local)), "r"(0x40003f80) : "memory");
  __syncthreads();
  if (thread == 0) pairs[1] = local;
}

__global__ void AddVectors(float* sums, unsigned* halves, unsigned short* extremes, float* before) {
  const int thread = threadIdx.x;
  asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};"
               :: "l"(sums), "f"(1.0f), "f"(2.0f), "f"(-1.0f), "f"(0.5f) : "memory");
  float x, y;
  asm volatile("atom.global.v2.f32.add {%0, %1}, [%2], {%3, %4};"
               : "=f"(x), "=f"(y) : "l"(sums + 4), "f"(1.0f), "f"(10.0f) : "memory");
  before[thread] = x, before[32 + thread] = y;
  asm volatile("red.global.v2.f16x2.add.noftz [%0], {%1, %2};" :: "l"(halves), "r"(0x3c003800), "r"(0xbc004000) : "memory");
  // 0 to 31 as f16: NaN is left out, and -0 is less than 0.
  const unsigned short mine = __half_as_ushort(__float2half(static_cast<float>(thread)));
  asm volatile("red.global.max.noftz.v2.f16 [%0], {%1, %2};" :: "l"(extremes), "h"(mine), "h"((unsigned short)0x7fff) : "memory");
  asm volatile("red.global.min.noftz.v2.bf16x2 [%0], {%1, %2};"
               :: "l"(extremes + 4), "r"(0x80000000 | (0x3f80 + thread)), "r"(0x7fff7fff) : "memory");
}

// Where the source is ignored or short, zeros are copied.
__global__ void Stage(int* out, const int* from) {
  __shared__ alignas(16) int tile[32][4];
  const int thread = threadIdx.x;
  for (int& each : tile[thread]) each = -1;
  const uint32_t to = SharedAddress(tile[thread]);
  asm volatile("{.reg .pred ignore; setp.ge.s32 ignore, %2, 16;\n\t"
               "cp.async.ca.shared.global [%0], [%1], 8, ignore;\n\t"
               "cp.async.ca.shared.global [%0+8], [%3+8], 4, !ignore;}"
               :: "r"(to), "l"(thread < 16 ? from + 4 * thread : nullptr), "r"(thread), "l"(from) : "memory");
  asm volatile("{.reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n\t"
               "cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 4, policy;}" :: "r"(to + 12), "l"(from) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  for (int i = 0; i < 4; ++i) out[4 * thread + i] = tile[thread][i];
}

// Each block of a pair stores into the other's shared memory, and waits until the other's bytes have come.
__global__ void __cluster_dims__(2) Exchange(int* out) {
  __shared__ alignas(16) int received[6];
  __shared__ unsigned counted[2];
  __shared__ alignas(8) unsigned long long barrier;
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    counted[0] = 0, counted[1] = 100;
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(SharedAddress(&barrier)) : "memory");
    asm volatile("{.reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], 280;}" :: "r"(SharedAddress(&barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
  if (threadIdx.x == 0) {
    asm volatile("{.reg .b32 to, bar; mapa.shared::cluster.u32 to, %0, %2; mapa.shared::cluster.u32 bar, %1, %2;\n\t"
                 "st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [to+16], %3, [bar];\n\t"
                 "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [to], {%4, %4, 7, 8}, [bar];}"
                 :: "r"(SharedAddress(received)), "r"(SharedAddress(&barrier)), "r"(1 - rank), "l"(9ull + (10ull << 32)), "r"(rank + 10) : "memory");
  }
  asm volatile("{.reg .b32 to, bar; mapa.shared::cluster.u32 to, %0, %2; mapa.shared::cluster.u32 bar, %1, %2;\n\t"
               "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [to], %3, [bar];\n\t"
               "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.min.u32 [to+4], %3, [bar];}"
               :: "r"(SharedAddress(counted)), "r"(SharedAddress(&barrier)), "r"(1 - rank), "r"(threadIdx.x + 3) : "memory");
  asm volatile("{.reg .pred done; AGAIN: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], 0; @!done bra AGAIN;}"
               :: "r"(SharedAddress(&barrier)) : "memory");
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i) out[8 * blockIdx.x + i] = i < 6 ? received[i] : counted[i - 6];
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

template <class Type>
static Type* Make(int count) {
  Type* made;
  cudaMallocManaged(&made, count * sizeof(Type));
  for (int i = 0; i < count; ++i) made[i] = Type(0);
  return made;
}
#define WAIT(name) \
  if (cudaDeviceSynchronize() != cudaSuccess) return puts(name), 1

int main() {
  __nv_bfloat16 *sums = Make<__nv_bfloat16>(2), *before = Make<__nv_bfloat16>(32);
  auto* pairs = reinterpret_cast<__nv_bfloat162*>(Make<unsigned>(2));
  AddNarrow<<<1, 32>>>(sums, pairs, before);
  WAIT("AddNarrow");
  unsigned seen = 0;
  for (int i = 0; i < 32; ++i) seen |= 1u << static_cast<int>(__bfloat162float(before[i]));
  Expect(seen == ~0u && __bfloat162float(sums[0]) == 32 && __bfloat162float(sums[1]) == 16, "bf16");
  Expect(__bfloat162float(pairs[0].x) == -32 && __bfloat162float(pairs[0].y) == 32, "bf16x2");
  Expect(__bfloat162float(pairs[1].x) == 32 && __bfloat162float(pairs[1].y) == 64, "bf16x2 in shared memory");

  float *real = Make<float>(8), *old = Make<float>(64);
  auto* halves = Make<unsigned>(2);
  auto* extremes = Make<unsigned short>(8);
  extremes[0] = 0x4a00, extremes[1] = 0x3c00;            // 12 and 1
  extremes[4] = 0x4000, extremes[5] = 0, extremes[6] = 0x3f80, extremes[7] = 0x7fff;
  AddVectors<<<1, 32>>>(real, halves, extremes, old);
  WAIT("AddVectors");
  Expect(real[0] == 32 && real[1] == 64 && real[2] == -32 && real[3] == 16 && real[4] == 32 && real[5] == 320, "v4.f32");
  float total = 0;
  for (int i = 0; i < 64; ++i) total += old[i];
  Expect(total == 31 * 16 * 11, "v2.f32");
  Expect(halves[0] == 0x50004c00 && halves[1] == 0xd0005400, "v2.f16x2");
  Expect(extremes[0] == 0x4fc0 && extremes[1] == 0x3c00, "max.v2.f16");
  Expect(extremes[4] == 0x3f80 && extremes[5] == 0x8000 && extremes[6] == 0x3f80 && extremes[7] == 0x7fff, "min.v2.bf16x2");

  int *from = Make<int>(64), *to = Make<int>(128);
  for (int i = 0; i < 64; ++i) from[i] = i + 1;
  Stage<<<1, 32>>>(to, from);
  WAIT("Stage");
  for (int i = 0; i < 32; ++i) {
    const bool taken = i < 16;
    Expect(to[4 * i] == (taken ? 4 * i + 1 : 0) && to[4 * i + 1] == (taken ? 4 * i + 2 : 0), "ignored");
    Expect(to[4 * i + 2] == (taken ? 0 : 3), "not ignored");
    Expect(to[4 * i + 3] == 1, "cache_hint");
  }

  int* out = Make<int>(16);
  Exchange<<<2, 32>>>(out);
  WAIT("Exchange");
  for (int block = 0; block < 2; ++block) {
    const int* mine = out + 8 * block;
    Expect(mine[2] == 7 && mine[3] == 8 && mine[0] == 11 - block && mine[1] == 11 - block && mine[4] == 9 && mine[5] == 10, "st.async");
    Expect(mine[6] == 31 * 16 + 3 * 32 && mine[7] == 3, "red.async");
  }
  for (void* each : {(void*)sums, (void*)before, (void*)pairs, (void*)real, (void*)old, (void*)halves, (void*)extremes,
                     (void*)from, (void*)to, (void*)out})
    cudaFree(each);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
