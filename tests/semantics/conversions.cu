// Conversions out of range, of NaN and infinity, and with each rounding: C++ leaves the first undefined, PTX saturates.
#include "show.h"

struct Operands {
  float nan = __builtin_nanf(""), inf = __builtin_inff(), big = 3e9f, huge = 1e30f, half = 0.5f, odd = 2.5f,
        edge = 2147483648.f, over = 16777217.f, tiny = 1e-45f, minus_big = -3e9f, minus_half = -0.5f, minus_odd = -2.5f,
        minus_one = -1, c300 = 300, c65536 = 65536.5f, c65520 = 65520, c65519 = 65519.9f, h_tiny = 2e-8f;
  double d_nan = __builtin_nan(""), d_inf = __builtin_inf(), d_huge = 1e300, d_minus = -1e300,
         d_edge = 9223372036854775808.0, d_third = 1.0 / 3, d_over = 3.5e38, d_tiny = 1e-46, d_odd = 4.5;
  int i = 16777217, min = static_cast<int>(0x80000000u);
  unsigned u = 0xffffffffu;
  long long l = 9007199254740993ll, lmin = static_cast<long long>(0x8000000000000000ull);
  unsigned long long ul = ~0ull;
};

#define SHOW_CASTS(type)                 \
  SHOW(static_cast<type>(v.nan));        \
  SHOW(static_cast<type>(v.inf));        \
  SHOW(static_cast<type>(-v.inf));       \
  SHOW(static_cast<type>(v.big));        \
  SHOW(static_cast<type>(v.minus_big));  \
  SHOW(static_cast<type>(v.edge));       \
  SHOW(static_cast<type>(v.huge));       \
  SHOW(static_cast<type>(-v.huge));      \
  SHOW(static_cast<type>(v.minus_one));  \
  SHOW(static_cast<type>(v.minus_half)); \
  SHOW(static_cast<type>(v.c300));       \
  SHOW(static_cast<type>(v.d_nan));      \
  SHOW(static_cast<type>(v.d_inf));      \
  SHOW(static_cast<type>(v.d_huge));     \
  SHOW(static_cast<type>(v.d_minus));    \
  SHOW(static_cast<type>(v.d_edge))

__global__ void ToIntegers(const Operands v) {
  SHOW_CASTS(int);
  SHOW_CASTS(unsigned);
  SHOW_CASTS(long long);
  SHOW_CASTS(unsigned long long);
}

__global__ void ToNarrowIntegers(const Operands v) {
  SHOW_CASTS(short);
  SHOW_CASTS(unsigned short);
  SHOW_CASTS(signed char);
  SHOW_CASTS(unsigned char);
  SHOW(static_cast<bool>(v.nan));
  SHOW(static_cast<bool>(v.tiny));
}

#define SHOW_ROUNDINGS(function, value) \
  SHOW(function##_rn(value));           \
  SHOW(function##_rz(value));           \
  SHOW(function##_ru(value));           \
  SHOW(function##_rd(value))

__global__ void ByIntrinsics(const Operands v) {
  SHOW_ROUNDINGS(__float2int, v.nan);
  SHOW_ROUNDINGS(__float2int, v.big);
  SHOW_ROUNDINGS(__float2int, v.odd);
  SHOW_ROUNDINGS(__float2int, v.minus_odd);
  SHOW_ROUNDINGS(__float2uint, v.nan);
  SHOW_ROUNDINGS(__float2uint, v.minus_half);
  SHOW_ROUNDINGS(__float2uint, v.huge);
  SHOW_ROUNDINGS(__float2ll, v.nan);
  SHOW_ROUNDINGS(__float2ll, v.huge);
  SHOW_ROUNDINGS(__float2ull, v.minus_one);
  SHOW_ROUNDINGS(__double2int, v.d_nan);
  SHOW_ROUNDINGS(__double2int, v.d_odd);
  SHOW_ROUNDINGS(__double2uint, v.d_minus);
  SHOW_ROUNDINGS(__double2ll, v.d_nan);
  SHOW_ROUNDINGS(__double2ull, v.d_huge);
  SHOW_ROUNDINGS(__double2float, v.d_third);
  SHOW_ROUNDINGS(__double2float, v.d_over);
  SHOW_ROUNDINGS(__double2float, v.d_tiny);
  SHOW_ROUNDINGS(__double2float, v.d_nan);
  SHOW_ROUNDINGS(__int2float, v.i);
  SHOW_ROUNDINGS(__int2float, v.min);
  SHOW_ROUNDINGS(__uint2float, v.u);
  SHOW_ROUNDINGS(__ll2float, v.l);
  SHOW_ROUNDINGS(__ll2double, v.l);
  SHOW_ROUNDINGS(__ull2float, v.ul);
  SHOW_ROUNDINGS(__ull2double, v.ul);
  SHOW(__double2hiint(v.d_third));
  SHOW(__double2loint(v.d_third));
}

__global__ void ToHalf(const Operands v) {
  SHOW_ROUNDINGS(__float2half, v.c65520);
  SHOW_ROUNDINGS(__float2half, v.c65519);
  SHOW_ROUNDINGS(__float2half, v.c65536);
  SHOW_ROUNDINGS(__float2half, v.nan);
  SHOW_ROUNDINGS(__float2half, v.inf);
  SHOW_ROUNDINGS(__float2half, v.h_tiny);
  SHOW(__double2half(v.d_third));
  SHOW(__half2float(__ushort_as_half(0x7c01)));
  SHOW(__half2float(__ushort_as_half(0xfe00)));
  SHOW(__half2int_rz(__ushort_as_half(0x7e00)));
  SHOW(__half2int_rz(__ushort_as_half(0x7c00)));
  SHOW(__half2short_rz(__ushort_as_half(0x7bff)));
  SHOW(__half2ushort_rz(__ushort_as_half(0xbc00)));
  SHOW(__half2char_rz(__ushort_as_half(0x7bff)));
  SHOW(__half2uchar_rz(__ushort_as_half(0xbc00)));
  SHOW(__int2half_rn(v.i));
  SHOW(__int2half_rz(v.i));
  SHOW(__uint2half_rn(v.u));
}

int main() {
  const Operands operands;
  ToIntegers<<<1, 1>>>(operands);
  ToNarrowIntegers<<<1, 1>>>(operands);
  ByIntrinsics<<<1, 1>>>(operands);
  ToHalf<<<1, 1>>>(operands);
  return Ended();
}
