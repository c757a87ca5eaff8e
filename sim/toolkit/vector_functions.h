#pragma once

// make_int4(...) and related functions: one for every vector type.

#include "builtin_types.h"
#include "cuda_runtime_api.h"
#include "vector_types.h"

#if defined(__CUDA__)
#define __LOCKSTEP_MAKE__ static __inline__ __attribute__((host, device, always_inline, nodebug))
#else
#define __LOCKSTEP_MAKE__ static __inline__ __attribute__((unused))
#endif

#define __LOCKSTEP_MAKE_4__(name, type)                                        \
  __LOCKSTEP_MAKE__ name make_##name(type x, type y, type z, type w) {         \
    name v = {x, y, z, w};                                                     \
    return v;                                                                  \
  }
#define __LOCKSTEP_MAKE_ALL__(name, type)                                      \
  __LOCKSTEP_MAKE__ name##1 make_##name##1(type x) {                           \
    name##1 v = {x};                                                           \
    return v;                                                                  \
  }                                                                            \
  __LOCKSTEP_MAKE__ name##2 make_##name##2(type x, type y) {                   \
    name##2 v = {x, y};                                                        \
    return v;                                                                  \
  }                                                                            \
  __LOCKSTEP_MAKE__ name##3 make_##name##3(type x, type y, type z) {           \
    name##3 v = {x, y, z};                                                     \
    return v;                                                                  \
  }                                                                            \
  __LOCKSTEP_MAKE_4__(name##4, type)

__LOCKSTEP_MAKE_ALL__(char, signed char)
__LOCKSTEP_MAKE_ALL__(uchar, unsigned char)
__LOCKSTEP_MAKE_ALL__(short, short)
__LOCKSTEP_MAKE_ALL__(ushort, unsigned short)
__LOCKSTEP_MAKE_ALL__(int, int)
__LOCKSTEP_MAKE_ALL__(uint, unsigned int)
__LOCKSTEP_MAKE_ALL__(long, long)
__LOCKSTEP_MAKE_ALL__(ulong, unsigned long)
__LOCKSTEP_MAKE_ALL__(longlong, long long)
__LOCKSTEP_MAKE_ALL__(ulonglong, unsigned long long)
__LOCKSTEP_MAKE_ALL__(float, float)
__LOCKSTEP_MAKE_ALL__(double, double)
__LOCKSTEP_MAKE_4__(long4_16a, long)
__LOCKSTEP_MAKE_4__(long4_32a, long)
__LOCKSTEP_MAKE_4__(ulong4_16a, unsigned long)
__LOCKSTEP_MAKE_4__(ulong4_32a, unsigned long)
__LOCKSTEP_MAKE_4__(longlong4_16a, long long)
__LOCKSTEP_MAKE_4__(longlong4_32a, long long)
__LOCKSTEP_MAKE_4__(ulonglong4_16a, unsigned long long)
__LOCKSTEP_MAKE_4__(ulonglong4_32a, unsigned long long)
__LOCKSTEP_MAKE_4__(double4_16a, double)
__LOCKSTEP_MAKE_4__(double4_32a, double)

#undef __LOCKSTEP_MAKE_ALL__
#undef __LOCKSTEP_MAKE_4__
#undef __LOCKSTEP_MAKE__
