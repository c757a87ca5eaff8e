#pragma once
#pragma GCC system_header

// Conversions between numbers with a rounding direction, and bit casts. Conversions to integers saturate; NaN follows
// PTX's cvt: 0 from float to 32 bits, else the pattern 0x80...0.

#include "rounding.h"

// --- to integers. The plugin makes the cast itself saturate (sim/compile/pass/language/conversions.h).
#define __LOCKSTEP_TO_WHOLE__(from, from_name, to, to_name)                                                               \
  __LOCKSTEP_LIB__ to __##from_name##2##to_name##_rn(from x) { return (to)__builtin_elementwise_roundeven(x); }           \
  __LOCKSTEP_LIB__ to __##from_name##2##to_name##_rz(from x) { return (to)x; }                                            \
  __LOCKSTEP_LIB__ to __##from_name##2##to_name##_rd(from x) { return (to)__builtin_elementwise_floor(x); }               \
  __LOCKSTEP_LIB__ to __##from_name##2##to_name##_ru(from x) { return (to)__builtin_elementwise_ceil(x); }
__LOCKSTEP_TO_WHOLE__(float, float, int, int)
__LOCKSTEP_TO_WHOLE__(float, float, unsigned, uint)
__LOCKSTEP_TO_WHOLE__(float, float, long long, ll)
__LOCKSTEP_TO_WHOLE__(float, float, unsigned long long, ull)
__LOCKSTEP_TO_WHOLE__(double, double, int, int)
__LOCKSTEP_TO_WHOLE__(double, double, unsigned, uint)
__LOCKSTEP_TO_WHOLE__(double, double, long long, ll)
__LOCKSTEP_TO_WHOLE__(double, double, unsigned long long, ull)
#undef __LOCKSTEP_TO_WHOLE__

// --- to floating-point numbers
#define __LOCKSTEP_FROM_WHOLE__(from, from_name, to, to_name, function)                          \
  __LOCKSTEP_LIB__ to __##from_name##2##to_name##_rn(from x) { return (to)x; }                   \
  __LOCKSTEP_LIB__ to __##from_name##2##to_name##_rd(from x) { return function(x, __lockstep_rd); } \
  __LOCKSTEP_LIB__ to __##from_name##2##to_name##_ru(from x) { return function(x, __lockstep_ru); } \
  __LOCKSTEP_LIB__ to __##from_name##2##to_name##_rz(from x) { return function(x, __lockstep_rz); }
__LOCKSTEP_MATH__ float __lockstep_math_narrow_rounded(double, int);
__LOCKSTEP_MATH__ double __lockstep_math_from_ll_rounded(long long, int);
__LOCKSTEP_MATH__ float __lockstep_math_from_llf_rounded(long long, int);
__LOCKSTEP_MATH__ double __lockstep_math_from_ull_rounded(unsigned long long, int);
__LOCKSTEP_MATH__ float __lockstep_math_from_ullf_rounded(unsigned long long, int);
__LOCKSTEP_FROM_WHOLE__(double, double, float, float, __lockstep_math_narrow_rounded)
__LOCKSTEP_FROM_WHOLE__(int, int, float, float, __lockstep_math_from_llf_rounded)
__LOCKSTEP_FROM_WHOLE__(unsigned, uint, float, float, __lockstep_math_from_llf_rounded)
__LOCKSTEP_FROM_WHOLE__(long long, ll, float, float, __lockstep_math_from_llf_rounded)
__LOCKSTEP_FROM_WHOLE__(unsigned long long, ull, float, float, __lockstep_math_from_ullf_rounded)
__LOCKSTEP_FROM_WHOLE__(long long, ll, double, double, __lockstep_math_from_ll_rounded)
__LOCKSTEP_FROM_WHOLE__(unsigned long long, ull, double, double, __lockstep_math_from_ull_rounded)
#undef __LOCKSTEP_FROM_WHOLE__
__LOCKSTEP_LIB__ double __int2double_rn(int x) { return x; }
__LOCKSTEP_LIB__ double __uint2double_rn(unsigned x) { return x; }

// --- bit casts
__LOCKSTEP_LIB__ int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__LOCKSTEP_LIB__ unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__LOCKSTEP_LIB__ float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__LOCKSTEP_LIB__ float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__LOCKSTEP_LIB__ long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__LOCKSTEP_LIB__ double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__LOCKSTEP_LIB__ int __double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
__LOCKSTEP_LIB__ int __double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
__LOCKSTEP_LIB__ double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned)high << 32 | (unsigned)low);
}

