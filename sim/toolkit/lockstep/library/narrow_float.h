#pragma once
#pragma GCC system_header

// Shared by half and bfloat16: rounding a wider number to 16 bits, in any direction, once.
// Host code and plain C++ files use this too.

#include "../../vector_types.h"

#if defined(__CUDA__)
#include "rounding.h"
#define __LOCKSTEP_NARROW__ static __inline__ __attribute__((host, device, always_inline, nodebug))
#define __LOCKSTEP_NARROW_MEMBER__ inline __attribute__((host, device, always_inline, nodebug))
#else
#define __LOCKSTEP_NARROW__ static __inline__ __attribute__((always_inline, unused))
#define __LOCKSTEP_NARROW_MEMBER__ inline __attribute__((always_inline))
#endif

// Rounding to odd: the last bit of an inexact result becomes 1, so that a later rounding to fewer bits knows on which side
// of a tie the value was. (S. Boldo and G. Melquiond, "When double rounding is odd", 2005.)
template <class To, class From>
__LOCKSTEP_NARROW_MEMBER__ To __lockstep_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}
__LOCKSTEP_NARROW__ float __lockstep_odd_float(double x) {
  float nearest = (float)x;
  if (nearest == (double)x || x != x) return nearest;
  unsigned bits = __lockstep_bits<unsigned>(nearest);
  double size = __builtin_fabs(x), rounded = __builtin_fabs((double)nearest);
  if (rounded > size) --bits;
  return __lockstep_bits<float>(bits | 1u);
}
// x * y + z to odd. The product of two 16-bit numbers is exact in double.
__LOCKSTEP_NARROW__ double __lockstep_odd_fma(float x, float y, float z) {
  double product = (double)x * y, sum = product + z;
  double of_z = sum - product;
  double lost = (product - (sum - of_z)) + (z - of_z);
  if (!(lost != 0) || __builtin_isinf(sum) || lost != lost) return sum;
  unsigned long long bits = __lockstep_bits<unsigned long long>(sum);
  if (bits & 1) return sum;
  return __lockstep_bits<double>((lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
}
__LOCKSTEP_NARROW__ double __lockstep_odd_double(unsigned long long x) {
  if (x >> 53 == 0) return (double)x;
  return (double)(x >> 11 | ((x & 2047u) != 0)) * 2048.0;
}
__LOCKSTEP_NARROW__ double __lockstep_odd_double(long long x) {
  return x < 0 ? -__lockstep_odd_double(0ull - (unsigned long long)x) : __lockstep_odd_double((unsigned long long)x);
}

// --- the two formats. NaN becomes the only NaN that a GPU produces, 0x7fff.
struct __lockstep_half_format {
  static __LOCKSTEP_NARROW_MEMBER__ unsigned short Round(float x) {
    _Float16 rounded = (_Float16)x;
    return x != x ? 0x7fff : __lockstep_bits<unsigned short>(rounded);
  }
  static __LOCKSTEP_NARROW_MEMBER__ float Widen(unsigned short bits) { return (float)__lockstep_bits<_Float16>(bits); }
};
struct __lockstep_bfloat16_format {
  static __LOCKSTEP_NARROW_MEMBER__ unsigned short Round(float x) {
    unsigned bits = __lockstep_bits<unsigned>(x);
    unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return x != x ? 0x7fff : (unsigned short)rounded;
  }
  static __LOCKSTEP_NARROW_MEMBER__ float Widen(unsigned short bits) { return __lockstep_bits<float>((unsigned)bits << 16); }
};

// x to 16 bits; `direction` is 0 to nearest, 1 down, 2 up, 3 towards zero.
template <class Format>
__LOCKSTEP_NARROW_MEMBER__ unsigned short __lockstep_narrow(double x, int direction) {
  unsigned short bits = Format::Round(__lockstep_odd_float(x));
  double rounded = Format::Widen(bits);
  if (direction == 3) direction = x < 0 ? 2 : 1;
  if (direction == 1 && rounded > x) return rounded > 0 ? bits - 1 : rounded < 0 ? bits + 1 : 0x8001;
  if (direction == 2 && rounded < x) return rounded < 0 ? bits - 1 : rounded > 0 ? bits + 1 : 0x0001;
  return bits;
}

// An integer of at most 64 bits from a float with an integral value, saturating; `nan` for NaN.
template <class Whole>
__LOCKSTEP_NARROW_MEMBER__ Whole __lockstep_to_whole(float x, Whole least, Whole most, Whole nan) {
  if (x != x) return nan;
  if (x <= (float)least) return least;
  return x >= (float)most ? most : (Whole)x;
}

enum __lockstep_whole_direction { __lockstep_nearest, __lockstep_down, __lockstep_up, __lockstep_to_zero };
__LOCKSTEP_NARROW__ float __lockstep_whole(float x, __lockstep_whole_direction direction) {
  return direction == __lockstep_nearest ? __builtin_roundevenf(x)
         : direction == __lockstep_down  ? __builtin_floorf(x)
         : direction == __lockstep_up    ? __builtin_ceilf(x)
                                         : __builtin_truncf(x);
}

// maxNum and minNum, +0 above -0 (PTX's max and min).
__LOCKSTEP_NARROW__ float __lockstep_narrow_max(float x, float y) {
  if (x != x) return y;
  if (y != y) return x;
  return x > y || (x == y && !__builtin_signbit(x)) ? x : y;
}
__LOCKSTEP_NARROW__ float __lockstep_narrow_min(float x, float y) {
  if (x != x) return y;
  if (y != y) return x;
  return x < y || (x == y && __builtin_signbit(x)) ? x : y;
}
__LOCKSTEP_NARROW__ float __lockstep_saturate(float x) { return x >= 1.0f ? 1.0f : x > 0.0f ? x : 0.0f; }
