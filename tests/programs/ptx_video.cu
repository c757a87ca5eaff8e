// Inline PTX: video instructions on parts of registers, against the same computed by the host.
#include <algorithm>
#include <cstdint>
#include <cstdio>

using Wide = __int128;

// --- the host's part: numbers that are wide enough, cut off at the end
static Wide Part(uint32_t whole, int width, int index, bool is_signed) {
  const uint32_t bits = width == 32 ? whole : whole >> width * index & ((1u << width) - 1);
  return is_signed ? (int32_t)(bits << (32 - width)) >> (32 - width) : (Wide)bits;
}
static Wide U8(uint32_t x, int i) { return Part(x, 8, i, false); }
static Wide S8(uint32_t x, int i) { return Part(x, 8, i, true); }
static Wide U16(uint32_t x, int i) { return Part(x, 16, i, false); }
static Wide S16(uint32_t x, int i) { return Part(x, 16, i, true); }
static Wide U32(uint32_t x) { return x; }
static Wide S32(uint32_t x) { return (int32_t)x; }
static Wide Clamp(Wide x, int width, bool is_signed) {
  const Wide low = is_signed ? -((Wide)1 << (width - 1)) : 0;
  const Wide high = ((Wide)1 << (is_signed ? width - 1 : width)) - 1;
  return std::max(low, std::min(high, x));
}
static Wide Absolute(Wide x) { return x < 0 ? -x : x; }
static Wide Average(Wide x, Wide y) { return x + y >= 0 ? (x + y + 1) >> 1 : (x + y) >> 1; }
static uint32_t Insert(uint32_t into, Wide x, int width, int index) {
  const uint32_t mask = ((1u << width) - 1) << width * index;
  return (into & ~mask) | ((uint32_t)x << width * index & mask);
}
template <class F>
static uint32_t Halves(uint32_t c, F element) {
  return Insert(Insert(c, element(0), 16, 0), element(1), 16, 1);
}
template <class F>
static uint32_t Bytes(uint32_t c, F element) {
  for (int i = 0; i < 4; ++i) c = Insert(c, element(i), 8, i);
  return c;
}

// The instruction, without its registers' names (%0: the result, %1 to %3: a, b and c), and what it gives.
#define ALL(ROW)                                                                                                      \
  ROW("vadd.u32.u32.u32 %0, %1, %2;", U32(a) + U32(b))                                                                \
  ROW("vadd.s32.u32.s32.sat %0, %1.b0, %2.h1;", Clamp(U8(a, 0) + S16(b, 1), 32, true))                                \
  ROW("vadd.s32.s32.s32.sat %0, %1, %2;", Clamp(S32(a) + S32(b), 32, true))                                           \
  ROW("vadd.u32.u32.s32.sat %0.b2, %1.h0, %2.b3, %3;", Insert(c, Clamp(U16(a, 0) + S8(b, 3), 8, false), 8, 2))        \
  ROW("vadd.s32.s32.s32.add %0, %1.b1, %2.b2, %3;", S8(a, 1) + S8(b, 2) + S32(c))                                     \
  ROW("vsub.s32.u32.u32.sat %0, %1, %2;", Clamp(U32(a) - U32(b), 32, true))                                           \
  ROW("vsub.s32.s32.u32.sat %0.h1, %1.h1, %2.h0, %3;", Insert(c, Clamp(S16(a, 1) - U16(b, 0), 16, true), 16, 1))      \
  ROW("vsub.u32.u32.u32.max %0, %1.b3, %2.b3, %3;", std::max(U8(a, 3) - U8(b, 3), U32(c)))                            \
  ROW("vabsdiff.u32.s32.s32 %0, %1, %2;", Absolute(S32(a) - S32(b)))                                                  \
  ROW("vabsdiff.u32.u32.u32.add %0, %1.b0, %2.b0, %3;", Absolute(U8(a, 0) - U8(b, 0)) + U32(c))                       \
  ROW("vmin.s32.s32.s32.max %0, %1, %2.h0, %3;", std::max(std::min(S32(a), S16(b, 0)), S32(c)))                       \
  ROW("vmax.s32.s32.s32.min %0, %1.h1, %2, %3;", std::min(std::max(S16(a, 1), S32(b)), S32(c)))                       \
  ROW("vshl.u32.u32.u32.clamp %0, %1, %2.b0;", U32(a) << (int)std::min<Wide>(U8(b, 0), 32))                           \
  ROW("vshl.u32.u32.u32.wrap.add %0, %1.b0, %2.b1, %3;", (U8(a, 0) << (int)(U8(b, 1) & 31)) + U32(c))                 \
  ROW("vshr.s32.s32.u32.clamp %0, %1, %2.b0;", S32(a) >> (int)std::min<Wide>(U8(b, 0), 32))                           \
  ROW("vshr.u32.u32.u32.sat.wrap %0.b0, %1, %2, %3;", Insert(c, Clamp(U32(a) >> (int)(b & 31), 8, false), 8, 0))      \
  ROW("vmad.u32.u32.u32 %0, %1.h0, %2.h1, %3;", U16(a, 0) * U16(b, 1) + U32(c))                                       \
  ROW("vmad.s32.s32.s32.sat %0, %1, %2.b0, %3;", Clamp(S32(a) * S8(b, 0) + S32(c), 32, true))                         \
  ROW("vmad.s32.s32.s32.shr15 %0, %1.h1, %2.h1, -%3;", (S16(a, 1) * S16(b, 1) - S32(c)) >> 15)                        \
  ROW("vmad.s32.u32.u32.sat.shr7 %0, -%1.h0, %2.h0, %3;", Clamp((-(U16(a, 0) * U16(b, 0)) + S32(c)) >> 7, 32, true))  \
  ROW("vmad.u32.u32.u32.po.shr7 %0, %1.b2, %2.b3, %3;", (U8(a, 2) * U8(b, 3) + U32(c) + 1) >> 7)                      \
  ROW("vset.s32.u32.lt %0, %1, %2;", S32(a) < U32(b))                                                                 \
  ROW("vset.u32.u32.ge.add %0, %1.b0, %2.b0, %3;", (U8(a, 0) >= U8(b, 0)) + U32(c))                                   \
  ROW("vset.s32.s32.ne %0.h1, %1.h1, %2.b3, %3;", Insert(c, S16(a, 1) != S8(b, 3), 16, 1))                            \
  ROW("vadd2.u32.u32.u32 %0, %1, %2, %3;", Halves(c, [&](int i) { return U16(a, i) + U16(b, i); }))                   \
  ROW("vadd2.s32.s32.s32.sat %0, %1.h12, %2.h30, %3;",                                                                \
      Halves(c, [&](int i) { return Clamp(i ? S16(a, 1) + S16(b, 1) : S16(b, 0) + S16(a, 0), 16, true); }))           \
  ROW("vsub2.u32.u32.u32.sat %0.h1, %1, %2, %3;", Insert(c, Clamp(U16(a, 1) - U16(b, 1), 16, false), 16, 1))          \
  ROW("vavrg2.s32.s32.s32 %0, %1, %2, %3;", Halves(c, [&](int i) { return Average(S16(a, i), S16(b, i)); }))          \
  ROW("vabsdiff2.u32.u32.u32.add %0, %1, %2, %3;",                                                                    \
      Absolute(U16(a, 0) - U16(b, 0)) + Absolute(U16(a, 1) - U16(b, 1)) + U32(c))                                     \
  ROW("vmin2.s32.s32.s32 %0, %1, %2, %3;", Halves(c, [&](int i) { return std::min(S16(a, i), S16(b, i)); }))          \
  ROW("vmax2.u32.u32.u32 %0, %1, %2, %3;", Halves(c, [&](int i) { return std::max(U16(a, i), U16(b, i)); }))          \
  ROW("vset2.u32.u32.lt %0, %1, %2, %3;", Halves(c, [&](int i) { return (Wide)(U16(a, i) < U16(b, i)); }))            \
  ROW("vadd4.u32.u32.u32.sat %0, %1, %2, %3;",                                                                        \
      Bytes(c, [&](int i) { return Clamp(U8(a, i) + U8(b, i), 8, false); }))                                          \
  ROW("vsub4.s32.s32.s32 %0.b20, %1, %2, %3;",                                                                        \
      Insert(Insert(c, S8(a, 0) - S8(b, 0), 8, 0), S8(a, 2) - S8(b, 2), 8, 2))                                        \
  ROW("vavrg4.u32.u32.u32 %0, %1, %2, %3;", Bytes(c, [&](int i) { return Average(U8(a, i), U8(b, i)); }))             \
  ROW("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;",                                                                    \
      Absolute(U8(a, 0) - U8(b, 0)) + Absolute(U8(a, 1) - U8(b, 1)) + Absolute(U8(a, 2) - U8(b, 2)) +                 \
          Absolute(U8(a, 3) - U8(b, 3)) + U32(c))                                                                     \
  ROW("vmin4.u32.u32.u32 %0, %1.b0123, %2, %3;", Bytes(c, [&](int i) { return std::min(U8(a, 3 - i), U8(b, i)); }))   \
  ROW("vmax4.s32.s32.s32 %0, %1, %2.b3333, %3;", Bytes(c, [&](int i) { return std::max(S8(a, i), S8(a, 3)); }))       \
  ROW("vset4.s32.s32.gt.add %0, %1, %2, %3;",                                                                         \
      (S8(a, 0) > S8(b, 0)) + (S8(a, 1) > S8(b, 1)) + (S8(a, 2) > S8(b, 2)) + (S8(a, 3) > S8(b, 3)) + U32(c))

#define COUNT(text, value) +1
constexpr int kRows = 0 ALL(COUNT), kInputs = 96;

struct Input {
  uint32_t a, b, c;
};

__global__ void Compute(const Input* inputs, uint32_t* results) {
  const Input in = inputs[threadIdx.x];
  uint32_t* to = results + threadIdx.x * kRows;
#define ROW(text, value)                                                       \
  {                                                                            \
    uint32_t result;                                                           \
    asm(text : "=r"(result) : "r"(in.a), "r"(in.b), "r"(in.c));                \
    *to++ = result;                                                            \
  }
  ALL(ROW)
#undef ROW
}

static int CheckOne(const Input& in, const uint32_t* results) {
  const uint32_t a = in.a, b = in.b, c = in.c;
  int wrong = 0;
#define ROW(text, value)                                                                                 \
  if (*results++ != (uint32_t)(value))                                                                   \
    printf("%s of %x, %x, %x gives %x, not %x\n", text, a, b, c, results[-1], (uint32_t)(value)), ++wrong;
  ALL(ROW)
#undef ROW
  return wrong;
}

int main() {
  Input* inputs;
  uint32_t* results;
  cudaMallocManaged(&inputs, kInputs * sizeof *inputs);
  cudaMallocManaged(&results, kInputs * kRows * sizeof *results);
  const uint32_t edges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x00ff7f80, 0x80007fff, 0xff80ff7f};
  uint32_t random = 12345;
  auto next = [&](int i) {
    random = random * 1664525 + 1013904223;
    return i % 2 ? edges[random >> 29] : random ^ random << 13;
  };
  for (int i = 0; i < kInputs; ++i) inputs[i] = {next(i / 4), next(i), next(i / 2)};
  Compute<<<1, kInputs>>>(inputs, results);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts(cudaGetErrorString(cudaGetLastError())), 1;
  int wrong = 0;
  for (int i = 0; i < kInputs; ++i) wrong += CheckOne(inputs[i], results + i * kRows);
  cudaFree(inputs);
  cudaFree(results);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
