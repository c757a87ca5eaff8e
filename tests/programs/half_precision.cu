// half and bfloat16: every value converted and combined, against exact arithmetic in double and a search for the nearest.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <cstring>

// --- the reference: the value of 16 bits, and the nearest value to a number

template <int kExponentBits>
double value_of(unsigned short bits) {
  const int fraction_bits = 15 - kExponentBits, bias = (1 << (kExponentBits - 1)) - 1;
  int exponent = bits >> fraction_bits & ((1 << kExponentBits) - 1), fraction = bits & ((1 << fraction_bits) - 1);
  double size = exponent == (1 << kExponentBits) - 1 ? (fraction ? NAN : INFINITY)
                : exponent == 0 ? std::ldexp((double)fraction, 1 - bias - fraction_bits)
                                : std::ldexp((double)(fraction + (1 << fraction_bits)), exponent - bias - fraction_bits);
  return bits >> 15 ? -size : size;
}

// To nearest, ties to even; overflow halfway between the largest number and the next power of two.
template <int kExponentBits>
unsigned short nearest(long double x) {
  if (std::isnan(x)) return 0x7fff;
  const unsigned short sign = std::signbit(x) ? 0x8000 : 0;
  const int fraction_bits = 15 - kExponentBits;
  const unsigned short infinity = (unsigned short)(((1 << kExponentBits) - 1) << fraction_bits);
  x = std::fabs(x);
  unsigned short low = 0, high = infinity;  // values of growing bits grow
  while (high - low > 1) {
    unsigned short middle = (unsigned short)((low + high) / 2);
    (value_of<kExponentBits>(middle) <= x ? low : high) = middle;
  }
  long double below = value_of<kExponentBits>(low);
  long double above = high == infinity ? 2 * (long double)value_of<kExponentBits>((unsigned short)(infinity - (1 << fraction_bits)))
                                       : (long double)value_of<kExponentBits>(high);
  if (x == INFINITY) return sign | infinity;
  long double to_low = x - below, to_high = above - x;
  bool up = to_high < to_low || (to_high == to_low && low % 2 != 0);
  return sign | (up ? high : low);
}

// --- the device

struct Results {
  unsigned short sum, difference, product, quotient, fused, root, largest, smallest, negated, from_double;
  unsigned char less, equal, unordered_equal;
};

template <class Narrow>
__device__ unsigned short bits_of(Narrow x) {
  unsigned short bits;
  memcpy(&bits, &x, 2);
  return bits;
}
template <class Narrow>
__device__ Narrow from_bits(unsigned short bits) {
  Narrow x;
  memcpy(&x, &bits, 2);
  return x;
}

template <class Narrow>
__global__ void combine(const unsigned short* a, const unsigned short* b, const unsigned short* c, Results* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Narrow x = from_bits<Narrow>(a[i]), y = from_bits<Narrow>(b[i]), z = from_bits<Narrow>(c[i]);
  Results& r = out[i];
  r.sum = bits_of(x + y);
  r.difference = bits_of(__hsub(x, y));
  r.product = bits_of(x * y);
  r.quotient = bits_of(x / y);
  r.fused = bits_of(__hfma(x, y, z));
  r.root = bits_of(hsqrt(x));
  r.largest = bits_of(__hmax(x, y));
  r.smallest = bits_of(__hmin(x, y));
  r.negated = bits_of(-x);
  r.from_double = bits_of(Narrow((double)(float)x * (double)(float)y + 1e-9 * (double)(float)z));
  r.less = x < y;
  r.equal = x == y;
  r.unordered_equal = __hequ(x, y);
}

template <class Narrow>
__global__ void widen(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (float)from_bits<Narrow>((unsigned short)i);
}

int wrong;
void expect(const char* what, unsigned got, unsigned want, unsigned a, unsigned b) {
  if (got == want) return;
  if (++wrong < 20) printf("%s of %04x and %04x is %04x, not %04x\n", what, a, b, got, want);
}

template <class Narrow, int kExponentBits>
void check() {
  float* floats;
  cudaMallocManaged(&floats, 65536 * sizeof(float));
  widen<Narrow><<<256, 256>>>(floats);
  cudaDeviceSynchronize();
  for (int i = 0; i < 65536; ++i) {
    double want = value_of<kExponentBits>((unsigned short)i);
    if (std::isnan(want) ? !std::isnan(floats[i]) : floats[i] != want) expect("value", 0, 1, i, 0);
  }
  const int n = 20000;
  unsigned short* in;
  Results* out;
  cudaMallocManaged(&in, 3 * n * sizeof *in);
  cudaMallocManaged(&out, n * sizeof *out);
  unsigned state = 12345;
  for (int i = 0; i < 3 * n; ++i) {
    state = state * 1664525u + 1013904223u;
    in[i] = (unsigned short)(state >> 16);
    if (i % 4 == 1) in[i] = (unsigned short)((in[i] & 0x81ff) | 0x3a00);  // near one: sums and ties happen
  }
  combine<Narrow><<<(n + 127) / 128, 128>>>(in, in + n, in + 2 * n, out, n);
  cudaDeviceSynchronize();
  auto round = nearest<kExponentBits>;
  for (int i = 0; i < n; ++i) {
    unsigned a = in[i], b = in[i + n];
    long double x = value_of<kExponentBits>(in[i]), y = value_of<kExponentBits>(in[i + n]), z = value_of<kExponentBits>(in[i + 2 * n]);
    const Results& r = out[i];
    expect("sum", r.sum, round(x + y), a, b);
    expect("difference", r.difference, round(x - y), a, b);
    expect("product", r.product, round(x * y), a, b);
    expect("quotient", r.quotient, round(x / y), a, b);
    expect("root", r.root, round(std::sqrt(x)), a, b);
    // 64 bits hold a fused sum exactly if the exponents are close.
    if (std::isfinite(x * y + z) && x * y != 0 && z != 0 && std::abs(std::ilogb(x * y) - std::ilogb(z)) < 30)
      expect("fma", r.fused, round(x * y + z), a, b);
    if (!std::isnan(x) && !std::isnan(y) && x != y) {
      expect("max", r.largest, x > y ? a : b, a, b);
      expect("min", r.smallest, x > y ? b : a, a, b);
    }
    if (!std::isnan(x)) expect("negation", r.negated, a ^ 0x8000, a, b);
    expect("conversion", r.from_double, round((double)x * (double)y + 1e-9 * (double)z), a, b);
    expect("<", r.less, x < y, a, b);
    expect("==", r.equal, x == y, a, b);
    expect("equal or unordered", r.unordered_equal, x == y || std::isnan(x) || std::isnan(y), a, b);
  }
}

__global__ void pairs(int* bad, half2* sum, __nv_bfloat162* bsum, half* single) {
  int i = threadIdx.x;
  atomicAdd(sum, __floats2half2_rn(1.0f, 0.5f));
  atomicAdd(bsum, __floats2bfloat162_rn(1.0f, 2.0f));
  atomicAdd(single, __float2half(0.25f));
  half2 a = __halves2half2(__float2half(1.5f), __float2half(-2.0f)), b = __float2half2_rn(3.0f);
  half2 c = __hfma2(a, b, __float2half2_rn(1.0f));
  if (__low2float(c) != 5.5f || __high2float(c) != -5.0f) *bad = __LINE__;
  if (__half2float(__low2half(__hmul2(a, a))) != 2.25f) *bad = __LINE__;
  if (!__hbeq2(a, a) || __hbgt2(a, b) || __heq2_mask(a, b) != 0) *bad = __LINE__;
  float2 f = __half22float2(__lowhigh2highlow(a));
  if (f.x != -2.0f || f.y != 1.5f) *bad = __LINE__;
  half lane = __int2half_rn(i);
  if (__half2int_rn(__shfl_xor_sync(0xffffffffu, lane, 1)) != (i ^ 1)) *bad = __LINE__;
  if (__half2int_rz(__float2half(-2.7f)) != -2 || __half2int_rd(__float2half(-2.2f)) != -3) *bad = __LINE__;
  if (__half_as_ushort(__float2half_ru(1.0001f)) != 0x3c01 || __half_as_ushort(__float2half_rz(1.0009f)) != 0x3c00) *bad = __LINE__;
  if (__half_as_ushort(__ll2half_rn(1ll << 40)) != 0x7c00 || (float)__int2half_rd(65519) != 65504.0f) *bad = __LINE__;
  if (__bfloat162float(__float2bfloat16(1.00390625f)) != 1.0f || __bfloat16_as_ushort(__float2bfloat16_ru(1.001f)) != 0x3f81) *bad = __LINE__;
  half e = hexp(__float2half(1.0f));
  if (fabsf((float)e - 2.718f) > 0.002f || (float)hrsqrt(__float2half(16.0f)) != 0.25f || (float)hlog2(__float2half(8.0f)) != 3.0f) *bad = __LINE__;
  half g = 2.0f;
  g += half(1);
  g *= g;
  ++g;
  if ((float)g != 10.0f || (int)g != 10 || !(g > half(9)) || __hisnan(g) || __hisinf(__ushort_as_half(0xfc00)) != -1) *bad = __LINE__;
}

int main() {
  check<__half, 5>();
  check<__nv_bfloat16, 8>();
  half2* sum;
  __nv_bfloat162* bsum;
  half* single;
  int* bad;
  cudaMallocManaged(&sum, 4), cudaMallocManaged(&bsum, 4), cudaMallocManaged(&single, 4), cudaMallocManaged(&bad, 4);
  memset(sum, 0, 4), memset(bsum, 0, 4), memset(single, 0, 4), memset(bad, 0, 4);
  pairs<<<1, 32>>>(bad, sum, bsum, single);
  if (cudaDeviceSynchronize() != cudaSuccess || *bad) return printf("line %d\n", *bad), 1;
  // Host code has the same arithmetic.
  if (__half2float(sum->x) != 32 || __half2float(sum->y) != 16 || (float)bsum->y != 64 || (float)(*single * half(2.0f)) != 16) return puts("sums"), 1;
  if (wrong) return 1;
  printf("ok\n");
}
