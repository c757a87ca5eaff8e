// The functions of the C library under the names that compiled device code calls.
//
// CUDA documents a bound on each function's error, in units in the last place. Float functions that glibc computes in
// double internally are used directly; other float functions are computed in double and rounded once. Double functions
// whose error in glibc exceeds CUDA's bound are computed in long double.

#include <cmath>

#define MATH extern "C" __attribute__((visibility("default")))

#define DIRECT_1(name)                                               \
  MATH double __lockstep_math_##name(double x) { return ::name(x); } \
  MATH float __lockstep_math_##name##f(float x) { return ::name##f(x); }
// The float function is in float_lanes.cpp.
#define DIRECT_DOUBLE_1(name) \
  MATH double __lockstep_math_##name(double x) { return ::name(x); }
#define WIDER_DOUBLE_1(name) \
  MATH double __lockstep_math_##name(double x) { return static_cast<double>(::name##l(x)); }
#define WIDER_FLOAT_1(name)                                          \
  MATH double __lockstep_math_##name(double x) { return ::name(x); } \
  MATH float __lockstep_math_##name##f(float x) { return static_cast<float>(::name(static_cast<double>(x))); }
#define WIDER_1(name)                                                                        \
  MATH double __lockstep_math_##name(double x) { return static_cast<double>(::name##l(x)); } \
  MATH float __lockstep_math_##name##f(float x) { return static_cast<float>(::name(static_cast<double>(x))); }

DIRECT_DOUBLE_1(exp2)
DIRECT_DOUBLE_1(log2)
DIRECT_1(logb)
WIDER_FLOAT_1(acos)
WIDER_FLOAT_1(asin)
WIDER_FLOAT_1(atan)
WIDER_FLOAT_1(tan)
DIRECT_DOUBLE_1(erf)
WIDER_FLOAT_1(expm1)
WIDER_FLOAT_1(log1p)
WIDER_FLOAT_1(j0)
WIDER_FLOAT_1(j1)
WIDER_FLOAT_1(y0)
WIDER_FLOAT_1(y1)
WIDER_1(acosh)
WIDER_1(asinh)
WIDER_1(atanh)
WIDER_1(cbrt)
WIDER_1(cosh)
WIDER_DOUBLE_1(erfc)
WIDER_DOUBLE_1(exp10)
WIDER_DOUBLE_1(log10)
WIDER_1(sinh)
WIDER_DOUBLE_1(tanh)
WIDER_1(tgamma)

// lgamma_r, unlike lgamma, writes no global variable.
MATH double __lockstep_math_lgamma(double x) {
  int sign;
  return static_cast<double>(::lgammal_r(x, &sign));
}
MATH float __lockstep_math_lgammaf(float x) {
  int sign;
  return static_cast<float>(::lgamma_r(x, &sign));
}

#define DIRECT_2(name)                                                            \
  MATH double __lockstep_math_##name(double x, double y) { return ::name(x, y); } \
  MATH float __lockstep_math_##name##f(float x, float y) { return ::name##f(x, y); }
DIRECT_2(fdim)
DIRECT_2(fmod)
DIRECT_2(nextafter)
DIRECT_2(pow)
DIRECT_2(remainder)

MATH double __lockstep_math_atan2(double y, double x) { return ::atan2(y, x); }
MATH float __lockstep_math_atan2f(float y, float x) { return static_cast<float>(::atan2(double{y}, double{x})); }
MATH double __lockstep_math_hypot(double x, double y) { return ::hypot(x, y); }
MATH float __lockstep_math_hypotf(float x, float y) { return static_cast<float>(::hypot(double{x}, double{y})); }

MATH double __lockstep_math_ldexp(double x, int exponent) { return ::ldexp(x, exponent); }
MATH float __lockstep_math_ldexpf(float x, int exponent) { return ::ldexpf(x, exponent); }
MATH double __lockstep_math_frexp(double x, int* exponent) {
  *exponent = 0;  // glibc leaves it unspecified for infinities and NaN; the CUDA Math API stores 0 for zero
  return ::frexp(x, exponent);
}
MATH float __lockstep_math_frexpf(float x, int* exponent) {
  *exponent = 0;
  return ::frexpf(x, exponent);
}
MATH double __lockstep_math_remquo(double x, double y, int* quotient) {
  *quotient = 0;
  return ::remquo(x, y, quotient);
}
MATH float __lockstep_math_remquof(float x, float y, int* quotient) {
  *quotient = 0;
  return ::remquof(x, y, quotient);
}

// CUDA gives INT_MIN for 0 and NaN, INT_MAX for infinities.
template <class Real>
static int Exponent(Real x) {
  if (x == 0 || std::isnan(x)) return -2147483647 - 1;
  return std::isinf(x) ? 2147483647 : std::ilogb(x);
}
MATH int __lockstep_math_ilogb(double x) { return Exponent(x); }
MATH int __lockstep_math_ilogbf(float x) { return Exponent(x); }

// CUDA gives NaN for a negative order, where the C library mirrors it.
MATH double __lockstep_math_jn(int n, double x) { return n < 0 ? NAN : ::jn(n, x); }
MATH float __lockstep_math_jnf(int n, float x) { return n < 0 ? NAN : static_cast<float>(::jn(n, double{x})); }
MATH double __lockstep_math_yn(int n, double x) { return n < 0 ? NAN : ::yn(n, x); }
MATH float __lockstep_math_ynf(int n, float x) { return n < 0 ? NAN : static_cast<float>(::yn(n, double{x})); }
