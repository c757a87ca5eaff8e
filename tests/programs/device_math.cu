// Math functions, conversions and rounding directions in device code, against the host's double and long double.

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>

__device__ int failures;
#define HOLDS(condition)                                     \
  do {                                                       \
    if (!(condition)) {                                      \
      printf("line %d: %s does not hold\n", __LINE__, #condition); \
      atomicAdd(&failures, 1);                               \
    }                                                        \
  } while (0)

// --- functions with a bound on their error, from the CUDA C++ Programming Guide

#define UNARY(use)                                                                                            \
  use(sin, 2, 2) use(cos, 2, 2) use(tan, 4, 2) use(asin, 2, 2) use(acos, 2, 2) use(atan, 2, 2) use(sinh, 3, 2) \
  use(cosh, 2, 1) use(tanh, 2, 1) use(exp, 2, 1) use(exp2, 2, 1) use(expm1, 1, 1) use(log, 1, 1) use(log2, 1, 1) \
  use(log10, 2, 1) use(log1p, 1, 1) use(sqrt, 0.5, 0.5) use(cbrt, 1, 1) use(erf, 2, 2) use(erfc, 4, 5) use(tgamma, 5, 10) \
  use(asinh, 3, 3) use(floor, 0, 0) use(ceil, 0, 0) use(trunc, 0, 0) use(round, 0, 0) use(rint, 0, 0) use(fabs, 0, 0)

#define COUNT(name, f, d) +1
constexpr int kFunctions = 0 UNARY(COUNT), kInputs = 64;

__global__ void evaluate(const double* x, float* single, double* twice, float* standard) {
  int i = threadIdx.x, f = 0;
#define EVALUATE(name, fb, db)                          \
  single[f * kInputs + i] = name##f((float)x[i]);       \
  standard[f * kInputs + i] = std::name((float)x[i]);   \
  twice[f * kInputs + i] = name(x[i]);                  \
  ++f;
  UNARY(EVALUATE)
}

double ulps(double got, long double want, int digits) {
  if (std::isnan(want)) return std::isnan(got) ? 0 : 1e9;
  if (std::isinf(got) || std::isinf(want)) return got == (double)want ? 0 : 1e9;
  int exponent;
  std::frexp(want, &exponent);
  return (double)(std::fabs(got - want) / std::ldexp(1.0L, exponent - digits));
}

int check_bounds() {
  static double x[kInputs];
  for (int i = 0; i < kInputs; ++i) x[i] = (double)(float)((i - 10) * 0.1717 + 0.003);
  double *device_x, *twice;
  float *single, *standard;
  cudaMallocManaged(&device_x, sizeof x);
  cudaMallocManaged(&single, kFunctions * kInputs * sizeof(float));
  cudaMallocManaged(&standard, kFunctions * kInputs * sizeof(float));
  cudaMallocManaged(&twice, kFunctions * kInputs * sizeof(double));
  memcpy(device_x, x, sizeof x);
  evaluate<<<1, kInputs>>>(device_x, single, twice, standard);
  cudaDeviceSynchronize();
  int wrong = 0, f = 0;
#define COMPARE(name, float_bound, double_bound)                                                             \
  for (int i = 0; i < kInputs; ++i) {                                                                        \
    long double want = name##l((long double)x[i]);                                                           \
    double e = ulps(single[f * kInputs + i], want, 24), d = ulps(twice[f * kInputs + i], want, 53);          \
    if (e > float_bound || d > double_bound || memcmp(&single[f * kInputs + i], &standard[f * kInputs + i], 4)) { \
      printf(#name "(%g): %g ulp in float, %g in double\n", x[i], e, d);                                     \
      ++wrong;                                                                                               \
    }                                                                                                        \
  }                                                                                                          \
  ++f;
  UNARY(COMPARE)
  return wrong;
}

// --- overloads, special values, conversions

template <class A, class B>
struct same {
  static const bool value = false;
};
template <class A>
struct same<A, A> {
  static const bool value = true;
};
#define TYPE_IS(expression, type) static_assert(same<decltype(expression), type>::value, #expression)

__global__ void properties(float zero, double one, int three) {
  float inf = 1 / zero, nan = zero / zero;
  // CUDA overloads for float in the global namespace and in std, and combinations of integers.
  TYPE_IS(sin(zero), float);
  TYPE_IS(std::exp(zero), float);
  TYPE_IS(pow(zero, zero), float);
  TYPE_IS(sin(three), double);
  TYPE_IS(max(three, 4u), unsigned);
  TYPE_IS(min(three, 4), int);
  TYPE_IS(max(zero, one), double);
  TYPE_IS(min(3ll, 4ll), long long);
  TYPE_IS(abs(zero), float);
  TYPE_IS(abs(three), int);
  HOLDS(abs(-3) == 3 && abs(-3ll) == 3 && abs(-2.5) == 2.5 && std::abs(-2.5f) == 2.5f && labs(-7L) == 7);
  HOLDS(max(-1, 1u) == 0xffffffffu && min(-1, 2) == -1 && max(1.5f, 2.5f) == 2.5f);
  HOLDS(fmaxf(nan, 1.0f) == 1.0f && fminf(2.0f, nan) == 2.0f && isnan(fmaxf(nan, nan)));
  HOLDS(!signbit(fmaxf(-zero, zero)) && signbit(fminf(zero, -zero)));
  HOLDS(isinf(inf) && !isfinite(inf) && isnan(nan) && std::isnan(nan));
  HOLDS(sqrtf(-1.0f) != sqrtf(-1.0f) && logf(zero) == -inf && expf(-inf) == 0 && atan2f(zero, -1.0f) > 3.14f);
  HOLDS(powf(0, 0) == 1 && pow(2.0, 10) == 1024 && pow(2.0f, 3) == 8 && std::pow(3, 2) == 9);
  HOLDS(fmodf(7.5f, 2) == 1.5f && remainderf(7.5f, 2) == -0.5f && fdimf(3, 5) == 0 && hypotf(3, 4) == 5);
  HOLDS(copysignf(2, -zero) == -2 && nextafterf(1, 2) == 1 + FLT_EPSILON && ldexp(1.5, 4) == 24 && scalbnf(1, 3) == 8);
  int e, q;
  double whole;
  HOLDS(frexp(24.0, &e) == 0.75 && e == 5 && modf(-2.75, &whole) == -0.75 && whole == -2);
  HOLDS(remquof(29.0f, 3.0f, &q) == -1.0f && (q & 7) == 2 && ilogbf(10.0f) == 3 && logb(10.0) == 3);
  HOLDS(lroundf(-2.5f) == -3 && lrintf(2.5f) == 2 && llround(2.5) == 3 && rintf(3.5f) == 4 && nearbyint(-0.5) == 0);
  HOLDS(rsqrtf(4.0f) == 0.5f && rcbrt(8.0) == 0.5 && exp10f(3) == 1000 && sinpif(0.5f) == 1 && cospi(1.0) == -1);
  HOLDS(fabs(erfinv(erf(0.5)) - 0.5) < 1e-15 && fabs(normcdfinv(normcdf(1.25)) - 1.25) < 1e-14 && normcdf(0.0) == 0.5);
  HOLDS(norm3df(2, 3, 6) == 7 && rnorm3d(2.0, 3.0, 6.0) == 1 / 7.0 && norm4d(1.0, 1.0, 1.0, 1.0) == 2 && rhypotf(3, 4) == 0.2f);
  float s, c;
  sincosf(1.25f, &s, &c);
  HOLDS(s == sinf(1.25f) && c == cosf(1.25f));
  sincospif(0.25f, &s, &c);
  HOLDS(fabsf(s - c) < 1e-6f);

  // To integers: by direction, saturating.
  HOLDS(__float2int_rn(2.5f) == 2 && __float2int_rz(-2.7f) == -2 && __float2int_rd(-2.1f) == -3 && __float2int_ru(2.1f) == 3);
  HOLDS(__float2int_rz(3e10f) == INT_MAX && __float2int_rz(-3e10f) == INT_MIN && __float2int_rn(nan) == 0);
  HOLDS(__float2uint_rz(-5.0f) == 0 && __float2uint_rz(5e9f) == UINT_MAX && __double2int_rn(2147483647.4) == INT_MAX);
  HOLDS(__double2ll_rd(-1.5) == -2 && __float2ull_rn(inf) == ULLONG_MAX && __double2uint_ru(1.25) == 2);
  // To floating-point numbers.
  HOLDS(__int2float_rn(16777217) == 16777216.0f && __int2float_ru(16777217) == 16777218.0f && __int2float_rd(-16777217) == -16777218.0f);
  HOLDS(__ll2double_rz(9007199254740993ll) == 9007199254740992.0 && __ull2float_ru(~0ull) == 18446744073709551616.0f);
  HOLDS(__double2float_ru(1.0 + 1e-12) > 1.0f && __double2float_rd(1.0 + 1e-12) == 1.0f && __uint2double_rn(4000000000u) == 4e9);
  // Bits.
  HOLDS(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40490fdb) > 3.14f && __float_as_uint(-zero) == 0x80000000u);
  HOLDS(__double_as_longlong(one) == 0x3ff0000000000000ll && __double2hiint(one) == 0x3ff00000 && __double2loint(one) == 0);
  HOLDS(__hiloint2double(0x40000000, 0) == 2.0 && __longlong_as_double(0x4008000000000000ll) == 3.0);
  // Arithmetic by direction.
  HOLDS(__fadd_ru(1.0f, 1e-10f) > 1.0f && __fadd_rd(1.0f, 1e-10f) == 1.0f && __fadd_rz(-1.0f, -1e-10f) == -1.0f);
  HOLDS(__fmul_ru(0.1f, 0.1f) > __fmul_rd(0.1f, 0.1f) && __fdiv_ru(1, 3) > __fdiv_rd(1, 3) && __fsqrt_ru(2) > __fsqrt_rd(2));
  HOLDS(__fmaf_ru(0.1f, 0.1f, 1) > __fmaf_rd(0.1f, 0.1f, 1) && __frcp_ru(3) > __frcp_rz(3) && __frcp_rn(4) == 0.25f);
  HOLDS(__dadd_ru(one, 1e-20) > 1 && __dadd_rd(one, 1e-20) == 1 && __dmul_rd(0.1, 0.1) < __dmul_ru(0.1, 0.1));
  HOLDS(__ddiv_ru(one, 3) > __ddiv_rz(one, 3) && __dsqrt_ru(2.0) > __dsqrt_rd(2.0) && __fma_rn(one, one, one) == 2);
  HOLDS(__fadd_ru(FLT_MAX, 1) == inf && __fadd_rz(FLT_MAX, FLT_MAX) == FLT_MAX && __frsqrt_rn(16) == 0.25f);
  // Fast approximations.
  HOLDS(fabsf(__expf(1) - 2.7182818f) < 1e-5f && fabsf(__logf(10) - 2.302585f) < 1e-5f && fabsf(__sinf(1) - 0.84147098f) < 1e-5f);
  HOLDS(fabsf(__powf(2, 0.5f) - 1.4142135f) < 1e-5f && __fdividef(6, 3) == 2 && __fdividef(1, 2e38f) == 0);
  HOLDS(__saturatef(1.5f) == 1 && __saturatef(-1) == 0 && __saturatef(nan) == 0 && __saturatef(0.25f) == 0.25f);
}

int main() {
  int wrong = check_bounds();
  properties<<<1, 1>>>(0.0f, 1.0, 3);
  int found = 0;
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&found, failures, sizeof found);
  if (error != cudaSuccess || wrong || found) {
    printf("%s, %d, %d\n", cudaGetErrorString(error), wrong, found);
    return 1;
  }
  printf("ok\n");
}
