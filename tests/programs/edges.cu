// Intrinsics and conversions at the limits of their ranges, as in CUDA's manual and PTX.

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>

struct Whole {
  int rn, rz, rd, ru;
  unsigned urn;
  long long ll;
  unsigned long long ull;
};

__global__ void convert(const float* x, const double* y, Whole* f, Whole* d, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  f[i] = Whole{__float2int_rn(x[i]), __float2int_rz(x[i]), __float2int_rd(x[i]), __float2int_ru(x[i]), __float2uint_rn(x[i]),
               __float2ll_rn(x[i]),  __float2ull_rn(x[i])};
  d[i] = Whole{__double2int_rn(y[i]), __double2int_rz(y[i]), __double2int_rd(y[i]), __double2int_ru(y[i]), __double2uint_rn(y[i]),
               __double2ll_rn(y[i]),  __double2ull_rn(y[i])};
}

// The compiler's constant folding gives the same results.
__global__ void constants(long long* out) {
  out[0] = (int)1e20f;
  out[1] = (int)-1e20f;
  out[2] = (unsigned)-1.0f;
  out[3] = (unsigned)1e20;
  out[4] = (int)NAN;
  out[5] = (long long)(double)NAN == LLONG_MIN;
  out[6] = (unsigned char)300.0f;
  out[7] = (int)(float)INFINITY;
  out[8] = (long long)1e30 == LLONG_MAX;
  out[9] = (int)(-2147483648.0f) == INT_MIN;
  const float far = 3e9f;
  out[10] = (int)far + 0ll;
  out[11] = (short)70000.0f;
}

__global__ void bits(long long* out, int zero, int least, unsigned all) {
  int i = 0;
  out[i++] = __clz(zero), out[i++] = __clz(-1), out[i++] = __clzll(zero), out[i++] = __clzll(-1ll);
  out[i++] = __ffs(zero), out[i++] = __ffs(least), out[i++] = __ffsll(zero), out[i++] = __ffsll((long long)least << 32);
  out[i++] = __brev(1u + zero) == 0x80000000u, out[i++] = __brevll(1ull + zero) == 1ull << 63;
  out[i++] = __popc(all), out[i++] = __popcll(~0ull - zero);
  out[i++] = __byte_perm(0x80017f02u, 0x00ff8304u, 0xfedcu) == 0x00ffff00u;  // signs of y's bytes
  out[i++] = __byte_perm(0x33221100u, 0x77665544u, 0x70ff0123u) == 0x00112233u;
  out[i++] = __sad(INT_MAX, least, 1u + zero) == 0u, out[i++] = __usad(all, 0u, 2u) == 1u;
  out[i++] = __mul24(0x01ffffff + zero, 3) == -3, out[i++] = __umul24(0x01ffffffu + zero, 3u) == 0x02fffffdu;
  out[i++] = __mulhi(least, least) == 0x40000000, out[i++] = __umulhi(all, all) == 0xfffffffeu;
  out[i++] = __hadd(INT_MAX, INT_MAX - zero) == INT_MAX, out[i++] = __rhadd(least, least) == INT_MIN;
  out[i++] = __uhadd(all, all) == all, out[i++] = __urhadd(all, all - 1) == all;
  out[i++] = min(least, 0) == INT_MIN && max(all, 0u) == all;
}

__global__ void least_and_most(float* out, const float* x, double* wide, const double* y) {
  float nan = x[0], one = x[1], zero = x[2];
  out[0] = fminf(nan, one), out[1] = fmaxf(one, nan), out[2] = fminf(nan, nan), out[3] = fminf(zero, -zero), out[4] = fmaxf(-zero, zero);
  out[5] = min(nan, one), out[6] = max(one, nan);
  wide[0] = fmin(y[0], y[1]), wide[1] = fmax(y[1], y[0]), wide[2] = fmin(y[2], -y[2]);
}

int wrong;
#define EXPECT(condition) ((condition) ? 0 : (++wrong, printf("%d: not so: %s, case %d\n", __LINE__, #condition, i)))

long long clamped(long double v, long double low, long double high) {
  return v < low ? (long long)low : v > high ? (long long)high : (long long)v;
}

int main() {
  const double values[] = {0, -0.5, 0.5, 1.5, 2.5, -2.5, 2147483520.0, 2147483648.0, -2147483648.0, -2147483904.0, 4294967040.0, 4294967296.0,
                           9.3e18, -9.3e18, 1.9e19, 1e30, FLT_MIN / 2, INFINITY, -INFINITY, NAN};
  const int n = sizeof values / sizeof *values;
  float* x;
  double* y;
  Whole *f, *d;
  long long* out;
  cudaMallocManaged(&x, n * sizeof *x), cudaMallocManaged(&y, n * sizeof *y), cudaMallocManaged(&f, n * sizeof *f);
  cudaMallocManaged(&d, n * sizeof *d), cudaMallocManaged(&out, 64 * sizeof *out);
  for (int i = 0; i < n; ++i) y[i] = values[i], x[i] = (float)values[i];
  convert<<<1, 32>>>(x, y, f, d, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n - 1; ++i)
    for (int wide = 0; wide < 2; ++wide) {
      const double v = wide ? y[i] : x[i];
      const Whole& r = wide ? d[i] : f[i];
      EXPECT(r.rn == clamped(std::rint(v), INT_MIN, INT_MAX)), EXPECT(r.rz == clamped(std::trunc(v), INT_MIN, INT_MAX));
      EXPECT(r.rd == clamped(std::floor(v), INT_MIN, INT_MAX)), EXPECT(r.ru == clamped(std::ceil(v), INT_MIN, INT_MAX));
      EXPECT(r.urn == clamped(std::rint(v), 0, UINT_MAX));
      EXPECT(r.ll == (v >= 9223372036854775808.0 ? LLONG_MAX : clamped(std::rint(v), LLONG_MIN, LLONG_MAX)));
      EXPECT(r.ull == (v >= 18446744073709551616.0 ? ULLONG_MAX : v < 0 ? 0 : (unsigned long long)std::rint(v)));
    }
  int i = n - 1;
  EXPECT(f[i].rn == 0 && f[i].rz == 0 && f[i].rd == 0 && f[i].ru == 0 && f[i].urn == 0);
  EXPECT(f[i].ll == LLONG_MIN && f[i].ull == 1ull << 63);
  EXPECT(d[i].rn == INT_MIN && d[i].rz == INT_MIN && d[i].urn == 0x80000000u && d[i].ll == LLONG_MIN && d[i].ull == 1ull << 63);

  constants<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  const long long made[] = {INT_MAX, INT_MIN, 0, UINT_MAX, 0, 1, 44, INT_MAX, 1, 1, INT_MAX, 4464};
  for (i = 0; i < 12; ++i) EXPECT(out[i] == made[i]);

  bits<<<1, 1>>>(out, 0, INT_MIN, ~0u);
  cudaDeviceSynchronize();
  const long long counted[] = {32, 0, 64, 0, 0, 32, 0, 64, 1, 1, 32, 64};
  for (i = 0; i < 25; ++i) EXPECT(out[i] == (i < 12 ? counted[i] : 1));

  x[0] = NAN, x[1] = 1, x[2] = 0, y[0] = NAN, y[1] = 1, y[2] = 0;
  float* least = (float*)out;
  least_and_most<<<1, 1>>>(least, x, y + 4, y);
  cudaDeviceSynchronize();
  i = 0;
  EXPECT(least[0] == 1 && least[1] == 1 && std::isnan(least[2]) && least[5] == 1 && least[6] == 1);
  EXPECT(least[3] == 0 && std::signbit(least[3]) && least[4] == 0 && !std::signbit(least[4]));
  EXPECT(y[4] == 1 && y[5] == 1 && y[6] == 0 && std::signbit(y[6]));
  if (wrong) return printf("%d wrong\n", wrong), 1;
  printf("ok\n");
}
