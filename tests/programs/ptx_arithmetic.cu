// Inline PTX: arithmetic, bits, comparisons and conversions, against the same computed by the host.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

constexpr int kMost = 128;

struct Results {
  int count;
  uint64_t values[kMost];
};

#define GIVE(value) results->values[results->count++] = (uint64_t)(value)
#define BITS32(instruction, ...)                                          \
  {                                                                       \
    unsigned result;                                                      \
    asm(instruction : "=r"(result) : __VA_ARGS__);                        \
    GIVE(result);                                                         \
  }
#define BITS64(instruction, ...)                                          \
  {                                                                       \
    unsigned long long result;                                            \
    asm(instruction : "=l"(result) : __VA_ARGS__);                        \
    GIVE(result);                                                         \
  }
#define FLOAT(instruction, ...)                                           \
  {                                                                       \
    float result;                                                         \
    asm(instruction : "=f"(result) : __VA_ARGS__);                        \
    GIVE(__float_as_uint(result));                                        \
  }
#define DOUBLE(instruction, ...)                                          \
  {                                                                       \
    double result;                                                        \
    asm(instruction : "=d"(result) : __VA_ARGS__);                        \
    GIVE(__double_as_longlong(result));                                   \
  }
#define HALF(instruction, ...)                                            \
  {                                                                       \
    unsigned short result;                                                \
    asm(instruction : "=h"(result) : __VA_ARGS__);                        \
    GIVE(result);                                                         \
  }

__global__ void Whole(Results* results, unsigned a, unsigned b, unsigned c, unsigned long long w) {
  BITS32("add.u32 %0, %1, %2;", "r"(a), "r"(b));
  BITS32("add.sat.s32 %0, %1, %2;", "r"(0x7ffffff0), "r"(100));
  BITS32("sub.sat.s32 %0, %1, %2;", "r"(0x80000010), "r"(100));
  BITS32("mul.hi.u32 %0, %1, %2;", "r"(a), "r"(b));
  BITS64("mul.wide.s32 %0, %1, %2;", "r"(-5), "r"(b));
  BITS64("mad.wide.u32 %0, %1, %2, %3;", "r"(a), "r"(b), "l"(w));
  BITS32("mad.lo.s32 %0, %1, %2, %3;", "r"(a), "r"(b), "r"(c));
  BITS32("mul24.lo.u32 %0, %1, %2;", "r"(a), "r"(b));
  BITS32("div.s32 %0, %1, %2;", "r"(-17), "r"(5));
  BITS32("rem.s32 %0, %1, %2;", "r"(-17), "r"(5));
  BITS32("sad.u32 %0, %1, %2, %3;", "r"(3), "r"(10), "r"(100));
  BITS32("min.s32 %0, %1, %2;", "r"(-1), "r"(1));
  BITS32("max.u32 %0, %1, %2;", "r"(-1), "r"(1));
  BITS32("dp4a.s32.s32 %0, %1, %2, %3;", "r"(0x01ff0203), "r"(0x04050607), "r"(10));
  BITS32("dp2a.lo.u32.u32 %0, %1, %2, %3;", "r"(0x00020003), "r"(0x04050607), "r"(10));
  // 128 bits, in one statement and over three.
  BITS64("{\n\t.reg .u64 low;\n\tadd.cc.u64 low, %1, %1;\n\taddc.u64 %0, 0, 5;\n\t}", "l"(1ull << 63));
  unsigned low, middle, high;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(low) : "r"(~0u), "r"(1));
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(middle) : "r"(~0u), "r"(0));
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(high) : "r"(7), "r"(0));
  GIVE(low); GIVE(middle); GIVE(high);
  asm volatile("{sub.cc.u32 %0, %2, %3; subc.u32 %1, 0, 0;}" : "=r"(low), "=r"(high) : "r"(3), "r"(5));
  GIVE(low); GIVE(high);
}

__global__ void Bits(Results* results, unsigned a, unsigned b, unsigned c) {
  BITS32("lop3.b32 %0, %1, %2, %3, 0xE8;", "r"(a), "r"(b), "r"(c));
  BITS32("lop3.b32 %0, %1, %2, %3, %4;", "r"(a), "r"(b), "r"(c), "n"(0x96));
  BITS32("prmt.b32 %0, %1, %2, 0x5410;", "r"(a), "r"(b));
  BITS32("prmt.b32 %0, %1, %2, %3;", "r"(0x80u), "r"(b), "r"(0x8888));
  BITS32("prmt.b32.f4e %0, %1, %2, %3;", "r"(a), "r"(b), "r"(1));
  BITS32("bfe.u32 %0, %1, 4, 8;", "r"(a));
  BITS32("bfe.s32 %0, %1, 28, 8;", "r"(0x80000000u));
  BITS32("bfi.b32 %0, %1, %2, 8, 12;", "r"(a), "r"(b));
  BITS32("bfind.u32 %0, %1;", "r"(0x00100000));
  BITS32("bfind.shiftamt.s32 %0, %1;", "r"(-2));
  BITS32("brev.b32 %0, %1;", "r"(a));
  BITS32("popc.b32 %0, %1;", "r"(a));
  BITS32("clz.b32 %0, %1;", "r"(0x1000));
  BITS32("shf.l.wrap.b32 %0, %1, %2, 8;", "r"(a), "r"(b));
  BITS32("shf.r.clamp.b32 %0, %1, %2, 40;", "r"(a), "r"(b));
  BITS32("shl.b32 %0, %1, %2;", "r"(a), "r"(33));
  BITS32("shr.s32 %0, %1, %2;", "r"(0x80000000), "r"(40));
  BITS32("not.b32 %0, %1;", "r"(a));
  BITS32("cnot.b32 %0, %1;", "r"(0));
  BITS32("{.reg .b16 x, y; mov.b32 {x, y}, %1; mov.b32 %0, {y, x};}", "r"(a));
  BITS64("mov.b64 %0, {%1, %2};", "r"(a), "r"(b));
}

// A loop and its labels; predicates; comments; scopes that hide names.
__global__ void Flow(Results* results, int n, float x) {
  BITS32("{\n\t"
         ".reg .pred done;   // the condition\n\t"
         ".reg .u32 i, sum;\n\t"
         "mov.u32 i, 0; mov.u32 sum, 0;\n"
         "AGAIN:\n\t"
         "setp.ge.u32 done, i, %1;\n\t"
         "@done bra DONE;\n\t"
         "add.u32 sum, sum, i;  /* in all */\n\t"
         "add.u32 i, i, 1;\n\t"
         "bra AGAIN;\n"
         "DONE:\n\t"
         "mov.u32 %0, sum;\n\t}", "r"(n));
  BITS32("{.reg .pred p, q; setp.lt.and.s32 p|q, %1, 5, 1; @p mov.u32 %0, 1; @!p mov.u32 %0, 2; @q add.u32 %0, %0, 4;}",
         "r"(n));
  BITS32("{.reg .u32 r; mov.u32 r, 1; {.reg .u32 r; mov.u32 r, 2;} mov.u32 %0, r;}", "r"(n));
  BITS32("{.reg .pred p; setp.num.f32 p, %1, %1; selp.b32 %0, 10, 20, p;}", "f"(x));
  BITS32("set.gt.u32.f32 %0, %1, 0f3f800000;", "f"(x));
  BITS32("slct.u32.s32 %0, 5, 6, %1;", "r"(-n));
  int both = n;
  asm("add.s32 %0, %0, 1;" : "+r"(both));
  GIVE(both);
}

__global__ void Reals(Results* results, float x, float y, double d) {
  FLOAT("add.rz.f32 %0, %1, %2;", "f"(x), "f"(y));
  FLOAT("add.rp.f32 %0, %1, %2;", "f"(x), "f"(y));
  FLOAT("fma.rm.f32 %0, %1, %2, %3;", "f"(x), "f"(y), "f"(x));
  FLOAT("mul.ftz.f32 %0, %1, %2;", "f"(1e-30f), "f"(1e-10f));
  FLOAT("mul.f32 %0, %1, %2;", "f"(1e-30f), "f"(1e-10f));
  FLOAT("add.sat.f32 %0, %1, %2;", "f"(x), "f"(y));
  FLOAT("min.f32 %0, %1, %2;", "f"(x), "f"(nanf("")));
  FLOAT("neg.f32 %0, %1;", "f"(x));
  FLOAT("div.rn.f32 %0, %1, %2;", "f"(x), "f"(y));
  FLOAT("sqrt.rn.f32 %0, %1;", "f"(x));
  FLOAT("copysign.f32 %0, %1, %2;", "f"(-1.f), "f"(x));
  DOUBLE("fma.rn.f64 %0, %1, %2, 0d3FF0000000000000;", "d"(d), "d"(d));
  DOUBLE("add.f64 %0, %1, %2;", "d"(d), "d"(d));
  BITS32("cvt.rni.s32.f32 %0, %1;", "f"(2.5f));
  BITS32("cvt.rzi.u32.f32 %0, %1;", "f"(-3.5f));
  BITS32("cvt.rpi.s32.f64 %0, %1;", "d"(1e10));
  BITS32("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;", "r"(-9), "r"(5), "r"(0x123456));
  BITS32("cvt.pack.sat.u2.s32.b32 %0, %1, %2, %3;", "r"(7), "r"(1), "r"(5));
  HALF("cvt.rn.satfinite.f16.f32 %0, %1;", "f"(1e6f));
  BITS32("cvt.sat.u8.s32 %0, %1;", "r"(300));
  BITS32("cvt.s8.s32 %0, %1;", "r"(200));
  FLOAT("cvt.rz.f32.f64 %0, %1;", "d"(d));
  FLOAT("cvt.rn.f32.u32 %0, %1;", "r"(0xfffffff1u));
  HALF("cvt.rn.f16.f32 %0, %1;", "f"(x));
  HALF("{.reg .f16 a; cvt.rn.f16.f32 a, %1; fma.rn.f16 %0, a, a, a;}", "f"(1.5f));
  BITS32("cvt.rn.bf16x2.f32 %0, %1, %2;", "f"(1.0f), "f"(-2.0f));
  BITS32("add.f16x2 %0, %1, %2;", "r"(0x3c004000), "r"(0x3c003c00));
  BITS32("cvt.rna.tf32.f32 %0, %1;", "f"(1.0f + 0x1p-11f));
  BITS32("{.reg .pred p; testp.infinite.f32 p, %1; selp.u32 %0, 1, 0, p;}", "f"(x));
}

// Approximations are compared with PTX's bounds.
__global__ void Approximations(float* out, float x) {
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(out[0]) : "f"(x));
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(out[1]) : "f"(x));
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(out[2]) : "f"(x));
  asm("lg2.approx.f32 %0, %1;" : "=f"(out[3]) : "f"(x));
  asm("sin.approx.f32 %0, %1;" : "=f"(out[4]) : "f"(x));
  asm("cos.approx.f32 %0, %1;" : "=f"(out[5]) : "f"(x));
  asm("tanh.approx.f32 %0, %1;" : "=f"(out[6]) : "f"(x));
  asm("sqrt.approx.f32 %0, %1;" : "=f"(out[7]) : "f"(x));
  asm("div.approx.f32 %0, %1, %2;" : "=f"(out[8]) : "f"(x), "f"(3.0f));
}

static uint64_t Bits(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  return bits;
}
static uint64_t Bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  return bits;
}

static int wrong = 0;
static void Expect(const char* name, const Results& got, const uint64_t* want, int count) {
  if (got.count != count) printf("%s: %d results, not %d\n", name, got.count, count), ++wrong;
  for (int i = 0; i < count && i < got.count; ++i)
    if (got.values[i] != want[i])
      printf("%s, result %d: %llx, not %llx\n", name, i, (unsigned long long)got.values[i], (unsigned long long)want[i]), ++wrong;
}
#define CHECK_RESULTS(name, ...)                                         \
  {                                                                      \
    if (cudaDeviceSynchronize() != cudaSuccess) return puts(name), 1;    \
    const uint64_t want[] = {__VA_ARGS__};                               \
    Expect(name, *results, want, sizeof want / sizeof *want);            \
    results->count = 0;                                                  \
  }

int main() {
  Results* results;
  float* numbers;
  cudaMallocManaged(&results, sizeof *results);
  cudaMallocManaged(&numbers, 16 * sizeof *numbers);
  results->count = 0;
  const unsigned a = 0x12345678, b = 0x9abcdef0, c = 0x0f0f0f0f;
  Whole<<<1, 1>>>(results, a, b, c, 77);
  CHECK_RESULTS("Whole", (uint32_t)(a + b), 0x7fffffff, 0x80000000, (uint64_t)a * b >> 32,
                (uint64_t)(-5ll * (int)b), (uint64_t)a * b + 77, (uint32_t)(a * b + c),
                (uint32_t)((a & 0xffffff) * (b & 0xffffff)), (uint32_t)-3, (uint32_t)-2, 107, (uint32_t)-1, 0xffffffff,
                10 + 4 - 5 + 12 + 21, 10 + 3 * 7 + 2 * 6, 6, 0, 0, 8, (uint32_t)-2, (uint32_t)-1);
  Bits<<<1, 1>>>(results, a, b, c);
  CHECK_RESULTS("Bits", (a & b) | (a & c) | (b & c), a ^ b ^ c, 0xdef05678, 0xffffffff, 0xf0123456, 0x67, 0xfffffff8,
                0x9ab678f0, 20, 31, 0x1e6a2c48, 13, 19, (uint32_t)(b << 8 | a >> 24), b, 0, 0xffffffff, ~a, 1, 0x56781234,
                (uint64_t)b << 32 | a);
  Flow<<<1, 1>>>(results, 10, 1.5f);
  CHECK_RESULTS("Flow", 45, 6, 1, 10, 0xffffffff, 6, 11);
  Reals<<<1, 1>>>(results, 1.0f, 0x1p-30f, 1.1);
  CHECK_RESULTS("Reals", Bits(1.0f), Bits(1.0f + 0x1p-23f), Bits(1.0f), 0, Bits(1e-30f * 1e-10f), Bits(1.0f), Bits(1.0f),
                Bits(-1.0f), Bits(0x1p30f), Bits(1.0f), Bits(-1.0f), Bits(std::fma(1.1, 1.1, 1.0)), Bits(1.1 + 1.1), 2, 0,
                0x7fffffff, 0x12345685, 93, 0x7bff, 255, (uint32_t)-56, Bits(0x1.199998p0f), Bits(4294967296.0f), 0x3c00, 0x4380, 0x3f80c000, 0x40004200,
                Bits(1.0f + 0x1p-10f), 0);
  const float x = 0.7f;
  Approximations<<<1, 1>>>(numbers, x);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Approximations"), 1;
  const double exact[] = {1 / (double)x, 1 / std::sqrt((double)x), std::exp2((double)x), std::log2((double)x), std::sin((double)x),
                          std::cos((double)x), std::tanh((double)x), std::sqrt((double)x), x / 3.0};
  const double bounds[] = {0x1p-23, 0x1p-22, 0x1p-21, 0x1p-22, 0x1p-20, 0x1p-20, 0x1p-10, 0x1p-22, 0x1p-22};
  for (int i = 0; i < 9; ++i)
    if (!(std::fabs(numbers[i] - exact[i]) <= bounds[i])) printf("approximation %d: %g, not %g\n", i, numbers[i], exact[i]), ++wrong;
  cudaFree(results);
  cudaFree(numbers);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
