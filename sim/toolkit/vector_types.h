#pragma once

// CUDA's vector types and dim3. Sizes and alignments are those of the CUDA C++ Programming Guide, table "Alignment
// Requirements" (64-bit Linux): a type of two or four components is aligned to its whole size, up to 16 bytes.
// Plain C may include this too.

#if defined(__CUDA__)
#include "host_defines.h"
#define __LOCKSTEP_BOTH__ __host__ __device__
#else
#define __LOCKSTEP_BOTH__
#endif

#define __LOCKSTEP_VECTOR__(name, type, align1, align2, align3, align4)       \
  struct __attribute__((aligned(align1))) name##1 { type x; };                \
  struct __attribute__((aligned(align2))) name##2 { type x, y; };             \
  struct __attribute__((aligned(align3))) name##3 { type x, y, z; };          \
  struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; };       \
  typedef struct name##1 name##1;                                             \
  typedef struct name##2 name##2;                                             \
  typedef struct name##3 name##3;                                             \
  typedef struct name##4 name##4;

__LOCKSTEP_VECTOR__(char, signed char, 1, 2, 1, 4)
__LOCKSTEP_VECTOR__(uchar, unsigned char, 1, 2, 1, 4)
__LOCKSTEP_VECTOR__(short, short, 2, 4, 2, 8)
__LOCKSTEP_VECTOR__(ushort, unsigned short, 2, 4, 2, 8)
__LOCKSTEP_VECTOR__(int, int, 4, 8, 4, 16)
__LOCKSTEP_VECTOR__(uint, unsigned int, 4, 8, 4, 16)
__LOCKSTEP_VECTOR__(long, long, 8, 16, 8, 16)
__LOCKSTEP_VECTOR__(ulong, unsigned long, 8, 16, 8, 16)
__LOCKSTEP_VECTOR__(longlong, long long, 8, 16, 8, 16)
__LOCKSTEP_VECTOR__(ulonglong, unsigned long long, 8, 16, 8, 16)
__LOCKSTEP_VECTOR__(float, float, 4, 8, 4, 16)
__LOCKSTEP_VECTOR__(double, double, 8, 16, 8, 16)
#undef __LOCKSTEP_VECTOR__

// The types of CUDA 13 whose names contain their alignment.
#define __LOCKSTEP_VECTOR__(name, type, align)                                              \
  struct __attribute__((aligned(align))) name##4_##align##a { type x, y, z, w; };           \
  typedef struct name##4_##align##a name##4_##align##a;

__LOCKSTEP_VECTOR__(long, long, 16)
__LOCKSTEP_VECTOR__(long, long, 32)
__LOCKSTEP_VECTOR__(ulong, unsigned long, 16)
__LOCKSTEP_VECTOR__(ulong, unsigned long, 32)
__LOCKSTEP_VECTOR__(longlong, long long, 16)
__LOCKSTEP_VECTOR__(longlong, long long, 32)
__LOCKSTEP_VECTOR__(ulonglong, unsigned long long, 16)
__LOCKSTEP_VECTOR__(ulonglong, unsigned long long, 32)
__LOCKSTEP_VECTOR__(double, double, 16)
__LOCKSTEP_VECTOR__(double, double, 32)
#undef __LOCKSTEP_VECTOR__

struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
  __LOCKSTEP_BOTH__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __LOCKSTEP_BOTH__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __LOCKSTEP_BOTH__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __LOCKSTEP_BOTH__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  __LOCKSTEP_BOTH__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __LOCKSTEP_BOTH__ operator uint3() const { uint3 v = {x, y, z}; return v; }
#endif
#endif
};
typedef struct dim3 dim3;

#undef __LOCKSTEP_BOTH__
