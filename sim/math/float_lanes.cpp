// Float functions of lanes (for_lanes.h). Each is computed in double; the errors before the last rounding are below
// 2^-40, far from a unit in the last place of a float.

#include "sim/math/for_lanes.h"

#pragma clang fp contract(off)

namespace {

using lockstep::math::kToWhole, lockstep::math::Polynomial, lockstep::math::PolynomialByPairs;

constexpr double kLn2 = 0.693147180559945309417, kLn10 = 2.302585092994045684018;

// exp(r) 2^k for |r| <= 0.35 and the whole number k of `shifted` (PowerOfTwo): a Taylor series.
[[gnu::always_inline]] inline double ExpOfParts(double r, double shifted) {
  const double sum = Polynomial(r, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
                                1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0);
  return sum * lockstep::math::PowerOfTwo(shifted);
}

// exp(x) for |x| <= 700, reduced by multiples of ln 2.
[[gnu::always_inline]] inline double Exp(double x) {
  const double shifted = x * (1 / kLn2) + kToWhole, whole = shifted - kToWhole;
  return ExpOfParts(x - whole * kLn2, shifted);
}

// Beyond these, the results of all exponential functions are 0 or infinite.
[[gnu::always_inline]] inline double Near(float x) {
  double near = x;
  near = near > 200 ? 200 : near;
  return near < -200 ? -200 : near;
}

struct ExpOf {
  [[gnu::always_inline]] static float Usual(float x) {
    const auto result = static_cast<float>(Exp(Near(x)));
    return x != x ? x : result;
  }
};

struct Exp2Of {
  [[gnu::always_inline]] static float Usual(float x) {
    const double near = Near(x), shifted = near + kToWhole, whole = shifted - kToWhole;
    const auto result = static_cast<float>(ExpOfParts((near - whole) * kLn2, shifted));
    return x != x ? x : result;
  }
};

struct Exp10Of {
  [[gnu::always_inline]] static float Usual(float x) {
    const auto result = static_cast<float>(Exp(Near(x) * kLn10));
    return x != x ? x : result;
  }
};

struct TanhOf {
  [[gnu::always_inline]] static float Usual(float x) {
    const double size = std::fabs(static_cast<double>(x)), square = size * size;
    // The quotient loses digits near 0, where the series needs few terms.
    const double series = Polynomial(square, 62.0 / 2835, -17.0 / 315, 2.0 / 15, -1.0 / 3, 1.0) * size;
    const double quotient = 1 - 2 / (Exp(2 * (size > 20 ? 20 : size)) + 1);
    const auto result = static_cast<float>(std::copysign(size < 0.05 ? series : quotient, static_cast<double>(x)));
    return x != x ? x : result;
  }
};

// The logarithm of x in the base whose logarithms of e and of 2 are given: log m = 2 atanh((m - 1) / (m + 1)).
[[gnu::always_inline]] inline float Logarithm(float x, double of_e, double of_2) {
  const auto [m, k] = lockstep::math::Split(static_cast<double>(x));
  const double s = (m - 1) / (m + 1);
  const double sum = Polynomial(s * s, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7,
                                1.0 / 5, 1.0 / 3, 1.0);
  auto result = static_cast<float>(2 * s * sum * of_e + k * of_2);
  result = x == INFINITY ? INFINITY : result;
  result = x == 0 ? -INFINITY : result;
  result = x < 0 ? NAN : result;
  return x != x ? x : result;
}

struct LogOf {
  [[gnu::always_inline]] static float Usual(float x) { return Logarithm(x, 1, kLn2); }
};
struct Log2Of {
  [[gnu::always_inline]] static float Usual(float x) { return Logarithm(x, 1 / kLn2, 1); }
};
struct Log10Of {
  [[gnu::always_inline]] static float Usual(float x) { return Logarithm(x, 1 / kLn10, kLn2 / kLn10); }
};

// Taylor series of the sine, or one quarter of a turn ahead, of the cosine.
[[gnu::always_inline]] inline float Wave(float x, unsigned ahead) {
  const auto [angle, rest, turns] = lockstep::math::WithoutTurns(static_cast<double>(x));
  const double square = angle * angle;
  const double sine = angle * PolynomialByPairs(square, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040,
                                                1.0 / 120, -1.0 / 6, 1.0);
  const double cosine = PolynomialByPairs(square, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320,
                                          -1.0 / 720, 1.0 / 24, -0.5, 1.0);
  const std::uint64_t all = turns + ahead;
  return static_cast<float>(lockstep::math::Negated(all & 1 ? cosine : sine, all));
}

struct SinOf {
  [[gnu::always_inline]] static float Usual(float x) { return x == 0 ? x : Wave(x, 0); }
  // Also of infinities and NaN.
  [[gnu::always_inline]] static bool IsRare(float x) { return !(std::fabs(x) <= lockstep::math::kFar); }
  static float Rare(float x) { return ::sinf(x); }
};
struct CosOf {
  [[gnu::always_inline]] static float Usual(float x) { return Wave(x, 1); }
  [[gnu::always_inline]] static bool IsRare(float x) { return SinOf::IsRare(x); }
  static float Rare(float x) { return ::cosf(x); }
};

// erfc(x) = exp(-x^2) g(x) / (1 + 2 x) for x >= 0, where g is smooth in t = (x - 3) / (x + 3) from -1 to the end, where
// floats end too. The coefficients interpolate g between 0 and 11 at Chebyshev's nodes; they are right to 2^-44.
[[gnu::always_inline]] inline double Erfc(double x) {
  constexpr double kMost = 11;
  double size = std::fabs(x);
  size = size > kMost ? kMost : size;
  const double g = PolynomialByPairs(
      (size - 3) / (size + 3), 0x1.a0f39a915160bp-21, 0x1.91575501a08c5p-19, -0x1.73925303e0f19p-20,
      -0x1.4febc673a1923p-16, 0x1.64a1f7d6ec8c0p-18, 0x1.06717ad26db41p-13, -0x1.b985a93b06042p-14,
      -0x1.98de24612743fp-11, 0x1.ef1d1ae5d3e33p-10, 0x1.4b886d2b1111bp-9, -0x1.8574c613b1d20p-6, 0x1.17ca286583d7bp-4,
      -0x1.e88b80330e29dp-4, 0x1.098366a5f4364p-3, -0x1.85a15c58ffa2fp-5, -0x1.15c084bb9ed27p-3, 0x1.40c522d7e49b2p+0);
  const double result = Exp(-(size * size)) * g / (1 + 2 * size);
  return x < 0 ? 2 - result : result;
}

struct ErfcOf {
  [[gnu::always_inline]] static float Usual(float x) {
    const auto result = static_cast<float>(Erfc(static_cast<double>(x)));
    return x != x ? x : result;
  }
};

struct ErfOf {
  [[gnu::always_inline]] static float Usual(float x) {
    constexpr double kTwoByRootOfPi = 0x1.20dd750429b6dp+0;
    const double size = std::fabs(static_cast<double>(x)), square = size * size;
    // A Taylor series: (-1)^n / (n! (2 n + 1)).
    const double series = kTwoByRootOfPi * size *
                          Polynomial(square, 1.0 / 76204800, -1.0 / 6894720, 1.0 / 685440, -1.0 / 75600, 1.0 / 9360,
                                     -1.0 / 1320, 1.0 / 216, -1.0 / 42, 1.0 / 10, -1.0 / 3, 1.0);
    const auto result = static_cast<float>(std::copysign(size < 0.5 ? series : 1 - Erfc(size), static_cast<double>(x)));
    return x != x ? x : result;
  }
};

struct NormCdfOf {
  [[gnu::always_inline]] static float Usual(float x) {
    constexpr double kRootOfHalf = 0x1.6a09e667f3bcdp-1;
    const auto result = static_cast<float>(0.5 * Erfc(-kRootOfHalf * x));
    return x != x ? x : result;
  }
};

}  // namespace

OF_LANES(CosOf, float, cosf)
OF_LANES(ErfOf, float, erff)
OF_LANES(ErfcOf, float, erfcf)
OF_LANES(ExpOf, float, expf)
OF_LANES(Exp10Of, float, exp10f)
OF_LANES(Exp2Of, float, exp2f)
OF_LANES(LogOf, float, logf)
OF_LANES(Log10Of, float, log10f)
OF_LANES(Log2Of, float, log2f)
OF_LANES(NormCdfOf, float, normcdff)
OF_LANES(SinOf, float, sinf)
OF_LANES(TanhOf, float, tanhf)
