// Floating-point numbers out of an integer's range: a GPU saturates at 32 or 64 bits and keeps the low bits for narrower types.

#include <climits>
#include <cmath>
#include <cstdio>

struct Row {
  int i;
  unsigned u;
  long long l;
  unsigned long long ul;
  short s;
  unsigned short us;
  signed char c;
  unsigned char uc;
};

template <class Real>
__global__ void convert(const Real* x, Row* out, int n) {
  int k = threadIdx.x;
  if (k >= n) return;
  Real v = x[k];
  out[k] = Row{(int)v, (unsigned)v, (long long)v, (unsigned long long)v, (short)v, (unsigned short)v, (signed char)v, (unsigned char)v};
}

// Conversions within the range are unaffected, whatever the compiler does.
__global__ void fitting(const unsigned char* in, unsigned char* out, int* scaled) {
  int k = threadIdx.x;
  out[k] = 0.2989f * in[k] + 0.5870f * in[255 - k] + 0.1140f * in[k];
  scaled[k] = (int)floorf(-in[k] * 1000.5f);
}

int wrong;
template <class Real>
void check(const char* name, bool nan_is_zero) {
  const Real values[] = {0, (Real)0.9, (Real)-0.9, (Real)1.5, -1, 255, 256, 300, -5, 40000, (Real)70000.7, (Real)3e9, (Real)-3e9, (Real)5e9, (Real)1e19,
                         (Real)2e19, (Real)-1e19, (Real)1e30, (Real)INFINITY, (Real)-INFINITY, (Real)NAN};
  const int n = sizeof values / sizeof values[0];
  Real* x;
  Row* out;
  cudaMallocManaged(&x, sizeof values);
  cudaMallocManaged(&out, n * sizeof(Row));
  for (int k = 0; k < n; ++k) x[k] = values[k];
  convert<<<1, 32>>>(x, out, n);
  cudaDeviceSynchronize();
  for (int k = 0; k < n; ++k) {
    long double v = std::trunc((long double)values[k]);
    bool nan = std::isnan(values[k]);
    int i = nan ? (nan_is_zero ? 0 : INT_MIN) : v >= 2147483648.0L ? INT_MAX : v < -2147483648.0L ? INT_MIN : (int)v;
    unsigned u = nan ? (nan_is_zero ? 0 : 0x80000000u) : v >= 4294967296.0L ? UINT_MAX : v < 0 ? 0 : (unsigned)v;
    long long l = nan ? LLONG_MIN : v >= 9223372036854775808.0L ? LLONG_MAX : v < -9223372036854775808.0L ? LLONG_MIN : (long long)v;
    unsigned long long ul = nan ? 0x8000000000000000ull : v >= 18446744073709551616.0L ? ULLONG_MAX : v < 0 ? 0 : (unsigned long long)v;
    const Row& r = out[k];
    if (r.i != i || r.u != u || r.l != l || r.ul != ul || r.s != (short)i || r.us != (unsigned short)u || r.c != (signed char)i ||
        r.uc != (unsigned char)u) {
      printf("%s %g: %d %u %lld %llu %d %d %d %d\n", name, (double)values[k], r.i, r.u, r.l, r.ul, r.s, r.us, r.c, r.uc);
      ++wrong;
    }
  }
}

int main() {
  check<float>("float", true);
  check<double>("double", false);
  unsigned char *in, *grey;
  int* scaled;
  cudaMallocManaged(&in, 256), cudaMallocManaged(&grey, 256), cudaMallocManaged(&scaled, 1024);
  for (int k = 0; k < 256; ++k) in[k] = (unsigned char)k;
  fitting<<<1, 256>>>(in, grey, scaled);
  cudaDeviceSynchronize();
  for (int k = 0; k < 256; ++k) {
    double want = 0.2989 * k + 0.5870 * (255 - k) + 0.1140 * k;
    if (std::fabs(grey[k] - want) > 1.01 || scaled[k] != (int)std::floor(-k * 1000.5)) ++wrong, printf("%d: %d %d\n", k, grey[k], scaled[k]);
  }
  if (wrong) return 1;
  printf("ok\n");
}
