#pragma once
#pragma GCC system_header

// The C library's math functions for device code. This must be included before <cmath>: the C++ library marks its float
// overloads constexpr, which clang treats as host-and-device unless a device overload has been declared.
// The semantics for special values are those of C99 annex F, which the CUDA Math API documents too.

#include "qualifiers.h"

// --- computed by sim/math
#define __LOCKSTEP_MATH_1__(name)                  \
  __LOCKSTEP_MATH__ double __lockstep_math_##name(double); \
  __LOCKSTEP_MATH__ float __lockstep_math_##name##f(float);
#define __LOCKSTEP_MATH_2__(name)                                  \
  __LOCKSTEP_MATH__ double __lockstep_math_##name(double, double); \
  __LOCKSTEP_MATH__ float __lockstep_math_##name##f(float, float);

#define GLOBAL_1(name)                                                               \
  __LOCKSTEP_MATH_1__(name)                                                          \
  __LOCKSTEP_LIB__ double name(double x) { return __lockstep_math_##name(x); }       \
  __LOCKSTEP_LIB__ float name##f(float x) { return __lockstep_math_##name##f(x); }
#define STANDARD_1(name)                                                             \
  GLOBAL_1(name)                                                                     \
  namespace std {                                                                    \
  __LOCKSTEP_LIB__ float name(float x) { return __lockstep_math_##name##f(x); }      \
  }
#define STANDARD_2(name)                                                                              \
  __LOCKSTEP_MATH_2__(name)                                                                           \
  __LOCKSTEP_LIB__ double name(double x, double y) { return __lockstep_math_##name(x, y); }           \
  __LOCKSTEP_LIB__ float name##f(float x, float y) { return __lockstep_math_##name##f(x, y); }        \
  namespace std {                                                                                     \
  __LOCKSTEP_LIB__ float name(float x, float y) { return __lockstep_math_##name##f(x, y); }           \
  }
#include "math.def"

// --- exact in the processor: the same bits however the compiler transforms them
#define __LOCKSTEP_EXACT_1__(name, builtin)                                       \
  __LOCKSTEP_LIB__ double name(double x) { return builtin(x); }                   \
  __LOCKSTEP_LIB__ float name##f(float x) { return builtin(x); }                  \
  namespace std {                                                                 \
  __LOCKSTEP_LIB__ float name(float x) { return builtin(x); }                     \
  }
__LOCKSTEP_EXACT_1__(ceil, __builtin_elementwise_ceil)
__LOCKSTEP_EXACT_1__(fabs, __builtin_elementwise_abs)
__LOCKSTEP_EXACT_1__(floor, __builtin_elementwise_floor)
__LOCKSTEP_EXACT_1__(nearbyint, __builtin_elementwise_roundeven)
__LOCKSTEP_EXACT_1__(rint, __builtin_elementwise_roundeven)
__LOCKSTEP_EXACT_1__(round, __builtin_elementwise_round)
__LOCKSTEP_EXACT_1__(sqrt, __builtin_elementwise_sqrt)
__LOCKSTEP_EXACT_1__(trunc, __builtin_elementwise_trunc)

// maxNum and minNum of IEEE 754-2008: a NaN loses against a number; +0 counts as greater than -0, as PTX's max and min do.
#define __LOCKSTEP_EXTREMES__(type, bits, suffix)                                                                  \
  __LOCKSTEP_LIB__ type __lockstep_max(type x, type y) {                                                           \
    type both = __builtin_bit_cast(type, __builtin_bit_cast(bits, x) & __builtin_bit_cast(bits, y));               \
    type greater = x > y ? x : y;                                                                                  \
    return x == y ? both : y != y ? x : greater;                                                                   \
  }                                                                                                                \
  __LOCKSTEP_LIB__ type __lockstep_min(type x, type y) {                                                           \
    type either = __builtin_bit_cast(type, __builtin_bit_cast(bits, x) | __builtin_bit_cast(bits, y));             \
    type less = x < y ? x : y;                                                                                     \
    return x == y ? either : y != y ? x : less;                                                                    \
  }                                                                                                                \
  __LOCKSTEP_LIB__ type fmax##suffix(type x, type y) { return __lockstep_max(x, y); }                              \
  __LOCKSTEP_LIB__ type fmin##suffix(type x, type y) { return __lockstep_min(x, y); }                              \
  __LOCKSTEP_LIB__ type copysign##suffix(type x, type y) { return __builtin_elementwise_copysign(x, y); }          \
  __LOCKSTEP_LIB__ type fma##suffix(type x, type y, type z) { return __builtin_elementwise_fma(x, y, z); }         \
  __LOCKSTEP_MATH__ type __lockstep_math_ldexp##suffix(type, int);                                                 \
  __LOCKSTEP_LIB__ type ldexp##suffix(type x, int exponent) { return __lockstep_math_ldexp##suffix(x, exponent); } \
  __LOCKSTEP_LIB__ type scalbn##suffix(type x, int exponent) { return __lockstep_math_ldexp##suffix(x, exponent); }\
  __LOCKSTEP_LIB__ type scalbln##suffix(type x, long exponent) {                                                   \
    int clamped = exponent > 10000 ? 10000 : exponent < -10000 ? -10000 : (int)exponent;                           \
    return __lockstep_math_ldexp##suffix(x, clamped);                                                              \
  }                                                                                                                \
  extern "C" __device__ type __lockstep_math_frexp##suffix(type, int*);                                            \
  extern "C" __device__ type __lockstep_math_remquo##suffix(type, type, int*);                                     \
  __LOCKSTEP_LIB__ type frexp##suffix(type x, int* exponent) {                                                     \
    int e;                                                                                                         \
    type mantissa = __lockstep_math_frexp##suffix(x, &e);                                                          \
    *exponent = e;                                                                                                 \
    return mantissa;                                                                                               \
  }                                                                                                                \
  __LOCKSTEP_LIB__ type remquo##suffix(type x, type y, int* quotient) {                                            \
    int q;                                                                                                         \
    type rest = __lockstep_math_remquo##suffix(x, y, &q);                                                          \
    *quotient = q;                                                                                                 \
    return rest;                                                                                                   \
  }                                                                                                                \
  __LOCKSTEP_LIB__ type modf##suffix(type x, type* whole) {                                                        \
    type integral = __builtin_elementwise_trunc(x);                                                                \
    *whole = integral;                                                                                             \
    type fraction = integral == x ? (type)0 : x - integral;                                                        \
    return __builtin_elementwise_copysign(fraction, x);                                                            \
  }                                                                                                                \
  __LOCKSTEP_MATH__ int __lockstep_math_ilogb##suffix(type);                                                       \
  __LOCKSTEP_LIB__ int ilogb##suffix(type x) { return __lockstep_math_ilogb##suffix(x); }                          \
  __LOCKSTEP_LIB__ type nan##suffix(const char*) { return (type)__builtin_nan(""); }                               \
  __LOCKSTEP_MATH__ type __lockstep_math_jn##suffix(int, type);                                                    \
  __LOCKSTEP_MATH__ type __lockstep_math_yn##suffix(int, type);                                                    \
  __LOCKSTEP_LIB__ type jn##suffix(int n, type x) { return __lockstep_math_jn##suffix(n, x); }                     \
  __LOCKSTEP_LIB__ type yn##suffix(int n, type x) { return __lockstep_math_yn##suffix(n, x); }                     \
  __LOCKSTEP_LIB__ long long llrint##suffix(type x) {                                                              \
    return (long long)(__builtin_elementwise_roundeven(x));                                      \
  }                                                                                                                \
  __LOCKSTEP_LIB__ long long llround##suffix(type x) {                                                             \
    return (long long)(__builtin_elementwise_round(x));                                          \
  }                                                                                                                \
  __LOCKSTEP_LIB__ long lrint##suffix(type x) {                                                                    \
    return (long long)(__builtin_elementwise_roundeven(x));                                      \
  }                                                                                                                \
  __LOCKSTEP_LIB__ long lround##suffix(type x) {                                                                   \
    return (long long)(__builtin_elementwise_round(x));                                          \
  }                                                                                                                \
  __LOCKSTEP_LIB__ void sincos##suffix(type x, type* sine, type* cosine) {                                         \
    *sine = __lockstep_math_sin##suffix(x);                                                                        \
    *cosine = __lockstep_math_cos##suffix(x);                                                                      \
  }
__LOCKSTEP_EXTREMES__(double, unsigned long long, )
__LOCKSTEP_EXTREMES__(float, unsigned int, f)
#undef __LOCKSTEP_EXTREMES__
#undef __LOCKSTEP_EXACT_1__

namespace std {
__LOCKSTEP_LIB__ float fmax(float x, float y) { return ::__lockstep_max(x, y); }
__LOCKSTEP_LIB__ float fmin(float x, float y) { return ::__lockstep_min(x, y); }
__LOCKSTEP_LIB__ float copysign(float x, float y) { return __builtin_elementwise_copysign(x, y); }
__LOCKSTEP_LIB__ float fma(float x, float y, float z) { return __builtin_elementwise_fma(x, y, z); }
__LOCKSTEP_LIB__ float ldexp(float x, int exponent) { return ::ldexpf(x, exponent); }
__LOCKSTEP_LIB__ float scalbn(float x, int exponent) { return ::scalbnf(x, exponent); }
__LOCKSTEP_LIB__ float scalbln(float x, long exponent) { return ::scalblnf(x, exponent); }
__LOCKSTEP_LIB__ float frexp(float x, int* exponent) { return ::frexpf(x, exponent); }
__LOCKSTEP_LIB__ float remquo(float x, float y, int* quotient) { return ::remquof(x, y, quotient); }
__LOCKSTEP_LIB__ float modf(float x, float* whole) { return ::modff(x, whole); }
__LOCKSTEP_LIB__ int ilogb(float x) { return ::ilogbf(x); }
__LOCKSTEP_LIB__ long long llrint(float x) { return ::llrintf(x); }
__LOCKSTEP_LIB__ long long llround(float x) { return ::llroundf(x); }
__LOCKSTEP_LIB__ long lrint(float x) { return ::lrintf(x); }
__LOCKSTEP_LIB__ long lround(float x) { return ::lroundf(x); }
__LOCKSTEP_LIB__ float abs(float x) { return __builtin_elementwise_abs(x); }
__LOCKSTEP_LIB__ double abs(double x) { return __builtin_elementwise_abs(x); }
__LOCKSTEP_LIB__ long abs(long x) { return x < 0 ? (long)-(unsigned long)x : x; }
__LOCKSTEP_LIB__ long long abs(long long x) { return x < 0 ? (long long)-(unsigned long long)x : x; }
}  // namespace std

// The minimum has no positive counterpart: its bits are unchanged, as on a GPU.
__LOCKSTEP_LIB__ int abs(int x) { return x < 0 ? (int)-(unsigned)x : x; }
__LOCKSTEP_LIB__ long labs(long x) { return x < 0 ? (long)-(unsigned long)x : x; }
__LOCKSTEP_LIB__ long long llabs(long long x) { return x < 0 ? (long long)-(unsigned long long)x : x; }
