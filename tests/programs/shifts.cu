// Shifts by the width and more: a GPU uses the count as an unsigned 32-bit number, and shifts out every bit.

#include <climits>
#include <cstdint>
#include <cstdio>

// --- the rules of PTX, step by step
template <class T>
T left(T value, unsigned count) {
  using U = unsigned long long;
  U bits = (U)value;
  for (unsigned i = 0; i < count && i < 64; ++i) bits += bits;
  return (T)bits;
}
// Halves, rounding down; the minimum has no magnitude, so there is no negation.
template <class T>
T down(T value, unsigned count) {
  for (unsigned i = 0; i < count && i < 64; ++i) {
    T half = value / 2;
    value = half * 2 > value ? half - 1 : half;
  }
  return value;
}

struct Row {
  int l32, r32, byte_l, byte_r, short_l, short_r, compound_l, compound_r, bitfield;
  unsigned ul32, ur32, in_place;
  long long l64, r64, wide_count;
  unsigned long long ul64, ur64, by_byte;
};

__device__ __noinline__ int apart(int value, int count) { return value << count; }
__device__ __forceinline__ unsigned together(unsigned value, unsigned count) { return value >> count; }
template <class T>
__device__ T compound(T value, int count, bool to_left) {
  if (to_left)
    value <<= count;
  else
    value >>= count;
  return value;
}

__global__ void shift(const long long* values, const int* counts, int kinds, Row* out) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  long long v = values[k / kinds];
  int n = counts[k % kinds];
  Row r;
  r.l32 = apart((int)v, n);
  r.r32 = (int)v >> n;
  r.ul32 = (unsigned)v << n;
  r.ur32 = together((unsigned)v, n);
  r.l64 = v << n;
  r.r64 = v >> n;
  r.ul64 = (unsigned long long)v << n;
  r.ur64 = (unsigned long long)v >> n;
  r.byte_l = (signed char)v << n;
  r.byte_r = (signed char)v >> n;
  r.short_l = (unsigned short)v << n;
  r.short_r = (short)v >> n;
  r.compound_l = compound<short>((short)v, n, true);
  r.compound_r = compound<signed char>((signed char)v, n, false);
  r.in_place = compound<unsigned>((unsigned)v, n, true);
  r.wide_count = v >> (long long)n;
  r.by_byte = (unsigned long long)v >> (unsigned char)n;
  struct {
    int a : 7;
  } field = {(int)(v & 63)};
  field.a >>= n;
  r.bitfield = field.a;
  out[k] = r;
}

// Counts that are known to the compiler, in various ways.
constexpr int kFar = 40;
template <int N>
__device__ unsigned by_template(unsigned v) {
  return v << N;
}
enum { kWidth = 32 };

__global__ void known(unsigned* out, const int* minus_eight, unsigned* in_loop) {
  const int width = 32;
  out[0] = 1u << 32;
  out[1] = ~0u >> width;
  out[2] = (unsigned)(-8 >> kFar);
  out[3] = (1u << kWidth) + 5;
  out[4] = by_template<33>(0x80000001u);
  out[5] = (unsigned)(0x80000001ull << 64);
  out[6] = (unsigned)(0x8000000180000001ull >> 64);
  out[7] = (unsigned)(*minus_eight >> 32);
  out[8] = (unsigned)*minus_eight >> 32;
  out[9] = (unsigned)((long long)*minus_eight >> 64);
  out[10] = 7u << -1;
  out[11] = (unsigned)(-7 >> -1);
  unsigned x = 3;
  x <<= 32;
  out[12] = x + 1;
  int y = -3;
  y >>= width + 8;
  out[13] = (unsigned)y;
  out[14] = threadIdx.x == 0 ? 1u << sizeof(long long) * 8 - 32 : 9u;
  out[15] = 1u << 31 >> 31 << 1;
  // Mask of the lowest bits, up to all of them.
  for (int bits = 28; bits <= 36; ++bits) in_loop[bits - 28] = (1u << bits) - 1;
  for (int bits = 60; bits <= 68; ++bits) in_loop[bits - 60 + 9] = (unsigned)(((1ull << bits) - 1) >> 32);
}

__global__ void funnel(unsigned low, unsigned high, const int* counts, uint4* out) {
  unsigned n = counts[threadIdx.x];
  out[threadIdx.x] = make_uint4(__funnelshift_l(low, high, n), __funnelshift_r(low, high, n), __funnelshift_lc(low, high, n),
                                __funnelshift_rc(low, high, n));
}

int wrong;
template <class T>
void expect(const char* what, T is, T should, long long value, int count) {
  if (is == should) return;
  if (++wrong < 20) printf("%s: 0x%llx by %d gives 0x%llx, not 0x%llx\n", what, value, count, (long long)is, (long long)should);
}

int main() {
  const long long values[] = {0, 1, -1, 5, -8, 0x80000001ll, 0x7fffffff, 0x123456789abcdefll, LLONG_MIN, LLONG_MAX, -0x123456789abcdefll, 0xff80};
  const int counts[] = {0, 1, 7, 8, 15, 16, 31, 32, 33, 40, 63, 64, 65, 100, 255, 256, 1 << 20, -1, -32, INT_MIN, INT_MAX};
  constexpr int kValues = sizeof values / sizeof *values, kCounts = sizeof counts / sizeof *counts, kAll = kValues * kCounts;
  long long* v;
  int* n;
  Row* out;
  cudaMallocManaged(&v, sizeof values), cudaMallocManaged(&n, sizeof counts), cudaMallocManaged(&out, kAll * sizeof(Row));
  for (int i = 0; i < kValues; ++i) v[i] = values[i];
  for (int i = 0; i < kCounts; ++i) n[i] = counts[i];
  shift<<<kValues, kCounts>>>(v, n, kCounts, out);
  cudaDeviceSynchronize();
  for (int k = 0; k < kAll; ++k) {
    const long long x = values[k / kCounts];
    const int count = counts[k % kCounts];
    const unsigned c = (unsigned)count;
    const Row& r = out[k];
    expect("int <<", r.l32, left<int>((int)x, c < 64 ? c : 64), x, count);
    expect("int >>", r.r32, down<int>((int)x, c), x, count);
    expect("unsigned <<", r.ul32, left<unsigned>((unsigned)x, c < 64 ? c : 64), x, count);
    expect("unsigned >>", r.ur32, down<unsigned>((unsigned)x, c), x, count);
    expect("long long <<", r.l64, left<long long>(x, c), x, count);
    expect("long long >>", r.r64, down<long long>(x, c), x, count);
    expect("unsigned long long <<", r.ul64, left<unsigned long long>((unsigned long long)x, c), x, count);
    expect("unsigned long long >>", r.ur64, down<unsigned long long>((unsigned long long)x, c), x, count);
    expect("signed char <<", r.byte_l, left<int>((signed char)x, c), x, count);
    expect("signed char >>", r.byte_r, down<int>((signed char)x, c), x, count);
    expect("unsigned short <<", r.short_l, left<int>((unsigned short)x, c), x, count);
    expect("short >>", r.short_r, down<int>((short)x, c), x, count);
    expect("short <<=", r.compound_l, (int)(short)left<int>((short)x, c), x, count);
    expect("signed char >>=", r.compound_r, (int)(signed char)down<int>((signed char)x, c), x, count);
    expect("unsigned <<=", r.in_place, left<unsigned>((unsigned)x, c), x, count);
    expect("long long >> long long", r.wide_count, down<long long>(x, c), x, count);
    expect("unsigned long long >> unsigned char", r.by_byte, down<unsigned long long>((unsigned long long)x, (unsigned char)c), x, count);
    expect("bit field >>=", r.bitfield, down<int>((int)(x & 63), c), x, count);
  }

  unsigned *made, *loop;
  int* minus_eight;
  cudaMallocManaged(&made, 64), cudaMallocManaged(&loop, 18 * 4), cudaMallocManaged(&minus_eight, 4);
  *minus_eight = -8;
  known<<<1, 1>>>(made, minus_eight, loop);
  cudaDeviceSynchronize();
  const unsigned should[] = {0, 0, ~0u, 5, 0, 0, 0, ~0u, 0, ~0u, 0, ~0u, 1, ~0u, 0, 2};
  for (int i = 0; i < 16; ++i) expect("known", made[i], should[i], i, 0);
  for (int bits = 28; bits <= 36; ++bits) expect("mask", loop[bits - 28], bits < 32 ? (unsigned)((1ull << bits) - 1) : ~0u, 1, bits);
  for (int bits = 60; bits <= 68; ++bits) expect("wide mask", loop[bits - 60 + 9], bits < 64 ? (unsigned)(((1ull << bits) - 1) >> 32) : ~0u, 1, bits);

  uint4* f;
  cudaMallocManaged(&f, kCounts * sizeof *f);
  const unsigned low = 0x89abcdefu, high = 0x76543210u;
  funnel<<<1, kCounts>>>(low, high, n, f);
  cudaDeviceSynchronize();
  for (int i = 0; i < kCounts; ++i) {
    const uint64_t both = (uint64_t)high << 32 | low;
    const unsigned c = (unsigned)counts[i], wrapped = c % 32, clamped = c < 32 ? c : 32;
    expect("__funnelshift_l", f[i].x, (unsigned)(left<uint64_t>(both, wrapped) >> 32), (long long)both, counts[i]);
    expect("__funnelshift_r", f[i].y, (unsigned)down<uint64_t>(both, wrapped), (long long)both, counts[i]);
    expect("__funnelshift_lc", f[i].z, (unsigned)(left<uint64_t>(both, clamped) >> 32), (long long)both, counts[i]);
    expect("__funnelshift_rc", f[i].w, (unsigned)down<uint64_t>(both, clamped), (long long)both, counts[i]);
  }
  if (wrong) return printf("%d wrong\n", wrong), 1;
  printf("ok\n");
}
