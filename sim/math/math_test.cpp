// Compares every function of sim/math with a 113-bit reference over its whole domain, within the bounds of the CUDA C++
// Programming Guide ("Mathematical Functions Appendix", maximum ULP error); then tests the special values.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <tuple>

#include "sim/math/declarations.h"

// glibc has the 113-bit functions under these names, but its headers hide them from clang.
#define QUAD_1(name) extern "C" __float128 name##f128(__float128);
#define QUAD_2(name) extern "C" __float128 name##f128(__float128, __float128);
#define STANDARD_1 QUAD_1
#define STANDARD_2 QUAD_2
#define GLOBAL_1 QUAD_1
#include "sim/toolkit/lockstep/library/math.def"
QUAD_1(sqrt)
QUAD_1(fabs)
extern "C" __float128 floorf128(__float128);
extern "C" double __lockstep_math_rnorm4d(double, double, double, double);
extern "C" double __lockstep_math_norm(int, const double*);
extern "C" int __lockstep_math_ilogb(double);

#define ROUNDED_2(name)                                                    \
  extern "C" double __lockstep_math_##name##_rounded(double, double, int); \
  extern "C" float __lockstep_math_##name##f_rounded(float, float, int);
ROUNDED_2(add)
ROUNDED_2(mul)
ROUNDED_2(div)
extern "C" double __lockstep_math_sqrt_rounded(double, int);
extern "C" double __lockstep_math_fma_rounded(double, double, double, int);
extern "C" float __lockstep_math_fmaf_rounded(float, float, float, int);
extern "C" float __lockstep_math_narrow_rounded(double, int);
extern "C" float __lockstep_math_from_llf_rounded(long long, int);
extern "C" double __lockstep_math_from_ull_rounded(unsigned long long, int);

namespace {

using Quad = __float128;
constexpr Quad kPi = 3.14159265358979323846264338327950288419716939937510582097494459Q;

// --- references that glibc does not have

Quad SinPi(Quad x) {
  Quad rest = x - 2 * floorf128(x / 2 + 0.5Q);  // in [-1, 1), exact
  if (rest > 0.5Q) rest = 1 - rest;
  if (rest < -0.5Q) rest = -1 - rest;
  return sinf128(kPi * rest);
}
Quad CosPi(Quad x) {
  Quad rest = fabsf128(x - 2 * floorf128(x / 2 + 0.5Q));
  return sinf128(kPi * (0.5Q - rest));
}
// Newton's method on `f`, starting from the result under test: the root does not depend on the start.
Quad Solve(Quad y, const std::function<Quad(Quad)>& f, const std::function<Quad(Quad)>& slope) {
  for (int i = 0; i < 4; ++i) y -= f(y) / slope(y);
  return y;
}
Quad ErfSlope(Quad y) { return 2 / sqrtf128(kPi) * expf128(-y * y); }
Quad ErfInv(Quad x) {
  return Solve(__lockstep_math_erfinv(static_cast<double>(x)), [x](Quad y) { return erff128(y) - x; }, ErfSlope);
}
Quad ErfcInv(Quad x) {
  return Solve(
      __lockstep_math_erfcinv(static_cast<double>(x)), [x](Quad y) { return erfcf128(y) - x; },
      [](Quad y) { return -ErfSlope(y); });
}
Quad NormCdf(Quad x) { return erfcf128(-x / sqrtf128(2)) / 2; }
Quad NormCdfInv(Quad p) { return -sqrtf128(2) * ErfcInv(2 * p); }
Quad ErfcX(Quad x) { return expf128(x * x) * erfcf128(x); }
Quad BesselI(int order, Quad x) {
  Quad term = order ? x / 2 : 1, sum = term;
  for (int k = 1; k < 2000; ++k) sum += term *= x * x / 4 / (Quad(k) * (k + order));
  return sum;
}

// --- the error in units in the last place of the result's type

template <class Real>
double Ulps(Real result, Quad exact) {
  if (std::isnan(result)) return 1e30;
  constexpr Quad kMost = std::numeric_limits<Real>::max();
  constexpr int kDigits = std::numeric_limits<Real>::digits;
  if (fabsf128(exact) > kMost * (1 + Quad(1) / (Quad(2) * (1ULL << (kDigits - 1)))))
    return std::isinf(result) ? 0 : 1e30;
  int exponent = 0;
  std::frexp(static_cast<long double>(exact), &exponent);
  int lowest = std::numeric_limits<Real>::min_exponent;
  Quad unit = std::ldexp(1.0L, (exponent < lowest ? lowest : exponent) - kDigits);
  if (std::isinf(result)) return 1;
  return static_cast<double>(fabsf128(Quad(result) - exact) / unit);
}

struct Domain {
  double low, high;
  bool logarithmic = false;  // sample the exponent evenly, with both signs if low is negative
};

template <class Real>
Real Sample(const Domain& domain, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  if (!domain.logarithmic) return static_cast<Real>(domain.low + (domain.high - domain.low) * unit(random));
  double least = std::numeric_limits<Real>::digits == 24 ? 1e-44 : 1e-320;
  double start = domain.low > 0 ? domain.low : least;
  double value = std::exp(std::log(start) + (std::log(domain.high) - std::log(start)) * unit(random));
  return static_cast<Real>(domain.low < 0 && (random() & 1) ? -value : value);
}

template <class Real>
void Expect(const char* name, double bound, Real (*f)(Real), const std::function<Quad(Quad)>& exact,
            std::initializer_list<Domain> domains, int samples = 4000) {
  std::mt19937_64 random(1);
  double worst = 0;
  Real where = 0;
  for (const Domain& domain : domains) {
    for (int i = 0; i < samples; ++i) {
      Real x = Sample<Real>(domain, random);
      double error = Ulps(f(x), exact(x));
      if (error > worst) worst = error, where = x;
    }
  }
  EXPECT_LE(worst, bound) << name << (sizeof(Real) == 4 ? "f" : "") << " at x = " << where << " gives " << f(where);
}

#define WITHIN(name, float_bound, double_bound, exact, ...)                           \
  Expect<float>(#name, float_bound, __lockstep_math_##name##f, exact, {__VA_ARGS__}); \
  Expect<double>(#name, double_bound, __lockstep_math_##name, exact, {__VA_ARGS__})

const Domain kAll{-1e37, 1e37, true}, kPositive{0, 1e37, true}, kUnit{-1, 1}, kUnitLog{-1, 1, true};

TEST(MathFunctions, ExponentialsAndLogarithmsStayWithinCudasBounds) {
  WITHIN(exp, 1, 1, expf128, {-87, 88}, {-1, 1, true});
  WITHIN(exp2, 2, 1, exp2f128, {-126, 127}, {-1, 1, true});
  WITHIN(exp10, 2, 1, exp10f128, {-37, 38}, {-1, 1, true});
  WITHIN(expm1, 1, 1, expm1f128, {-87, 88}, {-1, 1, true});
  WITHIN(log, 1, 1, logf128, kPositive, {0.5, 2});
  WITHIN(log2, 1, 1, log2f128, kPositive, {0.5, 2});
  WITHIN(log10, 2, 1, log10f128, kPositive, {0.5, 2});
  WITHIN(log1p, 1, 1, log1pf128, kPositive, {-0.99, 2}, {-0.9, 1, true});
  Expect<double>("exp", 1, __lockstep_math_exp, expf128, {{-744, 709}});
}

TEST(MathFunctions, TrigonometryStaysWithinCudasBounds) {
  WITHIN(sin, 2, 2, sinf128, kAll, {-10, 10});
  WITHIN(cos, 2, 2, cosf128, kAll, {-10, 10});
  WITHIN(tan, 4, 2, tanf128, kAll, {-10, 10});
  WITHIN(sinpi, 1, 2, SinPi, {-20, 20}, {-1e6, 1e6}, kUnitLog);
  WITHIN(cospi, 1, 2, CosPi, {-20, 20}, {-1e6, 1e6}, kUnitLog);
  WITHIN(asin, 2, 2, asinf128, kUnit, kUnitLog);
  WITHIN(acos, 2, 2, acosf128, kUnit, kUnitLog);
  WITHIN(atan, 2, 2, atanf128, kAll, {-10, 10});
}

TEST(MathFunctions, HyperbolicFunctionsStayWithinCudasBounds) {
  WITHIN(sinh, 3, 2, sinhf128, {-88, 88}, {-20, 20, true});
  WITHIN(cosh, 2, 1, coshf128, {-88, 88}, {-20, 20, true});
  WITHIN(tanh, 2, 1, tanhf128, {-20, 20}, {-20, 20, true});
  WITHIN(asinh, 3, 3, asinhf128, kAll, {-3, 3});
  WITHIN(acosh, 4, 3, acoshf128, {1, 3}, {1, 1e37, true});
  WITHIN(atanh, 3, 2, atanhf128, kUnit, kUnitLog);
}

TEST(MathFunctions, RootsAndPowersStayWithinCudasBounds) {
  WITHIN(cbrt, 1, 1, cbrtf128, kAll, {-3, 3});
  WITHIN(rcbrt, 1, 1, [](Quad x) { return 1 / cbrtf128(x); }, {-1e37, 1e37}, {-3, 3});
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) {
    double x = Sample<double>({1e-30, 1e30, true}, random), y = Sample<double>({-10, 10}, random);
    EXPECT_LE(Ulps(__lockstep_math_pow(x, y), powf128(x, y)), 2) << x << ' ' << y;
    float xf = static_cast<float>(Sample<double>({1e-4, 1e4, true}, random)), yf = static_cast<float>(y);
    EXPECT_LE(Ulps(__lockstep_math_powf(xf, yf), powf128(xf, yf)), 4) << xf << ' ' << yf;
  }
}

TEST(MathFunctions, ErrorFunctionsAndTheirInversesStayWithinCudasBounds) {
  WITHIN(erf, 2, 2, erff128, {-6, 6}, kUnitLog);
  WITHIN(erfc, 4, 5, erfcf128, {-6, 9}, kUnitLog);
  Expect<double>("erfc", 5, __lockstep_math_erfc, erfcf128, {{5, 26}});
  WITHIN(erfinv, 2, 5, ErfInv, kUnit, kUnitLog);
  WITHIN(erfcinv, 4, 6, ErfcInv, {0, 2}, {1e-37, 1, true});
  Expect<double>("erfcinv", 6, __lockstep_math_erfcinv, ErfcInv, {{1e-300, 1, true}});
  WITHIN(erfcx, 4, 4, ErfcX, {-9, 9}, {0, 100}, kUnitLog);
  WITHIN(normcdf, 5, 5, NormCdf, {-12, 12}, kUnitLog);
  Expect<double>("normcdf", 5, __lockstep_math_normcdf, NormCdf, {{-37, -5}});
  WITHIN(normcdfinv, 5, 8, NormCdfInv, {0, 1}, {1e-37, 1, true});
}

TEST(MathFunctions, GammaAndBesselFunctionsStayWithinCudasBounds) {
  WITHIN(tgamma, 5, 10, tgammaf128, {0.01, 34}, {-33.9, -0.1});
  WITHIN(lgamma, 6, 4, lgammaf128, {0.01, 100}, {1, 1e30, true});
  WITHIN(cyl_bessel_i0, 6, 6, [](Quad x) { return BesselI(0, x); }, {-88, 88}, kUnitLog);
  WITHIN(cyl_bessel_i1, 6, 6, [](Quad x) { return BesselI(1, x); }, {-88, 88}, kUnitLog);
  Expect<double>(
      "cyl_bessel_i0", 6, __lockstep_math_cyl_bessel_i0, [](Quad x) { return BesselI(0, x); }, {{80, 700}}, 300);
  // CUDA bounds the absolute error of these below 8: 9 ULP near their zeros.
  std::mt19937_64 random(3);
  for (int i = 0; i < 4000; ++i) {
    double x = Sample<double>({0.01, 8}, random);
    EXPECT_NEAR(__lockstep_math_j0(x), static_cast<double>(j0f128(x)), 1e-15);
    EXPECT_NEAR(__lockstep_math_j1(x), static_cast<double>(j1f128(x)), 1e-15);
    EXPECT_NEAR(__lockstep_math_y0(x), static_cast<double>(y0f128(x)), 1e-14);
    EXPECT_NEAR(__lockstep_math_j0f(x), static_cast<double>(j0f128(static_cast<float>(x))), 1e-7);
  }
}

TEST(MathFunctions, NormsNeitherOverflowNorUnderflowOnTheWay) {
  EXPECT_EQ(__lockstep_math_norm3d(0x3p600, 0x4p600, 0), 0x5p600);
  EXPECT_EQ(__lockstep_math_norm3d(0x3p-600, 0x4p-600, 0), 0x5p-600);
  EXPECT_EQ(__lockstep_math_norm3df(0x3p100f, 0x4p100f, 0), 0x5p100f);
  EXPECT_EQ(__lockstep_math_rhypot(3, 4), 0.2);
  EXPECT_EQ(__lockstep_math_rnorm4d(1, 1, 1, 1), 0.5);
  double numbers[] = {1, 2, 3, 4, 5, 9};
  EXPECT_EQ(__lockstep_math_norm(6, numbers), std::sqrt(136.0));
  EXPECT_EQ(__lockstep_math_norm3d(INFINITY, NAN, 1), INFINITY);
  EXPECT_EQ(__lockstep_math_rhypot(0, 0), INFINITY);
  EXPECT_EQ(__lockstep_math_rhypot(NAN, -INFINITY), 0);
}

TEST(MathFunctions, SpecialValuesAreThoseOfTheCudaMathApi) {
  EXPECT_EQ(__lockstep_math_erfinv(1), INFINITY);
  EXPECT_EQ(__lockstep_math_erfinv(-1), -INFINITY);
  EXPECT_TRUE(std::isnan(__lockstep_math_erfinv(1.5)));
  EXPECT_TRUE(std::signbit(__lockstep_math_erfinv(-0.0)));
  EXPECT_EQ(__lockstep_math_erfcinv(0), INFINITY);
  EXPECT_EQ(__lockstep_math_erfcinv(2), -INFINITY);
  EXPECT_EQ(__lockstep_math_erfcinv(1), 0);
  EXPECT_EQ(__lockstep_math_normcdfinv(0.5), 0);
  EXPECT_EQ(__lockstep_math_normcdfinv(0), -INFINITY);
  EXPECT_EQ(__lockstep_math_normcdfinv(1), INFINITY);
  EXPECT_TRUE(std::isnan(__lockstep_math_normcdfinv(-0.1)));
  EXPECT_EQ(__lockstep_math_normcdf(-INFINITY), 0);
  EXPECT_EQ(__lockstep_math_erfcx(-INFINITY), INFINITY);
  EXPECT_EQ(__lockstep_math_erfcx(INFINITY), 0);
  EXPECT_EQ(__lockstep_math_sinpi(1), 0);
  EXPECT_TRUE(std::isnan(__lockstep_math_sinpi(INFINITY)));
  EXPECT_EQ(__lockstep_math_cospi(0.5), 0);
  EXPECT_FALSE(std::signbit(__lockstep_math_cospi(0.5)));
  EXPECT_EQ(__lockstep_math_cospi(1e300), 1);
  EXPECT_EQ(__lockstep_math_rcbrt(-0.0), -INFINITY);
  EXPECT_EQ(__lockstep_math_cyl_bessel_i1(-0.0), 0);
  EXPECT_EQ(__lockstep_math_cyl_bessel_i0(-INFINITY), INFINITY);
  EXPECT_EQ(__lockstep_math_pow(-1, INFINITY), 1);
  EXPECT_EQ(__lockstep_math_pow(1, NAN), 1);
  EXPECT_EQ(__lockstep_math_ilogb(0), std::numeric_limits<int>::min());
  EXPECT_EQ(__lockstep_math_ilogb(-INFINITY), std::numeric_limits<int>::max());
  EXPECT_TRUE(std::isnan(__lockstep_math_sin(INFINITY)));
  EXPECT_TRUE(std::signbit(__lockstep_math_sinf(-0.0f)));
}

// --- rounding directions: 0 nearest, 1 down, 2 up, 3 to zero. In 113 bits one sum or product of floats is exact.

template <class Real>
Real RoundExactly(Quad exact, int direction) {
  Real nearest = static_cast<Real>(exact);
  auto down = [&] { return Quad(nearest) > exact ? std::nextafter(nearest, Real(-INFINITY)) : nearest; };
  auto up = [&] { return Quad(nearest) < exact ? std::nextafter(nearest, Real(INFINITY)) : nearest; };
  if (direction == 0) return nearest;
  if (direction == 1) return down();
  if (direction == 2) return up();
  return exact < 0 ? up() : down();
}

float RandomFloat(std::mt19937_64& random) {
  std::uint32_t bits = static_cast<std::uint32_t>(random());
  float value;
  std::memcpy(&value, &bits, 4);
  return std::isfinite(value) ? value : 1.5f;
}

TEST(RoundedArithmetic, FloatOperationsRoundTheExactResultInEveryDirection) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 100000; ++i) {
    float x = RandomFloat(random), y = RandomFloat(random), z = RandomFloat(random);
    if (i & 1) y = x * (1 + static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 1000.0f);
    int direction = i % 4;
    Quad product = Quad(x) * y;
    EXPECT_EQ(__lockstep_math_mulf_rounded(x, y, direction), RoundExactly<float>(product, direction));
    // A 113-bit sum of floats is exact if their exponents are close.
    if (std::abs(std::ilogb(x) - std::ilogb(y)) < 80 && Quad(x) + y != 0)
      EXPECT_EQ(__lockstep_math_addf_rounded(x, y, direction), RoundExactly<float>(Quad(x) + y, direction));
    if (product != 0 && z != 0 && std::abs(std::ilogb(x) + std::ilogb(y) - std::ilogb(z)) < 60 && product + z != 0)
      EXPECT_EQ(__lockstep_math_fmaf_rounded(x, y, z, direction), RoundExactly<float>(product + z, direction));
    // The 113-bit quotient of floats is never so close to a float that its own rounding matters.
    if (y != 0) EXPECT_EQ(__lockstep_math_divf_rounded(x, y, direction), RoundExactly<float>(Quad(x) / y, direction));
  }
}

double Mantissa(double x) {
  int exponent;
  return std::frexp(x, &exponent);
}

TEST(RoundedArithmetic, DoubleOperationsRoundTheExactResultInEveryDirection) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; ++i) {
    double x = Sample<double>({-1e30, 1e30, true}, random), y = Sample<double>({-1e30, 1e30, true}, random);
    if (x == 0 || y == 0) continue;
    x = std::ldexp(Mantissa(x), static_cast<int>(random() % 40));
    y = std::ldexp(Mantissa(y), static_cast<int>(random() % 40));
    int direction = i % 4;
    EXPECT_EQ(__lockstep_math_mul_rounded(x, y, direction), RoundExactly<double>(Quad(x) * y, direction));
    EXPECT_EQ(__lockstep_math_add_rounded(x, y, direction), RoundExactly<double>(Quad(x) + y, direction));
    EXPECT_EQ(__lockstep_math_div_rounded(x, y, direction), RoundExactly<double>(Quad(x) / y, direction));
    EXPECT_EQ(__lockstep_math_narrow_rounded(x, direction), RoundExactly<float>(Quad(x), direction));
    double square = std::fabs(x);
    EXPECT_EQ(__lockstep_math_sqrt_rounded(square, direction), RoundExactly<double>(sqrtf128(square), direction));
  }
}

#define FLOAT(name) extern "C" void __lockstep_math_##name##f_lanes(float*);
#define DOUBLE(name) extern "C" void __lockstep_math_##name##_lanes(double*);
#include "sim/math/lanes.def"

template <class Real, class Bits>
void ExpectBitsOfOneCallEach(const char* name, Real (*one)(Real), void (*lanes)(Real*), Bits step) {
  Bits bits = 0;
  for (int round = 0; round < 5000; ++round) {
    Real values[32], expected[32];
    for (int i = 0; i < 32; ++i) {
      values[i] = std::bit_cast<Real>(bits);
      expected[i] = one(values[i]);
      bits += step;
    }
    lanes(values);
    ASSERT_EQ(std::memcmp(values, expected, sizeof values), 0) << name << " " << values[0] << " " << expected[0];
  }
}

// The steps go through all bit patterns, infinities and NaN included.
TEST(MathOfLanes, HasTheBitsOfOneCallEach) {
#define FLOAT(name)                                                                                                    \
  ExpectBitsOfOneCallEach<float, std::uint32_t>(#name "f", __lockstep_math_##name##f, __lockstep_math_##name##f_lanes, \
                                                429497);
#define DOUBLE(name)                                                                                            \
  ExpectBitsOfOneCallEach<double, std::uint64_t>(#name, __lockstep_math_##name, __lockstep_math_##name##_lanes, \
                                                 0x1'9999'9999'999b);
#include "sim/math/lanes.def"
}

TEST(MathOfLanes, StaysWithinCudasBoundsWhereReductionsAreHard) {
  // Near multiples of pi / 2, and where the reduction of lanes gives way to another.
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const double x =
        static_cast<double>(static_cast<int>(random() % 1'300'000) - 650'000) * static_cast<double>(kPi / 2);
    const auto f = static_cast<float>(x);
    EXPECT_LE(Ulps(__lockstep_math_sin(x), sinf128(x)), 2) << x;
    EXPECT_LE(Ulps(__lockstep_math_cos(x), cosf128(x)), 2) << x;
    EXPECT_LE(Ulps(__lockstep_math_sinf(f), sinf128(f)), 2) << f;
    EXPECT_LE(Ulps(__lockstep_math_cosf(f), cosf128(f)), 2) << f;
  }
  Expect<double>("exp", 1, __lockstep_math_exp, expf128, {{-745, -707}, {-0.4, 0.4}, {-1e-3, 1e-3, true}}, 20000);
  Expect<double>("log", 1, __lockstep_math_log, logf128, {{0.7, 1.42}, {1e-323, 1e-300, true}}, 20000);
  Expect<float>("erfc", 4, __lockstep_math_erfcf, erfcf128, {{8, 10.05}}, 20000);
}

TEST(MathOfLanes, FollowsTheStandardAtTheEnds) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN(), kLeast = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(__lockstep_math_expf(INFINITY), INFINITY);
  EXPECT_EQ(__lockstep_math_expf(-INFINITY), 0);
  EXPECT_EQ(__lockstep_math_expf(89), INFINITY);
  EXPECT_EQ(__lockstep_math_expf(0), 1);
  EXPECT_NEAR(__lockstep_math_expf(-103), kLeast, 0);
  EXPECT_TRUE(std::isnan(__lockstep_math_expf(kNone)));
  EXPECT_EQ(__lockstep_math_logf(INFINITY), INFINITY);
  EXPECT_EQ(__lockstep_math_logf(-0.0f), -INFINITY);
  EXPECT_EQ(__lockstep_math_logf(1), 0);
  EXPECT_FLOAT_EQ(__lockstep_math_logf(kLeast), -103.27893f);
  EXPECT_TRUE(std::isnan(__lockstep_math_logf(-1)));
  EXPECT_TRUE(std::isnan(__lockstep_math_logf(kNone)));
  EXPECT_EQ(__lockstep_math_tanhf(INFINITY), 1);
  EXPECT_EQ(__lockstep_math_tanhf(-INFINITY), -1);
  EXPECT_TRUE(std::signbit(__lockstep_math_tanhf(-0.0f)));
  EXPECT_EQ(__lockstep_math_tanhf(kLeast), kLeast);
  EXPECT_TRUE(std::isnan(__lockstep_math_tanhf(kNone)));
  EXPECT_EQ(__lockstep_math_exp2f(INFINITY), INFINITY);
  EXPECT_EQ(__lockstep_math_exp2f(-149), kLeast);
  EXPECT_EQ(__lockstep_math_exp10f(3), 1000);
  EXPECT_EQ(__lockstep_math_log2f(0x1p-130f), -130);
  EXPECT_EQ(__lockstep_math_log10f(1000), 3);
  EXPECT_EQ(__lockstep_math_erff(-INFINITY), -1);
  EXPECT_TRUE(std::signbit(__lockstep_math_erff(-0.0f)));
  EXPECT_EQ(__lockstep_math_erfcf(INFINITY), 0);
  EXPECT_EQ(__lockstep_math_erfcf(-INFINITY), 2);
  EXPECT_EQ(__lockstep_math_normcdff(0), 0.5f);
  EXPECT_EQ(__lockstep_math_exp(710), INFINITY);
  EXPECT_EQ(__lockstep_math_exp(-INFINITY), 0);
  EXPECT_EQ(__lockstep_math_exp(0), 1);
  EXPECT_EQ(__lockstep_math_exp(-745), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(__lockstep_math_log(1), 0);
  EXPECT_EQ(__lockstep_math_log(-0.0), -INFINITY);
  EXPECT_EQ(__lockstep_math_log(INFINITY), INFINITY);
  EXPECT_TRUE(std::isnan(__lockstep_math_log(-1)));
  EXPECT_TRUE(std::signbit(__lockstep_math_sin(-0.0)));
  EXPECT_EQ(__lockstep_math_cos(0), 1);
  EXPECT_TRUE(std::isnan(__lockstep_math_cosf(INFINITY)));
}

TEST(RoundedArithmetic, WholeNumbersConvertInEveryDirection) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 100000; ++i) {
    long long x = static_cast<long long>(random()) >> (random() % 64);
    int direction = i % 4;
    EXPECT_EQ(__lockstep_math_from_llf_rounded(x, direction), RoundExactly<float>(Quad(x), direction)) << x;
    unsigned long long u = static_cast<unsigned long long>(x);
    EXPECT_EQ(__lockstep_math_from_ull_rounded(u, direction), RoundExactly<double>(Quad(u), direction)) << u;
  }
}

TEST(RoundedArithmetic, OverflowAndZeroFollowTheDirection) {
  constexpr float kMost = std::numeric_limits<float>::max();
  EXPECT_EQ(__lockstep_math_addf_rounded(kMost, kMost, 1), kMost);
  EXPECT_EQ(__lockstep_math_addf_rounded(kMost, kMost, 2), INFINITY);
  EXPECT_EQ(__lockstep_math_mulf_rounded(-kMost, 2, 3), -kMost);
  EXPECT_TRUE(std::signbit(__lockstep_math_addf_rounded(1, -1, 1)));
  EXPECT_FALSE(std::signbit(__lockstep_math_addf_rounded(1, -1, 2)));
  EXPECT_EQ(__lockstep_math_fma_rounded(1 + 0x1p-52, 1 + 0x1p-52, -1, 1), 0x1p-51);
  EXPECT_EQ(__lockstep_math_fma_rounded(1 + 0x1p-52, 1 + 0x1p-52, -1, 2), 0x1p-51 + 0x1p-103);
  EXPECT_EQ(1.0 + 0x1p-53, 1.0);  // the mode is back to nearest
}

}  // namespace
