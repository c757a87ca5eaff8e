// Inline PTX: loads, stores, atomics and copies in every state space, with the hints, orders and scopes that programs use.
#include <cstdint>
#include <cstdio>

__device__ uint32_t SharedAddress(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }

__constant__ int table[4] = {10, 20, 30, 40};
extern __shared__ float4 dynamic[];

__global__ void Copy(float* to, const float* from, int count) {
  __shared__ alignas(16) float tile[64];
  const int thread = threadIdx.x;
  float4 read;
  asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(read.x), "=f"(read.y), "=f"(read.z), "=f"(read.w) : "l"(from + 4 * thread));
  asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};"
               :: "r"(SharedAddress(tile + 4 * thread)), "f"(read.x), "f"(read.y), "f"(read.z), "f"(read.w) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  float value;
  asm volatile("ld.shared.f32 %0, [%1 + 4];" : "=f"(value) : "r"(SharedAddress(tile + (4 * thread + 4) % 64)));
  asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %2, %3;\n\t@p st.global.cs.f32 [%0], %1;\n\t}"
               :: "l"(to + thread), "f"(value), "r"(thread), "r"(count) : "memory");
}

__global__ void Narrow(unsigned* out, const unsigned char* bytes) {
  unsigned a, c;
  int b;
  unsigned short h;
  asm("ld.global.u8 %0, [%1];" : "=r"(a) : "l"(bytes));
  asm("ld.global.s8 %0, [%1 + 1];" : "=r"(b) : "l"(bytes));
  asm("ld.b16 %0, [%1];" : "=h"(h) : "l"(bytes));
  asm("{.reg .u64 a; cvta.to.global.u64 a, %1; ld.global.u32 %0, [a + -4];}" : "=r"(c) : "l"(bytes + 4));
  out[0] = a, out[1] = b, out[2] = h, out[3] = c;
  asm volatile("st.global.u8 [%0], %1;" :: "l"(out + 4), "r"(0x1234));
  asm("ld.const.s32 %0, [%1];" : "=r"(b) : "l"(&table[2]));
  out[5] = b;
  int local[4] = {1, 2, 3, 4};
  asm volatile("st.local.u32 [%0], 9;" :: "l"(local + 1) : "memory");
  out[6] = local[1] + local[2];
  unsigned long long w;
  asm("ld.global.v2.u32 {_, %0}, [%1];" : "=r"(a) : "l"(bytes));
  asm("ld.relaxed.gpu.global.L1::no_allocate.u64 %0, [%1];" : "=l"(w) : "l"(bytes));
  out[7] = a + static_cast<unsigned>(w);
}

__global__ void Add(int* sums, unsigned* wrapped, float* real, unsigned long long* best) {
  __shared__ int local;
  const unsigned thread = threadIdx.x;
  if (thread == 0) asm volatile("st.shared.u32 [%0], 0;" :: "r"(SharedAddress(&local)) : "memory");
  __syncthreads();
  asm volatile("red.shared.add.s32 [%0], %1;" :: "r"(SharedAddress(&local)), "r"(thread) : "memory");
  int before;
  asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(sums), "r"(1) : "memory");
  asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" :: "l"(sums + 1), "r"(before) : "memory");
  asm volatile("atom.add.release.gpu.u32 %0, [%1], 1;" : "=r"(before) : "l"(sums + 2) : "memory");
  asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], 6;" : "=r"(before) : "l"(wrapped) : "memory");
  asm volatile("red.global.add.f32 [%0], %1;" :: "l"(real), "f"(0.5f) : "memory");
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" :: "l"(real + 1), "r"(0x3c003800) : "memory");
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(before) : "l"(wrapped + 1), "r"(0), "r"(thread + 1) : "memory");
  if (before == 0) asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(wrapped + 2), "r"(thread + 1) : "memory");
  asm volatile("{.reg .u64 old; atom.global.min.u64 old, [%0], %1;}" :: "l"(best), "l"(1000ull - thread) : "memory");
  __syncthreads();
  if (thread == 0) sums[3] = local;
}

// A spin lock, and a flag between blocks.
__global__ void Wait(int* lock, int* total, volatile int* flag) {
  asm volatile("{\n\t.reg .pred p;\n\t.reg .u32 r;\n"
               "AGAIN:\n\tatom.acquire.gpu.global.cas.b32 r, [%0], 0, 1;\n\tsetp.ne.u32 p, r, 0;\n\t@p bra AGAIN;\n\t}"
               :: "l"(lock) : "memory");
  *total += 1;
  asm volatile("st.release.gpu.global.u32 [%0], 0;" :: "l"(lock) : "memory");
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    asm volatile("fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%0], 1;" :: "l"(flag) : "memory");
  } else {
    int seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    } while (seen == 0);
  }
}

__global__ void Stage(int* to, const int* from, int valid) {
  const unsigned thread = threadIdx.x;
  const uint32_t buffer = SharedAddress(dynamic);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(buffer + 16 * thread), "l"(from + 4 * thread) : "memory");
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;"
               :: "r"(buffer + 512 + 16 * thread), "l"(from + 4 * thread), "r"(valid) : "memory");
  asm volatile("cp.async.commit_group;\n");
  asm volatile("cp.async.wait_group %0;\n" :: "n"(0));
  asm volatile("membar.cta; barrier.sync 0;" ::: "memory");
  const int* staged = reinterpret_cast<const int*>(dynamic);
  const unsigned other = (thread + 1) % blockDim.x;
  to[thread] = staged[4 * other + 3] + staged[128 + 4 * other] + staged[128 + 4 * other + 1] + staged[128 + 4 * other + 3];
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  asm volatile("ld.global.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(valid) : "l"(from), "l"(policy));
  asm volatile("prefetch.global.L2 [%0];" :: "l"(from));
}

static int wrong = 0;
static void Expect(bool right, const char* what) {
  if (!right) puts(what), ++wrong;
}
template <class Type>
static Type* Make(int count) {
  Type* made;
  cudaMallocManaged(&made, count * sizeof(Type));
  for (int i = 0; i < count; ++i) made[i] = 0;
  return made;
}
#define WAIT(name) \
  if (cudaDeviceSynchronize() != cudaSuccess) return puts(name), 1

int main() {
  float *from = Make<float>(64), *to = Make<float>(64), *real = Make<float>(2);
  for (int i = 0; i < 64; ++i) from[i] = i;
  Copy<<<1, 16>>>(to, from, 15);
  WAIT("Copy");
  for (int i = 0; i < 16; ++i) Expect(to[i] == (i == 15 ? 0 : (4 * i + 4) % 64 + 1), "Copy");

  unsigned* out = Make<unsigned>(8);
  unsigned char* bytes = Make<unsigned char>(8);
  for (int i = 0; i < 8; ++i) bytes[i] = 0xf8 + i;
  out[4] = 0xffffffff;
  Narrow<<<1, 1>>>(out, bytes);
  WAIT("Narrow");
  const unsigned want[] = {0xf8, 0xfffffff9, 0xf9f8, 0xfbfaf9f8, 0xffffff34, 30, 12, 0xfffefdfcu + 0xfbfaf9f8u};
  for (int i = 0; i < 8; ++i) Expect(out[i] == want[i], "Narrow");

  int* sums = Make<int>(4);
  unsigned* wrapped = Make<unsigned>(3);
  unsigned long long* best = Make<unsigned long long>(1);
  *best = ~0ull;
  Add<<<1, 64>>>(sums, wrapped, real, best);
  WAIT("Add");
  Expect(sums[0] == 64 && sums[1] == 63 && sums[2] == 64 && sums[3] == 63 * 32, "sums");
  Expect(wrapped[0] == 64 % 7 && wrapped[1] == wrapped[2] && wrapped[1] > 0, "wrapped");
  Expect(real[0] == 32 && *reinterpret_cast<unsigned*>(real + 1) == 0x54005000 && *best == 1000 - 63, "reals");

  int* words = Make<int>(3);
  Wait<<<4, 40>>>(words, words + 1, words + 2);
  WAIT("Wait");
  Expect(words[0] == 0 && words[1] == 160, "Wait");

  int *source = Make<int>(128), *target = Make<int>(32);
  for (int i = 0; i < 128; ++i) source[i] = i;
  Stage<<<1, 32, 1024>>>(target, source, 8);
  WAIT("Stage");
  for (int i = 0; i < 32; ++i) {
    const int other = (i + 1) % 32;
    Expect(target[i] == 4 * other + 3 + 4 * other + 4 * other + 1, "Stage");
  }
  for (void* each : {(void*)from, (void*)to, (void*)real, (void*)out, (void*)bytes, (void*)sums, (void*)wrapped,
                     (void*)best, (void*)words, (void*)source, (void*)target})
    cudaFree(each);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
