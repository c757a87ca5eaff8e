#pragma once
#pragma GCC system_header

// Floats of six and four bits (cuda_fp6.h, cuda_fp4.h), which have neither infinity nor NaN: a number beyond the largest
// becomes the largest, a NaN the largest positive number.

#include "../../cuda_fp8.h"

#if defined(__cplusplus)

// `least_exponent` is that of the denormals.
struct __lockstep_tiny_format {
  int fraction_bits, least_exponent;
  unsigned largest;
};

__LOCKSTEP_NARROW__ unsigned char __lockstep_to_tiny(const double x, const __lockstep_tiny_format format,
                                                     const enum cudaRoundMode rounding) {
  if (x != x) return (unsigned char)format.largest;
  const unsigned long long bits = __lockstep_bits<unsigned long long>(x);
  const bool negative = bits >> 63 != 0;
  const unsigned sign = negative ? format.largest + 1 : 0;
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  if (exponent > 100) return (unsigned char)(sign | format.largest);
  if (exponent < format.least_exponent) exponent = format.least_exponent;
  // In units of the last place, integers are representable; larger bit patterns are larger numbers.
  const double unit = __lockstep_bits<double>((unsigned long long)(exponent - format.fraction_bits + 1023) << 52);
  const double exact = __builtin_fabs(x) / unit;
  const bool outwards = rounding == (negative ? cudaRoundMinInf : cudaRoundPosInf);
  const unsigned units = (unsigned)(rounding == cudaRoundNearest ? __builtin_roundeven(exact)
                                    : outwards                   ? __builtin_ceil(exact)
                                                                 : __builtin_trunc(exact));
  const unsigned code = ((unsigned)(exponent - format.least_exponent) << format.fraction_bits) + units;
  return (unsigned char)(sign | (code > format.largest ? format.largest : code));
}

// Every value is representable as a half.
__LOCKSTEP_NARROW__ __half_raw __lockstep_from_tiny(const unsigned char x, const __lockstep_tiny_format format) {
  const unsigned size = x & format.largest, exponent = size >> format.fraction_bits;
  const unsigned fraction = size & ((1u << format.fraction_bits) - 1);
  const unsigned units = exponent == 0 ? fraction : fraction | 1u << format.fraction_bits;
  const int scale = (exponent == 0 ? 0 : (int)exponent - 1) + format.least_exponent - format.fraction_bits;
  const float number = (float)units * __lockstep_bits<float>((unsigned)(scale + 127) << 23);
  __half_raw result;
  result.x = __lockstep_half_format::Round(x & (format.largest + 1) ? -number : number);
  return result;
}

// The conversions of a type: `fp` is fp4 or fp6, FORMAT(kind) its format, `shift` that of the second of a pair.
#define __LOCKSTEP_TINY_FROM__(fp, name, From, widened, FORMAT)                                                       \
  __LOCKSTEP_NARROW__ __nv_##fp##_storage_t name(const From x, const __nv_##fp##_interpretation_t kind,               \
                                                 const enum cudaRoundMode rounding) {                                 \
    return __lockstep_to_tiny(widened, FORMAT(kind), rounding);                                                       \
  }
#define __LOCKSTEP_TINY_PAIR__(fp, shift, name, From, one)                                                            \
  __LOCKSTEP_NARROW__ __nv_##fp##x2_storage_t name(const From x, const __nv_##fp##_interpretation_t kind,             \
                                                   const enum cudaRoundMode rounding) {                               \
    return (__nv_##fp##x2_storage_t)(one({x.x}, kind, rounding) | one({x.y}, kind, rounding) << shift);               \
  }
#define __LOCKSTEP_TINY_CONVERSIONS__(fp, shift, FORMAT)                                                              \
  __LOCKSTEP_TINY_FROM__(fp, __nv_cvt_double_to_##fp, double, x, FORMAT)                                              \
  __LOCKSTEP_TINY_FROM__(fp, __nv_cvt_float_to_##fp, float, x, FORMAT)                                                \
  __LOCKSTEP_TINY_FROM__(fp, __nv_cvt_halfraw_to_##fp, __half_raw, __lockstep_half_format::Widen(x.x), FORMAT)        \
  __LOCKSTEP_TINY_FROM__(fp, __nv_cvt_bfloat16raw_to_##fp, __nv_bfloat16_raw,                                         \
                         __lockstep_bfloat16_format::Widen(x.x), FORMAT)                                              \
  __LOCKSTEP_TINY_PAIR__(fp, shift, __nv_cvt_double2_to_##fp##x2, double2, __nv_cvt_double_to_##fp)                   \
  __LOCKSTEP_TINY_PAIR__(fp, shift, __nv_cvt_float2_to_##fp##x2, float2, __nv_cvt_float_to_##fp)                      \
  __LOCKSTEP_TINY_PAIR__(fp, shift, __nv_cvt_halfraw2_to_##fp##x2, __half2_raw, __nv_cvt_halfraw_to_##fp)             \
  __LOCKSTEP_TINY_PAIR__(fp, shift, __nv_cvt_bfloat16raw2_to_##fp##x2, __nv_bfloat162_raw,                            \
                         __nv_cvt_bfloat16raw_to_##fp)                                                                \
  __LOCKSTEP_NARROW__ __half_raw __nv_cvt_##fp##_to_halfraw(const __nv_##fp##_storage_t x,                            \
                                                            const __nv_##fp##_interpretation_t kind) {                \
    return __lockstep_from_tiny(x, FORMAT(kind));                                                                     \
  }                                                                                                                   \
  __LOCKSTEP_NARROW__ __half2_raw __nv_cvt_##fp##x2_to_halfraw2(const __nv_##fp##x2_storage_t x,                      \
                                                                const __nv_##fp##_interpretation_t kind) {            \
    __half2_raw result = {__nv_cvt_##fp##_to_halfraw((__nv_##fp##_storage_t)x, kind).x,                               \
                          __nv_cvt_##fp##_to_halfraw((__nv_##fp##_storage_t)(x >> shift), kind).x};                   \
    return result;                                                                                                    \
  }

#endif
