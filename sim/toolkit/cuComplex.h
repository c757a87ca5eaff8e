#pragma once

// Complex numbers as pairs: cuFloatComplex, cuDoubleComplex. Plain C may include this too.

#include <math.h>

#include "vector_types.h"

#if defined(__CUDA__)
#define __LOCKSTEP_COMPLEX__ static __inline__ __attribute__((host, device, always_inline, nodebug))
#else
#define __LOCKSTEP_COMPLEX__ static __inline__ __attribute__((unused))
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Division scales both numbers by the size of the divisor, so that it overflows only where the quotient does.
// The modulus factors the larger part out; an infinite part makes it infinite.
#define __LOCKSTEP_COMPLEX_TYPE__(complex, real, f, fabs, sqrt, zero, one, most)                                  \
  __LOCKSTEP_COMPLEX__ real cuCreal##f(complex x) { return x.x; }                                                  \
  __LOCKSTEP_COMPLEX__ real cuCimag##f(complex x) { return x.y; }                                                  \
  __LOCKSTEP_COMPLEX__ complex make_##complex(real r, real i) {                                                    \
    complex x;                                                                                                     \
    x.x = r;                                                                                                       \
    x.y = i;                                                                                                       \
    return x;                                                                                                      \
  }                                                                                                                \
  __LOCKSTEP_COMPLEX__ complex cuConj##f(complex x) { return make_##complex(x.x, -x.y); }                          \
  __LOCKSTEP_COMPLEX__ complex cuCadd##f(complex x, complex y) { return make_##complex(x.x + y.x, x.y + y.y); }    \
  __LOCKSTEP_COMPLEX__ complex cuCsub##f(complex x, complex y) { return make_##complex(x.x - y.x, x.y - y.y); }    \
  __LOCKSTEP_COMPLEX__ complex cuCmul##f(complex x, complex y) {                                                   \
    return make_##complex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                           \
  }                                                                                                                \
  __LOCKSTEP_COMPLEX__ complex cuCdiv##f(complex x, complex y) {                                                   \
    real scale = one / (fabs(y.x) + fabs(y.y));                                                                    \
    real a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;                                       \
    real norm = one / (c * c + d * d);                                                                             \
    return make_##complex((a * c + b * d) * norm, (b * c - a * d) * norm);                                         \
  }                                                                                                                \
  __LOCKSTEP_COMPLEX__ real cuCabs##f(complex x) {                                                                 \
    real a = fabs(x.x), b = fabs(x.y);                                                                             \
    real large = a > b ? a : b, small = a > b ? b : a;                                                             \
    real ratio = small / large;                                                                                    \
    if (large == zero || large > most || small > most) return a + b;                                               \
    return large * sqrt(one + ratio * ratio);                                                                      \
  }                                                                                                                \
  __LOCKSTEP_COMPLEX__ complex cuCfma##f(complex x, complex y, complex d) {                                        \
    real r = x.x * y.x + d.x, i = x.x * y.y + d.y;                                                                 \
    return make_##complex(r - x.y * y.y, i + x.y * y.x);                                                           \
  }
__LOCKSTEP_COMPLEX_TYPE__(cuFloatComplex, float, f, fabsf, sqrtf, 0.0f, 1.0f, 3.402823466e38f)
__LOCKSTEP_COMPLEX_TYPE__(cuDoubleComplex, double, , fabs, sqrt, 0.0, 1.0, 1.79769313486231570e+308)
#undef __LOCKSTEP_COMPLEX_TYPE__

__LOCKSTEP_COMPLEX__ cuComplex make_cuComplex(float r, float i) { return make_cuFloatComplex(r, i); }
__LOCKSTEP_COMPLEX__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_cuDoubleComplex((double)x.x, (double)x.y);
}
__LOCKSTEP_COMPLEX__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_cuFloatComplex((float)x.x, (float)x.y);
}

#undef __LOCKSTEP_COMPLEX__
