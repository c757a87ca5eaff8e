// Inline PTX: bulk copies and reductions, whose bytes a barrier object or a bulk group hears of.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

static int wrong = 0;
static void Expect(bool right, const char* what) {
  if (!right) puts(what), ++wrong;
}

__device__ uint32_t SharedAddress(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }

__device__ void Init(unsigned long long* barrier, unsigned bytes) {
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(SharedAddress(barrier)) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async;" ::: "memory");
  asm volatile("{.reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], %1;}" :: "r"(SharedAddress(barrier)), "r"(bytes) : "memory");
}
__device__ void Wait(unsigned long long* barrier) {
  asm volatile("{.reg .pred done; AGAIN: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], 0; @!done bra AGAIN;}"
               :: "r"(SharedAddress(barrier)) : "memory");
}

// In by a barrier, out by a group.
__global__ void Stage(const int* in, int* out, unsigned bytes) {
  __shared__ alignas(16) int tile[256];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned half = bytes / 2;
  if (threadIdx.x == 0) {
    Init(&barrier, bytes);
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" :: "l"(in), "r"(bytes));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :: "r"(SharedAddress(tile)), "l"(in), "r"(half), "r"(SharedAddress(&barrier)) : "memory");
    asm volatile("{.reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n\t"
                 "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0+512], [%1+512], %2, [%3], policy;}"
                 :: "r"(SharedAddress(tile)), "l"(in), "r"(half), "r"(SharedAddress(&barrier)) : "memory");
  }
  __syncthreads();
  Wait(&barrier);
  tile[threadIdx.x] += 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(out), "r"(SharedAddress(tile)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

// Each block of a pair copies into the other, adds to it, and sends one of its rows to both.
__global__ void __cluster_dims__(2) Exchange(const int* in, int* out) {
  __shared__ alignas(16) int own[32], copied[32], counted[32], both[2][32];
  __shared__ alignas(8) unsigned long long barrier;
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  own[threadIdx.x] = 100 * rank + threadIdx.x;
  counted[threadIdx.x] = 7;
  if (threadIdx.x == 0) Init(&barrier, 4 * 128);
  asm volatile("fence.proxy.async; barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
  if (threadIdx.x == 0) {
    uint32_t to, bar;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(bar) : "r"(SharedAddress(&barrier)), "r"(1 - rank));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(SharedAddress(copied)), "r"(1 - rank));
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];"
                 :: "r"(to), "r"(SharedAddress(own)), "r"(bar) : "memory");
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(SharedAddress(counted)), "r"(1 - rank));
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], 128, [%2];"
                 :: "r"(to), "r"(SharedAddress(own)), "r"(bar) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 128, [%2], %3;"
                 :: "r"(SharedAddress(both[rank])), "l"(in + 32 * rank), "r"(SharedAddress(&barrier)), "h"((unsigned short)3) : "memory");
  }
  Wait(&barrier);
  int* mine = out + 128 * rank + threadIdx.x;
  mine[0] = copied[threadIdx.x], mine[32] = counted[threadIdx.x], mine[64] = both[0][threadIdx.x], mine[96] = both[1][threadIdx.x];
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

#define REDUCE(operation, type, to, from) \
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." operation "." type " [%0], [%1], %2;" \
               :: "l"(to), "r"(SharedAddress(from)), "r"(unsigned(sizeof(from))) : "memory")

// All blocks reduce into the same arrays.
__global__ void Reduce(int* sums, float* reals, unsigned long long* most, unsigned* bits, __half* halves, __nv_bfloat16* least) {
  __shared__ alignas(16) int one[64];
  __shared__ alignas(16) float real[64];
  __shared__ alignas(16) unsigned long long large[64];
  __shared__ alignas(16) unsigned bit[64];
  __shared__ alignas(16) __half half[64];
  __shared__ alignas(16) __nv_bfloat16 brain[64];
  const int i = threadIdx.x, block = blockIdx.x;
  one[i] = i - block, real[i] = 0.5f * i, large[i] = (1ull << 40) * ((i + 3 * block) % 8), bit[i] = 1u << block;
  half[i] = __float2half(static_cast<float>(i % 4)), brain[i] = __float2bfloat16(static_cast<float>((i + block) % 5));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (i == 0) {
    REDUCE("add", "s32", sums, one);
    REDUCE("add", "f32", reals, real);
    REDUCE("max", "u64", most, large);
    REDUCE("or", "b32", bits, bit);
    REDUCE("add.noftz", "f16", halves, half);
    REDUCE("min", "bf16", least, brain);
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
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
  int *in = Make<int>(256), *out = Make<int>(256);
  for (int i = 0; i < 256; ++i) in[i] = 3 * i;
  Stage<<<1, 256>>>(in, out, 1024);
  WAIT("Stage");
  for (int i = 0; i < 256; ++i) Expect(out[i] == 3 * i + 1, "Stage");

  Exchange<<<2, 32>>>(in, out);
  WAIT("Exchange");
  for (int block = 0; block < 2; ++block)
    for (int i = 0; i < 32; ++i) {
      const int* mine = out + 128 * block + i;
      const int others = 100 * (1 - block) + i;
      Expect(mine[0] == others, "shared to shared");
      Expect(mine[32] == 7 + others, "reduced in shared memory");
      Expect(mine[64] == 3 * i && mine[96] == 3 * (32 + i), "multicast");
    }

  constexpr int kBlocks = 6;
  int* sums = Make<int>(64);
  float* reals = Make<float>(64);
  auto* most = Make<unsigned long long>(64);
  auto* bits = Make<unsigned>(64);
  auto* halves = Make<__half>(64);
  auto* least = Make<__nv_bfloat16>(64);
  for (int i = 0; i < 64; ++i) least[i] = __float2bfloat16(100.0f);
  Reduce<<<kBlocks, 64>>>(sums, reals, most, bits, halves, least);
  WAIT("Reduce");
  for (int i = 0; i < 64; ++i) {
    unsigned long long large = 0;
    int small = 100;
    for (int block = 0; block < kBlocks; ++block) {
      if ((i + 3 * block) % 8 > large) large = (i + 3 * block) % 8;
      if ((i + block) % 5 < small) small = (i + block) % 5;
    }
    Expect(sums[i] == kBlocks * i - 15, "add.s32");
    Expect(reals[i] == 0.5f * kBlocks * i, "add.f32");
    Expect(most[i] == (large << 40), "max.u64");
    Expect(bits[i] == (1u << kBlocks) - 1, "or.b32");
    Expect(__half2float(halves[i]) == kBlocks * (i % 4), "add.noftz.f16");
    Expect(__bfloat162float(least[i]) == small, "min.bf16");
  }
  for (void* each : {(void*)in, (void*)out, (void*)sums, (void*)reals, (void*)most, (void*)bits, (void*)halves, (void*)least}) cudaFree(each);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
