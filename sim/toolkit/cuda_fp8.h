#pragma once
#pragma GCC system_header

// Eight-bit floats: e4m3 (four exponent bits, no infinity, largest 448) and e5m2 (the upper byte of a half, largest 57344).
// Conversions to them round to nearest even, once, from any type.
// e8m0 has an exponent only.

#include <assert.h>

#include "cuda_bf16.h"
#include "device_types.h"
#if defined(__cplusplus)
#include "lockstep/library/small_float_api.h"
#endif

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
// The result for a number beyond the largest: infinity (e4m3: NaN), or the largest.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#if defined(__cplusplus)

__LOCKSTEP_NARROW__ __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                                                              const __nv_fp8_interpretation_t kind) {
  const int fraction_bits = kind == __NV_E4M3 ? 3 : 2, least_exponent = kind == __NV_E4M3 ? -6 : -14;
  const unsigned largest = kind == __NV_E4M3 ? 0x7e : 0x7b, overflow = kind == __NV_E4M3 ? 0x7f : 0x7c;
  const unsigned long long bits = __lockstep_bits<unsigned long long>(x);
  const unsigned sign = (unsigned)(bits >> 56) & 0x80;
  // From double the sign stays, and in e5m2 the top of a NaN's payload, as in CUDA; from narrower types every NaN is 0x7f.
  if (x != x) return (__nv_fp8_storage_t)(sign | (kind == __NV_E4M3 ? 0x7f : 0x7c | (unsigned)(bits >> 50 & 3)));
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  if (exponent > 100) return (__nv_fp8_storage_t)(sign | (saturate == __NV_SATFINITE ? largest : overflow));
  if (exponent < least_exponent) exponent = least_exponent;
  // In units of the last place, integers are representable; larger bit patterns are larger numbers.
  const double unit = __lockstep_bits<double>((unsigned long long)(exponent - fraction_bits + 1023) << 52);
  const unsigned units = (unsigned)__builtin_roundeven(__builtin_fabs(x) / unit);
  const unsigned code = ((unsigned)(exponent - least_exponent) << fraction_bits) + units;
  if (code > largest) return (__nv_fp8_storage_t)(sign | (saturate == __NV_SATFINITE ? largest : overflow));
  return (__nv_fp8_storage_t)(sign | code);
}
__LOCKSTEP_NARROW__ __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                                                             const __nv_fp8_interpretation_t kind) {
  return x != x ? 0x7f : __nv_cvt_double_to_fp8(x, saturate, kind);
}
__LOCKSTEP_NARROW__ __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                                                               const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__lockstep_half_format::Widen(x.x), saturate, kind);
}
__LOCKSTEP_NARROW__ __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x,
                                                                   const __nv_saturation_t saturate,
                                                                   const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__lockstep_bfloat16_format::Widen(x.x), saturate, kind);
}
#define __LOCKSTEP_PAIR__(name, Pair, one)                                                                           \
  __LOCKSTEP_NARROW__ __nv_fp8x2_storage_t name(const Pair x, const __nv_saturation_t saturate,                      \
                                                const __nv_fp8_interpretation_t kind) {                              \
    return (__nv_fp8x2_storage_t)(one({x.x}, saturate, kind) | one({x.y}, saturate, kind) << 8);                     \
  }
__LOCKSTEP_PAIR__(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8)
__LOCKSTEP_PAIR__(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8)
__LOCKSTEP_PAIR__(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8)
__LOCKSTEP_PAIR__(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8)
#undef __LOCKSTEP_PAIR__

// Every value is representable as a half.
__LOCKSTEP_NARROW__ __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t kind) {
  __half_raw result;
  if (kind == __NV_E5M2) {
    result.x = (x & 0x7f) > 0x7c ? 0x7fff : (unsigned short)(x << 8);
  } else {
    float size = (x & 0x78) == 0 ? (float)(x & 7) * 0x1p-9f
                                 : __lockstep_bits<float>((unsigned)((x >> 3 & 15) + 120) << 23 | (unsigned)(x & 7) << 20);
    if ((x & 0x7f) == 0x7f) size = __builtin_nanf("");
    result.x = __lockstep_half_format::Round(x & 0x80 ? -size : size);
  }
  return result;
}
__LOCKSTEP_NARROW__ __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x,
                                                           const __nv_fp8_interpretation_t kind) {
  __half2_raw result = {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
                        __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
  return result;
}

__LOCKSTEP_SMALL_FLOAT__(__nv_fp8_e4m3, fp8, 0x7f, __NV_E4M3, __NV_SATFINITE, __NV_E4M3)
__LOCKSTEP_SMALL_FLOAT__(__nv_fp8_e5m2, fp8, 0x7f, __NV_E5M2, __NV_SATFINITE, __NV_E5M2)
__LOCKSTEP_SMALL_VECTORS__(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, fp8, 16, __NV_E4M3, __NV_SATFINITE, __NV_E4M3)
__LOCKSTEP_SMALL_VECTORS__(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, fp8, 16, __NV_E5M2, __NV_SATFINITE, __NV_E5M2)

// --- e8m0: powers of two from 2^-127 to 2^127, and NaN (0xff). The sign of what is converted is lost.
// `rounding`: cudaRoundZero or cudaRoundPosInf.
__LOCKSTEP_NARROW__ __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double x, const __nv_saturation_t saturate,
                                                               const enum cudaRoundMode rounding) {
  if (x != x) return 0xff;
  const unsigned long long bits = __lockstep_bits<unsigned long long>(x) & ~0ull >> 1;
  int code = (int)(bits >> 52) - 1023 + 127;
  if (rounding == cudaRoundPosInf && bits << 12 != 0) ++code;
  if (code > 254) return saturate == __NV_SATFINITE ? 254 : 255;
  return (__nv_fp8_storage_t)(code < 0 ? 0 : code);
}
__LOCKSTEP_NARROW__ __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float x, const __nv_saturation_t saturate,
                                                              const enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0(x, saturate, rounding);
}
__LOCKSTEP_NARROW__ __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x,
                                                                    const __nv_saturation_t saturate,
                                                                    const enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0(__lockstep_bfloat16_format::Widen(x.x), saturate, rounding);
}
#define __LOCKSTEP_PAIR__(name, Pair, one)                                                                           \
  __LOCKSTEP_NARROW__ __nv_fp8x2_storage_t name(const Pair x, const __nv_saturation_t saturate,                      \
                                                const enum cudaRoundMode rounding) {                                 \
    return (__nv_fp8x2_storage_t)(one({x.x}, saturate, rounding) | one({x.y}, saturate, rounding) << 8);             \
  }
__LOCKSTEP_PAIR__(__nv_cvt_double2_to_e8m0x2, double2, __nv_cvt_double_to_e8m0)
__LOCKSTEP_PAIR__(__nv_cvt_float2_to_e8m0x2, float2, __nv_cvt_float_to_e8m0)
__LOCKSTEP_PAIR__(__nv_cvt_bfloat162raw_to_e8m0x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_e8m0)
#undef __LOCKSTEP_PAIR__
__LOCKSTEP_NARROW__ __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
  __nv_bfloat16_raw result;
  result.x = x == 0xff ? 0x7fff : x == 0 ? 0x40 : (unsigned short)(x << 7);
  return result;
}
__LOCKSTEP_NARROW__ __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
  __nv_bfloat162_raw result = {__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x,
                               __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
  return result;
}
// What the classes convert with.
__LOCKSTEP_NARROW__ float __lockstep_widen_e8m0(const __nv_fp8_storage_t x) {
  return __lockstep_bfloat16_format::Widen(__nv_cvt_e8m0_to_bf16raw(x).x);
}

struct __attribute__((aligned(1))) __nv_fp8_e8m0 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e8m0() = default;
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const __half x)
      : __nv_fp8_e8m0((double)__lockstep_half_format::Widen(__half_raw(x).x)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const __nv_bfloat16 x)
      : __nv_fp8_e8m0((double)__lockstep_bfloat16_format::Widen(__nv_bfloat16_raw(x).x)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const float x) : __nv_fp8_e8m0((double)x) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const double x)
      : __x(__nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf)) {}
#define __LOCKSTEP_E8M0_FROM__(type) \
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const type x) : __nv_fp8_e8m0(__lockstep_odd_double(x)) {}
#define __LOCKSTEP_E8M0_TO__(type, least, most, nan)                                        \
  explicit __LOCKSTEP_NARROW_MEMBER__ operator type() const {                               \
    return __lockstep_to_whole<type>(float(*this), least, most, nan);                       \
  }
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const short x) : __nv_fp8_e8m0((double)x) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const unsigned short x) : __nv_fp8_e8m0((double)x) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const int x) : __nv_fp8_e8m0((double)x) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const unsigned int x) : __nv_fp8_e8m0((double)x) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const long x) : __nv_fp8_e8m0(__lockstep_odd_double((long long)x)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8_e8m0(const unsigned long x)
      : __nv_fp8_e8m0(__lockstep_odd_double((unsigned long long)x)) {}
  __LOCKSTEP_E8M0_FROM__(long long)
  __LOCKSTEP_E8M0_FROM__(unsigned long long)
  explicit __LOCKSTEP_NARROW_MEMBER__ operator __half() const { return __float2half(float(*this)); }
  explicit __LOCKSTEP_NARROW_MEMBER__ operator float() const { return __lockstep_widen_e8m0(__x); }
  explicit __LOCKSTEP_NARROW_MEMBER__ operator __nv_bfloat16() const { return __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x)); }
  explicit __LOCKSTEP_NARROW_MEMBER__ operator double() const { return float(*this); }
  // No value is zero.
  explicit __LOCKSTEP_NARROW_MEMBER__ operator bool() const { return true; }
  __LOCKSTEP_E8M0_TO__(signed char, -128, 127, 0)
  __LOCKSTEP_E8M0_TO__(unsigned char, 0, 255, 0)
  __LOCKSTEP_E8M0_TO__(char, -128, 127, 0)
  __LOCKSTEP_E8M0_TO__(short, -32768, 32767, 0)
  __LOCKSTEP_E8M0_TO__(unsigned short, 0, 65535, 0)
  __LOCKSTEP_E8M0_TO__(int, -2147483647 - 1, 2147483647, 0)
  __LOCKSTEP_E8M0_TO__(unsigned int, 0, 4294967295u, 0)
  __LOCKSTEP_E8M0_TO__(long, -9223372036854775807L - 1, 9223372036854775807L, -9223372036854775807L - 1)
  __LOCKSTEP_E8M0_TO__(unsigned long, 0, 18446744073709551615ul, 0x8000000000000000ul)
  __LOCKSTEP_E8M0_TO__(long long, -9223372036854775807LL - 1, 9223372036854775807LL, -9223372036854775807LL - 1)
  __LOCKSTEP_E8M0_TO__(unsigned long long, 0, 18446744073709551615ull, 0x8000000000000000ull)
#undef __LOCKSTEP_E8M0_FROM__
#undef __LOCKSTEP_E8M0_TO__
};

struct __attribute__((aligned(2))) __nv_fp8x2_e8m0 {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_e8m0() = default;
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x2_e8m0(const __half2 x) : __nv_fp8x2_e8m0(__half22float2(x)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x2_e8m0(const __nv_bfloat162 x)
      : __x(__nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw(x), __NV_SATFINITE, cudaRoundPosInf)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x2_e8m0(const float2 x)
      : __x(__nv_cvt_float2_to_e8m0x2(x, __NV_SATFINITE, cudaRoundPosInf)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x2_e8m0(const double2 x)
      : __x(__nv_cvt_double2_to_e8m0x2(x, __NV_SATFINITE, cudaRoundPosInf)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ operator __half2() const { return __float22half2_rn(float2(*this)); }
  explicit __LOCKSTEP_NARROW_MEMBER__ operator __nv_bfloat162() const {
    return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x));
  }
  explicit __LOCKSTEP_NARROW_MEMBER__ operator float2() const {
    return float2{__lockstep_widen_e8m0((__nv_fp8_storage_t)__x), __lockstep_widen_e8m0((__nv_fp8_storage_t)(__x >> 8))};
  }
};

struct __attribute__((aligned(4))) __nv_fp8x4_e8m0 {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_e8m0() = default;
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x4_e8m0(const __half2 low, const __half2 high)
      : __nv_fp8x4_e8m0(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x4_e8m0(const __nv_bfloat162 low, const __nv_bfloat162 high)
      : __nv_fp8x4_e8m0(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high)) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x4_e8m0(const float4 x)
      : __nv_fp8x4_e8m0(__nv_fp8x2_e8m0(float2{x.x, x.y}), __nv_fp8x2_e8m0(float2{x.z, x.w})) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x4_e8m0(const double4 x)
      : __nv_fp8x4_e8m0(__nv_fp8x2_e8m0(double2{x.x, x.y}), __nv_fp8x2_e8m0(double2{x.z, x.w})) {}
  explicit __LOCKSTEP_NARROW_MEMBER__ operator float4() const {
    return float4{__lockstep_widen_e8m0((__nv_fp8_storage_t)__x), __lockstep_widen_e8m0((__nv_fp8_storage_t)(__x >> 8)),
                  __lockstep_widen_e8m0((__nv_fp8_storage_t)(__x >> 16)),
                  __lockstep_widen_e8m0((__nv_fp8_storage_t)(__x >> 24))};
  }

 private:
  __LOCKSTEP_NARROW_MEMBER__ __nv_fp8x4_e8m0(const __nv_fp8x2_e8m0 low, const __nv_fp8x2_e8m0 high)
      : __x((unsigned)high.__x << 16 | low.__x) {}
};

#endif
