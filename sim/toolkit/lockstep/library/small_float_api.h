#pragma once
#pragma GCC system_header

// The classes of floats of four to eight bits, which cuda_fp8.h, cuda_fp6.h and cuda_fp4.h have, over their conversions:
// `fp` is fp8, fp6 or fp4; `mask` has the bits without the sign. The arguments after `kind` are those of a conversion.

#include "narrow_float.h"

// Integers are converted through float, as in CUDA.
#define __LOCKSTEP_SMALL_FLOAT__(Name, fp, mask, kind, ...)                                                           \
  struct __attribute__((aligned(1))) Name {                                                                           \
    __nv_##fp##_storage_t __x;                                                                                        \
    Name() = default;                                                                                                 \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const __half x)                                                          \
        : __x(__nv_cvt_halfraw_to_##fp(__half_raw(x), __VA_ARGS__)) {}                                                \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const __nv_bfloat16 x)                                                   \
        : __x(__nv_cvt_bfloat16raw_to_##fp(__nv_bfloat16_raw(x), __VA_ARGS__)) {}                                     \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const float x) : __x(__nv_cvt_float_to_##fp(x, __VA_ARGS__)) {}          \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const double x) : __x(__nv_cvt_double_to_##fp(x, __VA_ARGS__)) {}        \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const short x) : Name((float)x) {}                                       \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const unsigned short x) : Name((float)x) {}                              \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const int x) : Name((float)x) {}                                         \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const unsigned int x) : Name((float)x) {}                                \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const long x) : Name((float)x) {}                                        \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const unsigned long x) : Name((float)x) {}                               \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const long long x) : Name((float)x) {}                                   \
    explicit __LOCKSTEP_NARROW_MEMBER__ Name(const unsigned long long x) : Name((float)x) {}                          \
    explicit __LOCKSTEP_NARROW_MEMBER__ operator __half() const { return __half(__nv_cvt_##fp##_to_halfraw(__x, kind)); } \
    explicit __LOCKSTEP_NARROW_MEMBER__ operator float() const {                                                      \
      return __lockstep_half_format::Widen(__nv_cvt_##fp##_to_halfraw(__x, kind).x);                                  \
    }                                                                                                                 \
    explicit __LOCKSTEP_NARROW_MEMBER__ operator __nv_bfloat16() const { return __float2bfloat16_rz(float(*this)); }  \
    explicit __LOCKSTEP_NARROW_MEMBER__ operator double() const { return float(*this); }                              \
    explicit __LOCKSTEP_NARROW_MEMBER__ operator bool() const { return (__x & mask) != 0; }                           \
    __LOCKSTEP_SMALL_WHOLE__(signed char, -128, 127, 0)                                                               \
    __LOCKSTEP_SMALL_WHOLE__(unsigned char, 0, 255, 0)                                                                \
    __LOCKSTEP_SMALL_WHOLE__(char, -128, 127, 0)                                                                      \
    __LOCKSTEP_SMALL_WHOLE__(short, -32768, 32767, 0)                                                                 \
    __LOCKSTEP_SMALL_WHOLE__(unsigned short, 0, 65535, 0)                                                             \
    __LOCKSTEP_SMALL_WHOLE__(int, -2147483647 - 1, 2147483647, 0)                                                     \
    __LOCKSTEP_SMALL_WHOLE__(unsigned int, 0, 4294967295u, 0)                                                         \
    __LOCKSTEP_SMALL_WHOLE__(long, -9223372036854775807L - 1, 9223372036854775807L, -9223372036854775807L - 1)        \
    __LOCKSTEP_SMALL_WHOLE__(unsigned long, 0, 18446744073709551615ul, 0x8000000000000000ul)                          \
    __LOCKSTEP_SMALL_WHOLE__(long long, -9223372036854775807LL - 1, 9223372036854775807LL, -9223372036854775807LL - 1) \
    __LOCKSTEP_SMALL_WHOLE__(unsigned long long, 0, 18446744073709551615ull, 0x8000000000000000ull)                   \
  };
#define __LOCKSTEP_SMALL_WHOLE__(type, least, most, nan)                                                              \
  explicit __LOCKSTEP_NARROW_MEMBER__ operator type() const {                                                         \
    return __lockstep_to_whole<type>(float(*this), least, most, nan);                                                 \
  }

// `bits` of Two, whose elements are in order from the lowest.
#define __LOCKSTEP_SMALL_VECTORS__(One, Two, Four, fp, bits, kind, ...)                                               \
  struct __attribute__((aligned(bits / 8))) Two {                                                                     \
    __nv_##fp##x2_storage_t __x;                                                                                      \
    Two() = default;                                                                                                  \
    explicit __LOCKSTEP_NARROW_MEMBER__ Two(const __half2 x)                                                          \
        : __x(__nv_cvt_halfraw2_to_##fp##x2(__half2_raw(x), __VA_ARGS__)) {}                                          \
    explicit __LOCKSTEP_NARROW_MEMBER__ Two(const __nv_bfloat162 x)                                                   \
        : __x(__nv_cvt_bfloat16raw2_to_##fp##x2(__nv_bfloat162_raw(x), __VA_ARGS__)) {}                               \
    explicit __LOCKSTEP_NARROW_MEMBER__ Two(const float2 x) : __x(__nv_cvt_float2_to_##fp##x2(x, __VA_ARGS__)) {}     \
    explicit __LOCKSTEP_NARROW_MEMBER__ Two(const double2 x)                                                          \
        : __x(__nv_cvt_double2_to_##fp##x2(x, __VA_ARGS__)) {}                                                        \
    explicit __LOCKSTEP_NARROW_MEMBER__ operator __half2() const {                                                    \
      return __half2(__nv_cvt_##fp##x2_to_halfraw2(__x, kind));                                                       \
    }                                                                                                                 \
    explicit __LOCKSTEP_NARROW_MEMBER__ operator float2() const { return __half22float2(__half2(*this)); }            \
  };                                                                                                                  \
  struct __attribute__((aligned(bits / 4))) Four {                                                                    \
    __nv_##fp##x4_storage_t __x;                                                                                      \
    Four() = default;                                                                                                 \
    __LOCKSTEP_NARROW_MEMBER__ Four(Two low, Two high) : __x((__nv_##fp##x4_storage_t)((unsigned)high.__x << bits | low.__x)) {} \
    explicit __LOCKSTEP_NARROW_MEMBER__ Four(const __half2 low, const __half2 high) : Four(Two(low), Two(high)) {}    \
    explicit __LOCKSTEP_NARROW_MEMBER__ Four(const __nv_bfloat162 low, const __nv_bfloat162 high)                     \
        : Four(Two(low), Two(high)) {}                                                                                \
    explicit __LOCKSTEP_NARROW_MEMBER__ Four(const float4 x) : Four(Two(float2{x.x, x.y}), Two(float2{x.z, x.w})) {}  \
    explicit __LOCKSTEP_NARROW_MEMBER__ Four(const double4 x) : Four(Two(double2{x.x, x.y}), Two(double2{x.z, x.w})) {} \
    explicit __LOCKSTEP_NARROW_MEMBER__ operator float4() const {                                                     \
      Two low, high;                                                                                                  \
      low.__x = (__nv_##fp##x2_storage_t)__x;                                                                         \
      high.__x = (__nv_##fp##x2_storage_t)(__x >> bits);                                                              \
      float2 a = float2(low), b = float2(high);                                                                       \
      return float4{a.x, a.y, b.x, b.y};                                                                              \
    }                                                                                                                 \
  };
