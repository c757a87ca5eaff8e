#pragma once
#pragma GCC system_header

// The functions that the CUDA Math API adds to <math.h>. They are available in host code too, as with nvcc.

#include "math_standard.h"

#define CUDA_1(name)                                                                   \
  __LOCKSTEP_MATH_1__(name)                                                            \
  __LOCKSTEP_LIB_BOTH__ double name(double x) { return __lockstep_math_##name(x); }    \
  __LOCKSTEP_LIB_BOTH__ float name##f(float x) { return __lockstep_math_##name##f(x); }\
  __LOCKSTEP_LIB_BOTH__ float name(float x) { return __lockstep_math_##name##f(x); }
#define CUDA_2(name)                                                                                 \
  __LOCKSTEP_MATH_2__(name)                                                                          \
  __LOCKSTEP_LIB_BOTH__ double name(double x, double y) { return __lockstep_math_##name(x, y); }     \
  __LOCKSTEP_LIB_BOTH__ float name##f(float x, float y) { return __lockstep_math_##name##f(x, y); }  \
  __LOCKSTEP_LIB_BOTH__ float name(float x, float y) { return __lockstep_math_##name##f(x, y); }
#define CUDA_3(name)                                                                                          \
  __LOCKSTEP_MATH__ double __lockstep_math_##name(double, double, double);                                    \
  __LOCKSTEP_MATH__ float __lockstep_math_##name##f(float, float, float);                                     \
  __LOCKSTEP_LIB_BOTH__ double name(double a, double b, double c) { return __lockstep_math_##name(a, b, c); } \
  __LOCKSTEP_LIB_BOTH__ float name##f(float a, float b, float c) { return __lockstep_math_##name##f(a, b, c); }
#define CUDA_4(name)                                                               \
  __LOCKSTEP_MATH__ double __lockstep_math_##name(double, double, double, double); \
  __LOCKSTEP_MATH__ float __lockstep_math_##name##f(float, float, float, float);   \
  __LOCKSTEP_LIB_BOTH__ double name(double a, double b, double c, double d) {      \
    return __lockstep_math_##name(a, b, c, d);                                     \
  }                                                                                \
  __LOCKSTEP_LIB_BOTH__ float name##f(float a, float b, float c, float d) {        \
    return __lockstep_math_##name##f(a, b, c, d);                                  \
  }
#include "math.def"

__LOCKSTEP_LIB_BOTH__ double rsqrt(double x) { return 1.0 / __builtin_elementwise_sqrt(x); }
__LOCKSTEP_LIB_BOTH__ float rsqrtf(float x) { return 1.0f / __builtin_elementwise_sqrt(x); }
__LOCKSTEP_LIB_BOTH__ float rsqrt(float x) { return rsqrtf(x); }
__LOCKSTEP_LIB_BOTH__ void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
__LOCKSTEP_LIB_BOTH__ void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
__LOCKSTEP_LIB_BOTH__ void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
__LOCKSTEP_LIB__ void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
__LOCKSTEP_LIB__ float exp10(float x) { return exp10f(x); }

// The Euclidean norm of `count` numbers, without intermediate overflow or underflow.
extern "C" __host__ __device__ double __lockstep_math_norm(int count, const double* numbers);
extern "C" __host__ __device__ float __lockstep_math_normf(int count, const float* numbers);
__LOCKSTEP_LIB_BOTH__ double norm(int count, const double* numbers) { return __lockstep_math_norm(count, numbers); }
__LOCKSTEP_LIB_BOTH__ float normf(int count, const float* numbers) { return __lockstep_math_normf(count, numbers); }
__LOCKSTEP_LIB_BOTH__ double rnorm(int count, const double* numbers) { return 1.0 / norm(count, numbers); }
__LOCKSTEP_LIB_BOTH__ float rnormf(int count, const float* numbers) { return 1.0f / normf(count, numbers); }

// The functions that isnan(x) and related macros expand to in CUDA's own headers.
#define __LOCKSTEP_CLASSIFY__(type, suffix, sign)                                                 \
  __LOCKSTEP_LIB__ int __isnan##suffix(type x) { return x != x; }                                 \
  __LOCKSTEP_LIB__ int __isinf##suffix(type x) { return __builtin_fabs(x) == __builtin_inf(); }   \
  __LOCKSTEP_LIB__ int __finite##suffix(type x) { return __builtin_fabs(x) < __builtin_inf(); }   \
  __LOCKSTEP_LIB__ int __signbit##sign(type x) { return __builtin_signbit(x) != 0; }
__LOCKSTEP_CLASSIFY__(float, f, f)
__LOCKSTEP_CLASSIFY__(double, , d)
#undef __LOCKSTEP_CLASSIFY__
__LOCKSTEP_LIB__ int __isfinited(double x) { return __finite(x); }

__LOCKSTEP_LIB__ float fdividef(float x, float y) { return x / y; }
__LOCKSTEP_LIB__ double fdivide(double x, double y) { return x / y; }
__LOCKSTEP_LIB__ float fdivide(float x, float y) { return x / y; }

// --- min and max of integers, in every combination that CUDA declares. Signed and unsigned operands compare as unsigned, by
// C's usual conversions.
#define __LOCKSTEP_MIN_MAX__(type, left, right)                                                           \
  __LOCKSTEP_LIB_BOTH__ type min(left x, right y) { return (type)x < (type)y ? (type)x : (type)y; }       \
  __LOCKSTEP_LIB_BOTH__ type max(left x, right y) { return (type)x > (type)y ? (type)x : (type)y; }
#define __LOCKSTEP_MIN_MAX_ALL__(whole)                         \
  __LOCKSTEP_MIN_MAX__(whole, whole, whole)                     \
  __LOCKSTEP_MIN_MAX__(unsigned whole, unsigned whole, unsigned whole) \
  __LOCKSTEP_MIN_MAX__(unsigned whole, whole, unsigned whole)   \
  __LOCKSTEP_MIN_MAX__(unsigned whole, unsigned whole, whole)
__LOCKSTEP_MIN_MAX_ALL__(int)
__LOCKSTEP_MIN_MAX_ALL__(long)
__LOCKSTEP_MIN_MAX_ALL__(long long)
#undef __LOCKSTEP_MIN_MAX_ALL__
#undef __LOCKSTEP_MIN_MAX__

#define __LOCKSTEP_MIN_MAX__(type, left, right, suffix)                                          \
  __LOCKSTEP_LIB__ type min(left x, right y) { return ::fmin##suffix((type)x, (type)y); }        \
  __LOCKSTEP_LIB__ type max(left x, right y) { return ::fmax##suffix((type)x, (type)y); }        \
  static __inline__ __host__ type min(left x, right y) { return __builtin_fmin##suffix(x, y); }  \
  static __inline__ __host__ type max(left x, right y) { return __builtin_fmax##suffix(x, y); }
__LOCKSTEP_MIN_MAX__(float, float, float, f)
__LOCKSTEP_MIN_MAX__(double, double, double, )
__LOCKSTEP_MIN_MAX__(double, float, double, )
__LOCKSTEP_MIN_MAX__(double, double, float, )
#undef __LOCKSTEP_MIN_MAX__

__LOCKSTEP_LIB_BOTH__ unsigned umin(unsigned x, unsigned y) { return x < y ? x : y; }
__LOCKSTEP_LIB_BOTH__ unsigned umax(unsigned x, unsigned y) { return x > y ? x : y; }
__LOCKSTEP_LIB_BOTH__ long long llmin(long long x, long long y) { return x < y ? x : y; }
__LOCKSTEP_LIB_BOTH__ long long llmax(long long x, long long y) { return x > y ? x : y; }
__LOCKSTEP_LIB_BOTH__ unsigned long long ullmin(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
__LOCKSTEP_LIB_BOTH__ unsigned long long ullmax(unsigned long long x, unsigned long long y) { return x > y ? x : y; }
