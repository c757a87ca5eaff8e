// Integer and bit intrinsics, SIMD in a word and dot products, each against a plain loop over bits or bytes.

#include <cstdio>
#include <cstdint>
#include <cstdlib>

constexpr int kCases = 256;
enum {
  kClz, kClzll, kPopc, kPopcll, kFfs, kFfsll, kBrev, kBrevll, kFnsUp, kFnsDown, kBytePerm, kFunnelL, kFunnelLc, kFunnelR,
  kFunnelRc, kMulhi, kUmulhi, kMul64hi, kUmul64hi, kMul24, kUmul24, kSad, kUsad, kHadd, kRhadd, kUhadd, kUrhadd, kDp4a,
  kDp4aU, kDp2aLo, kDp2aHi, kVadd2, kVadd4, kVaddss2, kVaddus4, kVsubss4, kVavgu4, kVabsdiffs4, kVmaxs2, kVminu4,
  kVcmpgts2, kVsetltu4, kVsads4, kVneg4, kVabsss2, kViaddmax, kVimax3x2, kResults
};

__global__ void compute(const uint64_t* a, const uint64_t* b, const uint64_t* c, uint64_t* out) {
  int i = threadIdx.x;
  uint32_t x = (uint32_t)a[i], y = (uint32_t)b[i], z = (uint32_t)c[i];
  uint64_t* r = out + i * kResults;
  r[kClz] = __clz((int)x);
  r[kClzll] = __clzll((long long)a[i]);
  r[kPopc] = __popc(x);
  r[kPopcll] = __popcll(a[i]);
  r[kFfs] = __ffs((int)x);
  r[kFfsll] = __ffsll((long long)a[i]);
  r[kBrev] = __brev(x);
  r[kBrevll] = __brevll(a[i]);
  r[kFnsUp] = __fns(x, y & 31, (int)(z % 8) + 1);
  r[kFnsDown] = __fns(x, y & 31, -(int)(z % 8) - 1);
  r[kBytePerm] = __byte_perm(x, y, z & 0x7777);
  r[kFunnelL] = __funnelshift_l(x, y, z % 40);
  r[kFunnelLc] = __funnelshift_lc(x, y, z % 40);
  r[kFunnelR] = __funnelshift_r(x, y, z % 40);
  r[kFunnelRc] = __funnelshift_rc(x, y, z % 40);
  r[kMulhi] = (uint32_t)__mulhi((int)x, (int)y);
  r[kUmulhi] = __umulhi(x, y);
  r[kMul64hi] = (uint64_t)__mul64hi((long long)a[i], (long long)b[i]);
  r[kUmul64hi] = __umul64hi(a[i], b[i]);
  r[kMul24] = (uint32_t)__mul24((int)x, (int)y);
  r[kUmul24] = __umul24(x, y);
  r[kSad] = __sad((int)x, (int)y, z);
  r[kUsad] = __usad(x, y, z);
  r[kHadd] = (uint32_t)__hadd((int)x, (int)y);
  r[kRhadd] = (uint32_t)__rhadd((int)x, (int)y);
  r[kUhadd] = __uhadd(x, y);
  r[kUrhadd] = __urhadd(x, y);
  r[kDp4a] = (uint32_t)__dp4a((int)x, (int)y, (int)z);
  r[kDp4aU] = __dp4a(x, y, z);
  r[kDp2aLo] = (uint32_t)__dp2a_lo((int)x, (int)y, (int)z);
  r[kDp2aHi] = __dp2a_hi(x, y, z);
  r[kVadd2] = __vadd2(x, y);
  r[kVadd4] = __vadd4(x, y);
  r[kVaddss2] = __vaddss2(x, y);
  r[kVaddus4] = __vaddus4(x, y);
  r[kVsubss4] = __vsubss4(x, y);
  r[kVavgu4] = __vavgu4(x, y);
  r[kVabsdiffs4] = __vabsdiffs4(x, y);
  r[kVmaxs2] = __vmaxs2(x, y);
  r[kVminu4] = __vminu4(x, y);
  r[kVcmpgts2] = __vcmpgts2(x, y);
  r[kVsetltu4] = __vsetltu4(x, y);
  r[kVsads4] = __vsads4(x, y);
  r[kVneg4] = __vneg4(x);
  r[kVabsss2] = __vabsss2(x);
  r[kViaddmax] = (uint32_t)__viaddmax_s32((int)x, (int)y, (int)z);
  r[kVimax3x2] = __vimax3_s16x2(x, y, z);
}

// --- the reference: bits and parts one by one

int bit(uint64_t x, int i) { return (int)(x >> i & 1); }
uint64_t reversed(uint64_t x, int bits) {
  uint64_t r = 0;
  for (int i = 0; i < bits; ++i) r |= (uint64_t)bit(x, i) << (bits - 1 - i);
  return r;
}
int leading(uint64_t x, int bits) {
  int n = 0;
  while (n < bits && !bit(x, bits - 1 - n)) ++n;
  return n;
}
int ones(uint64_t x) {
  int n = 0;
  for (int i = 0; i < 64; ++i) n += bit(x, i);
  return n;
}
int first(uint64_t x, int bits) {
  for (int i = 0; i < bits; ++i)
    if (bit(x, i)) return i + 1;
  return 0;
}
uint32_t nth(uint32_t x, int from, int n) {
  int step = n > 0 ? 1 : -1;
  for (int i = from, left = std::abs(n); i >= 0 && i < 32; i += step)
    if (bit(x, i) && --left == 0) return (uint32_t)i;
  return 0xffffffffu;
}
__int128 high(__int128 product, int bits) { return product >> bits; }
int part(uint32_t x, int i, int count, bool is_signed) {
  int width = 32 / count, value = (int)(x >> i * width & ((1u << width) - 1));
  return is_signed && value >> (width - 1) ? value - (1 << width) : value;
}
int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
template <class F>
uint32_t parts(int count, F f) {
  uint32_t r = 0;
  for (int i = 0; i < count; ++i) r |= ((uint32_t)f(i) & (0xffffffffu >> (32 - 32 / count))) << i * (32 / count);
  return r;
}

void expect(uint64_t a, uint64_t b, uint64_t c, uint64_t* r) {
  uint32_t x = (uint32_t)a, y = (uint32_t)b, z = (uint32_t)c;
  int32_t sx = (int32_t)x, sy = (int32_t)y, sz = (int32_t)z;
  uint64_t both = (uint64_t)y << 32 | x;
  r[kClz] = leading(x, 32), r[kClzll] = leading(a, 64), r[kPopc] = ones(x), r[kPopcll] = ones(a);
  r[kFfs] = first(x, 32), r[kFfsll] = first(a, 64), r[kBrev] = reversed(x, 32), r[kBrevll] = reversed(a, 64);
  r[kFnsUp] = nth(x, (int)(y & 31), (int)(z % 8) + 1), r[kFnsDown] = nth(x, (int)(y & 31), -(int)(z % 8) - 1);
  r[kBytePerm] = parts(4, [&](int i) { return both >> (z >> 4 * i & 7) * 8 & 255; });
  int s = (int)(z % 40), wrapped = s & 31, clamped = s < 32 ? s : 32;
  r[kFunnelL] = (uint32_t)(both << wrapped >> 32), r[kFunnelLc] = (uint32_t)(both << clamped >> 32);
  r[kFunnelR] = (uint32_t)(both >> wrapped), r[kFunnelRc] = (uint32_t)(both >> clamped);
  r[kMulhi] = (uint32_t)high((__int128)sx * sy, 32), r[kUmulhi] = (uint32_t)high((__int128)x * y, 32);
  r[kMul64hi] = (uint64_t)high((__int128)(int64_t)a * (int64_t)b, 64);
  r[kUmul64hi] = (uint64_t)((unsigned __int128)a * b >> 64);
  auto low24 = [](uint32_t v) { return (int)(v & 0xffffff) - (v >> 23 & 1 ? 1 << 24 : 0); };
  r[kMul24] = (uint32_t)((int64_t)low24(x) * low24(y)), r[kUmul24] = (uint32_t)((uint64_t)(x & 0xffffff) * (y & 0xffffff));
  r[kSad] = (uint32_t)(std::llabs((long long)sx - sy) + z), r[kUsad] = (uint32_t)(std::llabs((long long)x - (long long)y) + z);
  r[kHadd] = (uint32_t)(((int64_t)sx + sy) >> 1), r[kRhadd] = (uint32_t)(((int64_t)sx + sy + 1) >> 1);
  r[kUhadd] = (uint32_t)(((uint64_t)x + y) >> 1), r[kUrhadd] = (uint32_t)(((uint64_t)x + y + 1) >> 1);
  int64_t dot = sz, udot = z, lo = sz, hi = z;
  for (int i = 0; i < 4; ++i) dot += part(x, i, 4, true) * part(y, i, 4, true), udot += part(x, i, 4, false) * part(y, i, 4, false);
  for (int i = 0; i < 2; ++i) {
    lo += part(x, i, 2, true) * part(y, i, 4, true);
    hi += (int64_t)part(x, i, 2, false) * part(y, i + 2, 4, false);
  }
  r[kDp4a] = (uint32_t)dot, r[kDp4aU] = (uint32_t)udot, r[kDp2aLo] = (uint32_t)lo, r[kDp2aHi] = (uint32_t)hi;
  auto s2 = [&](uint32_t v, int i) { return part(v, i, 2, true); };
  auto s4 = [&](uint32_t v, int i) { return part(v, i, 4, true); };
  auto u4 = [&](uint32_t v, int i) { return part(v, i, 4, false); };
  r[kVadd2] = parts(2, [&](int i) { return s2(x, i) + s2(y, i); });
  r[kVadd4] = parts(4, [&](int i) { return s4(x, i) + s4(y, i); });
  r[kVaddss2] = parts(2, [&](int i) { return clamp(s2(x, i) + s2(y, i), -32768, 32767); });
  r[kVaddus4] = parts(4, [&](int i) { return clamp(u4(x, i) + u4(y, i), 0, 255); });
  r[kVsubss4] = parts(4, [&](int i) { return clamp(s4(x, i) - s4(y, i), -128, 127); });
  r[kVavgu4] = parts(4, [&](int i) { return (u4(x, i) + u4(y, i) + 1) / 2; });
  r[kVabsdiffs4] = parts(4, [&](int i) { return std::abs(s4(x, i) - s4(y, i)); });
  r[kVmaxs2] = parts(2, [&](int i) { return s2(x, i) > s2(y, i) ? s2(x, i) : s2(y, i); });
  r[kVminu4] = parts(4, [&](int i) { return u4(x, i) < u4(y, i) ? u4(x, i) : u4(y, i); });
  r[kVcmpgts2] = parts(2, [&](int i) { return s2(x, i) > s2(y, i) ? -1 : 0; });
  r[kVsetltu4] = parts(4, [&](int i) { return u4(x, i) < u4(y, i); });
  r[kVsads4] = 0;
  for (int i = 0; i < 4; ++i) r[kVsads4] += (uint64_t)std::abs(s4(x, i) - s4(y, i));
  r[kVneg4] = parts(4, [&](int i) { return -s4(x, i); });
  r[kVabsss2] = parts(2, [&](int i) { return clamp(std::abs(s2(x, i)), 0, 32767); });
  int32_t sum = (int32_t)(x + y);
  r[kViaddmax] = (uint32_t)(sum > sz ? sum : sz);
  r[kVimax3x2] = parts(2, [&](int i) {
    int m = s2(x, i) > s2(y, i) ? s2(x, i) : s2(y, i);
    return m > s2(z, i) ? m : s2(z, i);
  });
}

int main() {
  static uint64_t in[3][kCases], got[kCases * kResults], want[kResults];
  uint64_t state = 88172645463325252ull;
  for (auto& row : in)
    for (uint64_t& value : row) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      value = state >> (state % 5 * 13);
    }
  const uint64_t edges[] = {0, 1, ~0ull, 0x8000000080000000ull, 0x7fffffff7fffffffull, 0x80808080ull, 0x80008000ull};
  for (int i = 0; i < 49; ++i) in[0][i] = edges[i % 7], in[1][i] = edges[i / 7];
  uint64_t *a, *b, *c, *out;
  cudaMalloc(&a, sizeof in[0]), cudaMalloc(&b, sizeof in[0]), cudaMalloc(&c, sizeof in[0]), cudaMalloc(&out, sizeof got);
  cudaMemcpy(a, in[0], sizeof in[0], cudaMemcpyHostToDevice);
  cudaMemcpy(b, in[1], sizeof in[0], cudaMemcpyHostToDevice);
  cudaMemcpy(c, in[2], sizeof in[0], cudaMemcpyHostToDevice);
  compute<<<1, kCases>>>(a, b, c, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kCases; ++i) {
    expect(in[0][i], in[1][i], in[2][i], want);
    for (int f = 0; f < kResults; ++f) {
      if (got[i * kResults + f] == want[f]) continue;
      if (++wrong < 20)
        printf("function %d of %llx, %llx, %llx is %llx, not %llx\n", f, (unsigned long long)in[0][i],
               (unsigned long long)in[1][i], (unsigned long long)in[2][i], (unsigned long long)got[i * kResults + f],
               (unsigned long long)want[f]);
    }
  }
  if (wrong) return 1;
  printf("ok\n");
}
