// The functions that only the CUDA Math API has. Each is computed in long double and rounded once, so its error is far
// below CUDA's bound; a float function is the rounded result of the double function.

#include <algorithm>
#include <cmath>
#include <limits>

#define MATH extern "C" __attribute__((visibility("default")))

namespace {

using Wide = long double;

constexpr Wide kPi = 3.14159265358979323846264338327950288L;
constexpr Wide kRootPi = 1.77245385090551602729816748334114518L;
constexpr Wide kRootHalf = 0.70710678118654752440084436210484904L;
constexpr Wide kInfinity = std::numeric_limits<Wide>::infinity();

// --- sine and cosine of pi x. x is reduced exactly to a quarter turn around the nearest axis.

struct Turn {
  Wide angle;   // in [-pi/4, pi/4]
  int quarter;  // the number of quarter turns removed, modulo 4
};

Turn Reduce(double x) {
  double rest = std::fmod(x, 2.0);
  double quarters = std::nearbyint(2.0 * rest);
  return {kPi * (Wide{rest} - Wide{quarters} / 2), static_cast<int>(quarters) & 3};
}

Wide SinPi(double x) {
  if (std::isinf(x)) return NAN;
  if (x == std::trunc(x)) return std::copysign(0.0, x);  // the sign of zero follows x, as in IEEE 754-2008 sinPi
  Turn turn = Reduce(x);
  Wide value = turn.quarter & 1 ? std::cos(turn.angle) : std::sin(turn.angle);
  return turn.quarter & 2 ? -value : value;
}

Wide CosPi(double x) {
  if (std::isinf(x)) return NAN;
  Turn turn = Reduce(x);
  Wide value = turn.quarter & 1 ? std::sin(turn.angle) : std::cos(turn.angle);
  if (value == 0) return 0;  // never -0
  return turn.quarter == 1 || turn.quarter == 2 ? -value : value;
}

// --- inverse error functions: Halley's method on erfc, from an approximation of a few digits.

// M. Giles, "Approximating the erfinv function" (GPU Computing Gems, 2011) uses w = -log((1-x)(1+x)); here only the
// leading behaviour is needed: Winitzki's closed form, within 0.2 percent.
Wide RoughErfInv(Wide one_minus_square) {
  constexpr Wide a = 0.147L;
  Wide log = std::log(one_minus_square);
  Wide t = 2 / (kPi * a) + log / 2;
  return std::sqrt(std::sqrt(t * t - log / a) - t);
}

// The positive y with erfc(y) == q, for q in (0, 1].
Wide ErfcInvUpper(Wide q) {
  Wide y = RoughErfInv(q * (2 - q));
  // For large y, erfc falls by many powers of ten within the first error, while its logarithm is nearly a parabola.
  for (int i = 0; i < 2; ++i) {
    Wide value = std::erfc(y);
    y += std::log(value / q) * value * (kRootPi / 2) * std::exp(y * y);
  }
  for (int i = 0; i < 2; ++i) {
    Wide error = std::erfc(y) - q;
    Wide slope = -2 / kRootPi * std::exp(-y * y);
    Wide newton = error / slope;
    y -= newton / (1 + y * newton);  // Halley: f''/(2 f') is -y
  }
  return y;
}

Wide ErfInv(Wide x) {
  if (!(std::fabs(x) <= 1)) return NAN;
  if (std::fabs(x) == 1) return std::copysign(kInfinity, x);
  Wide size = std::fabs(x);
  if (size < 1e-9L) return x * (kRootPi / 2);  // the next term is below 1e-18 of it
  if (size > 0.5L) return std::copysign(ErfcInvUpper(1 - size), x);
  Wide y = RoughErfInv(1 - size * size);
  for (int i = 0; i < 3; ++i) {
    Wide newton = (std::erf(y) - size) * (kRootPi / 2) * std::exp(y * y);
    y -= newton / (1 + y * newton);
  }
  return std::copysign(y, x);
}

Wide ErfcInv(Wide x) {
  if (!(x >= 0 && x <= 2)) return NAN;
  if (x == 0) return kInfinity;
  if (x == 2) return -kInfinity;
  if (x < 0.5L) return ErfcInvUpper(x);
  if (x > 1.5L) return -ErfcInvUpper(2 - x);
  return ErfInv(1 - x);
}

Wide NormCdf(Wide x) { return std::erfc(-x * kRootHalf) / 2; }
Wide NormCdfInv(Wide p) { return -ErfcInv(2 * p) / kRootHalf; }

// exp(x^2) erfc(x). Beyond 30 by the asymptotic series 7.12.1 of the NIST Digital Library of Mathematical Functions.
Wide ErfcX(Wide x) {
  if (x < 30) return std::exp(x * x) * std::erfc(x);
  if (x > 1e10L) return 1 / (x * kRootPi);
  Wide term = 1, sum = 1;
  for (int n = 1; n <= 8; ++n) {
    term *= -(2 * n - 1) / (2 * x * x);
    sum += term;
  }
  return sum / (x * kRootPi);
}

// --- modified Bessel functions of order 0 and 1: NIST 10.25.2 (all terms positive, so nothing cancels) and 10.40.1.

Wide BesselI(int order, Wide x) {
  if (std::isnan(x)) return x;
  Wide size = std::fabs(x), value;
  if (size < 32) {
    Wide quarter = size * size / 4, term = 1, sum = 1;
    for (int k = 1; term > sum * 1e-21L; ++k) sum += term *= quarter / (static_cast<Wide>(k) * (k + order));
    value = order ? sum * size / 2 : sum;
  } else if (size > 720) {
    value = kInfinity;
  } else {
    Wide mu = 4 * order, term = 1, sum = 1;
    for (int k = 1; k < 40; ++k) {
      Wide odd = 2 * k - 1;
      sum += term *= -(mu - odd * odd) / (k * 8 * size);
    }
    value = std::exp(size) / std::sqrt(2 * kPi * size) * sum;
  }
  return order && std::signbit(x) ? -value : value;
}

// --- norms. An infinite coordinate gives infinity even beside a NaN.

Wide Norm(std::initializer_list<Wide> numbers) {
  Wide sum = 0;
  for (Wide x : numbers)
    if (std::isinf(x)) return kInfinity;
  for (Wide x : numbers) sum += x * x;  // the squares of doubles neither overflow nor underflow here
  return std::sqrt(sum);
}

template <class Real>
Real NormOf(int count, const Real* numbers) {
  Wide sum = 0;
  bool infinite = false;
  for (int i = 0; i < count; ++i) {
    infinite |= std::isinf(numbers[i]);
    sum += Wide{numbers[i]} * numbers[i];
  }
  return static_cast<Real>(infinite ? kInfinity : std::sqrt(sum));
}

}  // namespace

#define FUNCTION_1(name, expression)                                                       \
  MATH double __lockstep_math_##name(double x) { return static_cast<double>(expression); } \
  MATH float __lockstep_math_##name##f(float x) { return static_cast<float>(expression); }

FUNCTION_1(cospi, CosPi(x))
FUNCTION_1(sinpi, SinPi(x))
FUNCTION_1(cyl_bessel_i0, BesselI(0, x))
FUNCTION_1(cyl_bessel_i1, BesselI(1, x))
FUNCTION_1(erfcinv, ErfcInv(x))
FUNCTION_1(erfcx, ErfcX(x))
FUNCTION_1(erfinv, ErfInv(x))
// The float function is in float_lanes.cpp.
MATH double __lockstep_math_normcdf(double x) { return static_cast<double>(NormCdf(x)); }
FUNCTION_1(normcdfinv, NormCdfInv(x))
FUNCTION_1(rcbrt, 1 / std::cbrt(Wide{x}))

MATH double __lockstep_math_rhypot(double x, double y) { return static_cast<double>(1 / Norm({x, y})); }
MATH float __lockstep_math_rhypotf(float x, float y) { return static_cast<float>(1 / Norm({x, y})); }
MATH double __lockstep_math_norm3d(double a, double b, double c) { return static_cast<double>(Norm({a, b, c})); }
MATH float __lockstep_math_norm3df(float a, float b, float c) { return static_cast<float>(Norm({a, b, c})); }
MATH double __lockstep_math_rnorm3d(double a, double b, double c) { return static_cast<double>(1 / Norm({a, b, c})); }
MATH float __lockstep_math_rnorm3df(float a, float b, float c) { return static_cast<float>(1 / Norm({a, b, c})); }
MATH double __lockstep_math_norm4d(double a, double b, double c, double d) {
  return static_cast<double>(Norm({a, b, c, d}));
}
MATH float __lockstep_math_norm4df(float a, float b, float c, float d) {
  return static_cast<float>(Norm({a, b, c, d}));
}
MATH double __lockstep_math_rnorm4d(double a, double b, double c, double d) {
  return static_cast<double>(1 / Norm({a, b, c, d}));
}
MATH float __lockstep_math_rnorm4df(float a, float b, float c, float d) {
  return static_cast<float>(1 / Norm({a, b, c, d}));
}
MATH double __lockstep_math_norm(int count, const double* numbers) { return NormOf(count, numbers); }
MATH float __lockstep_math_normf(int count, const float* numbers) { return NormOf(count, numbers); }
