#pragma once
#pragma GCC system_header

// Arithmetic with a rounding direction: __fadd_rn, __dmul_ru, __fmaf_rz, ... The _rn forms are plain operations that are
// never fused with their neighbours, because contraction stays inside one expression of the source.

#include "qualifiers.h"

// The codes of sim/math/rounded.cpp.
enum __lockstep_direction { __lockstep_rn, __lockstep_rd, __lockstep_ru, __lockstep_rz };

#define __LOCKSTEP_DIRECTIONS__(use) use(rd) use(ru) use(rz)

#define __LOCKSTEP_ROUNDED__(type, prefix, suffix)                                            \
  __LOCKSTEP_MATH__ type __lockstep_math_add##suffix##_rounded(type, type, int);              \
  __LOCKSTEP_MATH__ type __lockstep_math_mul##suffix##_rounded(type, type, int);              \
  __LOCKSTEP_MATH__ type __lockstep_math_div##suffix##_rounded(type, type, int);              \
  __LOCKSTEP_MATH__ type __lockstep_math_sqrt##suffix##_rounded(type, int);                   \
  __LOCKSTEP_MATH__ type __lockstep_math_fma##suffix##_rounded(type, type, type, int);        \
  __LOCKSTEP_LIB__ type __##prefix##add_rn(type x, type y) { return x + y; }                  \
  __LOCKSTEP_LIB__ type __##prefix##sub_rn(type x, type y) { return x - y; }                  \
  __LOCKSTEP_LIB__ type __##prefix##mul_rn(type x, type y) { return x * y; }                  \
  __LOCKSTEP_LIB__ type __##prefix##div_rn(type x, type y) { return x / y; }                  \
  __LOCKSTEP_LIB__ type __##prefix##rcp_rn(type x) { return 1 / x; }                          \
  __LOCKSTEP_LIB__ type __##prefix##sqrt_rn(type x) { return __builtin_elementwise_sqrt(x); } \
  __LOCKSTEP_LIB__ type __fma##suffix##_rn(type x, type y, type z) { return __builtin_elementwise_fma(x, y, z); }
__LOCKSTEP_ROUNDED__(double, d, )
__LOCKSTEP_ROUNDED__(float, f, f)
#undef __LOCKSTEP_ROUNDED__

#define __LOCKSTEP_ROUNDED__(type, prefix, suffix, way)                                                           \
  __LOCKSTEP_LIB__ type __##prefix##add_##way(type x, type y) {                                                   \
    return __lockstep_math_add##suffix##_rounded(x, y, __lockstep_##way);                                         \
  }                                                                                                               \
  __LOCKSTEP_LIB__ type __##prefix##sub_##way(type x, type y) {                                                   \
    return __lockstep_math_add##suffix##_rounded(x, -y, __lockstep_##way);                                        \
  }                                                                                                               \
  __LOCKSTEP_LIB__ type __##prefix##mul_##way(type x, type y) {                                                   \
    return __lockstep_math_mul##suffix##_rounded(x, y, __lockstep_##way);                                         \
  }                                                                                                               \
  __LOCKSTEP_LIB__ type __##prefix##div_##way(type x, type y) {                                                   \
    return __lockstep_math_div##suffix##_rounded(x, y, __lockstep_##way);                                         \
  }                                                                                                               \
  __LOCKSTEP_LIB__ type __##prefix##rcp_##way(type x) {                                                           \
    return __lockstep_math_div##suffix##_rounded(1, x, __lockstep_##way);                                         \
  }                                                                                                               \
  __LOCKSTEP_LIB__ type __##prefix##sqrt_##way(type x) {                                                          \
    return __lockstep_math_sqrt##suffix##_rounded(x, __lockstep_##way);                                           \
  }                                                                                                               \
  __LOCKSTEP_LIB__ type __fma##suffix##_##way(type x, type y, type z) {                                           \
    return __lockstep_math_fma##suffix##_rounded(x, y, z, __lockstep_##way);                                      \
  }
#define __LOCKSTEP_BOTH_TYPES__(way)         \
  __LOCKSTEP_ROUNDED__(double, d, , way)     \
  __LOCKSTEP_ROUNDED__(float, f, f, way)
__LOCKSTEP_DIRECTIONS__(__LOCKSTEP_BOTH_TYPES__)
#undef __LOCKSTEP_BOTH_TYPES__
#undef __LOCKSTEP_ROUNDED__

// Flush-to-zero forms of the PTX layer. Limit: denormals are preserved.
__LOCKSTEP_LIB__ float __fmaf_ieee_rn(float x, float y, float z) { return __fmaf_rn(x, y, z); }
__LOCKSTEP_LIB__ float __fmaf_ieee_rd(float x, float y, float z) { return __fmaf_rd(x, y, z); }
__LOCKSTEP_LIB__ float __fmaf_ieee_ru(float x, float y, float z) { return __fmaf_ru(x, y, z); }
__LOCKSTEP_LIB__ float __fmaf_ieee_rz(float x, float y, float z) { return __fmaf_rz(x, y, z); }

// In double the relative error is below 2^-52, and no float's reciprocal root is that close to a tie.
__LOCKSTEP_LIB__ float __frsqrt_rn(float x) { return (float)(1.0 / __builtin_elementwise_sqrt((double)x)); }

// --- the fast approximations. They are more accurate here than on a GPU, whose error bounds therefore hold.
__LOCKSTEP_LIB__ float __sinf(float x) { return __lockstep_math_sinf(x); }
__LOCKSTEP_LIB__ float __cosf(float x) { return __lockstep_math_cosf(x); }
__LOCKSTEP_LIB__ float __tanf(float x) { return __lockstep_math_tanf(x); }
__LOCKSTEP_LIB__ float __tanhf(float x) { return __lockstep_math_tanhf(x); }
__LOCKSTEP_LIB__ float __expf(float x) { return __lockstep_math_expf(x); }
__LOCKSTEP_LIB__ float __exp10f(float x) { return __lockstep_math_exp10f(x); }
__LOCKSTEP_LIB__ float __logf(float x) { return __lockstep_math_logf(x); }
__LOCKSTEP_LIB__ float __log2f(float x) { return __lockstep_math_log2f(x); }
__LOCKSTEP_LIB__ float __log10f(float x) { return __lockstep_math_log10f(x); }
__LOCKSTEP_LIB__ void __sincosf(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
// exp2(y log2 x), which is NaN for a negative x, as on a GPU.
__LOCKSTEP_LIB__ float __powf(float x, float y) {
  float power = __lockstep_math_powf(x, y);
  return x < 0 ? __builtin_nanf("") : power;
}
// For 2^126 < |y| < 2^128 the quotient is 0, as CUDA documents.
__LOCKSTEP_LIB__ float __fdividef(float x, float y) {
  float size = __builtin_fabsf(y);
  return size > 0x1p126f && size < __builtin_inff() ? x * 0.0f : x / y;
}
__LOCKSTEP_LIB__ float __saturatef(float x) { return x >= 1.0f ? 1.0f : x > 0.0f ? x : 0.0f; }
