#pragma once
#pragma GCC system_header

// Integer and bit intrinsics of the CUDA Math API.

#include "../../vector_types.h"
#include "qualifiers.h"

// --- counting and moving bits
__LOCKSTEP_LIB__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
__LOCKSTEP_LIB__ int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
__LOCKSTEP_LIB__ int __popc(unsigned x) { return __builtin_popcount(x); }
__LOCKSTEP_LIB__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__LOCKSTEP_LIB__ int __ffs(int x) { return __builtin_ffs(x); }
__LOCKSTEP_LIB__ int __ffsll(long long x) { return __builtin_ffsll(x); }
__LOCKSTEP_LIB__ unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__LOCKSTEP_LIB__ unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__LOCKSTEP_LIB__ unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
__LOCKSTEP_LIB__ unsigned __nv_bswap32(unsigned x) { return __builtin_bswap32(x); }
__LOCKSTEP_LIB__ unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }
// The position of the n-th set bit of `mask`, searched from `base`: upwards for a positive n, downwards for a negative
// one; 0xffffffff if there is none.
__LOCKSTEP_LIB__ unsigned __fns(unsigned mask, unsigned base, int offset) {
  base &= 31u;
  if (offset == 0) return mask >> base & 1u ? base : 0xffffffffu;
  unsigned step = offset > 0 ? 1u : ~0u;
  for (unsigned left = offset > 0 ? (unsigned)offset : 0u - (unsigned)offset, bit = base; bit < 32u; bit += step) {
    if ((mask >> bit & 1u) && --left == 0) return bit;
  }
  return 0xffffffffu;
}

// Selector nibble i selects the byte of y:x that becomes byte i; its top bit repeats that byte's sign instead (prmt).
__LOCKSTEP_LIB__ unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned byte = (unsigned)(bytes >> (selector >> 4 * i & 7u) * 8) & 0xffu;
    if (selector >> 4 * i & 8u) byte = byte & 0x80u ? 0xffu : 0u;
    result |= byte << 8 * i;
  }
  return result;
}
__LOCKSTEP_LIB__ unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31u)) >> 32);
}
__LOCKSTEP_LIB__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)((((unsigned long long)high << 32 | low) << (shift < 32u ? shift : 32u)) >> 32);
}
__LOCKSTEP_LIB__ unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31u));
}
__LOCKSTEP_LIB__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift < 32u ? shift : 32u));
}

// --- products
__LOCKSTEP_LIB__ int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
__LOCKSTEP_LIB__ unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
__LOCKSTEP_LIB__ long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
__LOCKSTEP_LIB__ unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)((unsigned __int128)x * y >> 64);
}
// The low 32 bits of the product of the low 24 bits.
__LOCKSTEP_LIB__ unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
__LOCKSTEP_LIB__ int __mul24(int x, int y) {
  return (int)((unsigned)((int)((unsigned)x << 8) >> 8) * (unsigned)((int)((unsigned)y << 8) >> 8));
}

// --- sums and means
__LOCKSTEP_LIB__ unsigned __sad(int x, int y, unsigned z) {
  return z + (x < y ? (unsigned)y - (unsigned)x : (unsigned)x - (unsigned)y);
}
__LOCKSTEP_LIB__ unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }
__LOCKSTEP_LIB__ int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
__LOCKSTEP_LIB__ int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
__LOCKSTEP_LIB__ unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y) >> 1); }
__LOCKSTEP_LIB__ unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y + 1) >> 1); }

// --- dot products of bytes (dp4a) and of halves with bytes (dp2a)
#define __LOCKSTEP_DP4A__(type, byte)                                                                         \
  __LOCKSTEP_LIB__ type __dp4a(type x, type y, type sum) {                                                    \
    unsigned total = (unsigned)sum;                                                                           \
    for (int i = 0; i < 4; ++i)                                                                               \
      total += (unsigned)((type)(byte)((unsigned)x >> 8 * i) * (type)(byte)((unsigned)y >> 8 * i));           \
    return (type)total;                                                                                       \
  }
#define __LOCKSTEP_DP2A__(name, first, type, half, byte)                                                                \
  __LOCKSTEP_LIB__ type name(type x, type y, type sum) {                                                                \
    unsigned total = (unsigned)sum;                                                                                     \
    for (int i = 0; i < 2; ++i)                                                                                         \
      total += (unsigned)((type)(half)((unsigned)x >> 16 * i) * (type)(byte)((unsigned)y >> 8 * (i + first)));          \
    return (type)total;                                                                                                 \
  }
__LOCKSTEP_DP4A__(int, signed char)
__LOCKSTEP_DP4A__(unsigned, unsigned char)
__LOCKSTEP_DP2A__(__dp2a_lo, 0, int, short, signed char)
__LOCKSTEP_DP2A__(__dp2a_hi, 2, int, short, signed char)
__LOCKSTEP_DP2A__(__dp2a_lo, 0, unsigned, unsigned short, unsigned char)
__LOCKSTEP_DP2A__(__dp2a_hi, 2, unsigned, unsigned short, unsigned char)
#undef __LOCKSTEP_DP4A__
#undef __LOCKSTEP_DP2A__

#define __LOCKSTEP_AS_INT__(vector) __builtin_bit_cast(int, vector)
#define __LOCKSTEP_AS_UNSIGNED__(vector) __builtin_bit_cast(unsigned, vector)
__LOCKSTEP_LIB__ int __dp4a(char4 x, char4 y, int sum) {
  return __dp4a(__LOCKSTEP_AS_INT__(x), __LOCKSTEP_AS_INT__(y), sum);
}
__LOCKSTEP_LIB__ unsigned __dp4a(uchar4 x, uchar4 y, unsigned sum) {
  return __dp4a(__LOCKSTEP_AS_UNSIGNED__(x), __LOCKSTEP_AS_UNSIGNED__(y), sum);
}
__LOCKSTEP_LIB__ int __dp2a_lo(short2 x, char4 y, int sum) {
  return __dp2a_lo(__LOCKSTEP_AS_INT__(x), __LOCKSTEP_AS_INT__(y), sum);
}
__LOCKSTEP_LIB__ int __dp2a_hi(short2 x, char4 y, int sum) {
  return __dp2a_hi(__LOCKSTEP_AS_INT__(x), __LOCKSTEP_AS_INT__(y), sum);
}
__LOCKSTEP_LIB__ unsigned __dp2a_lo(ushort2 x, uchar4 y, unsigned sum) {
  return __dp2a_lo(__LOCKSTEP_AS_UNSIGNED__(x), __LOCKSTEP_AS_UNSIGNED__(y), sum);
}
__LOCKSTEP_LIB__ unsigned __dp2a_hi(ushort2 x, uchar4 y, unsigned sum) {
  return __dp2a_hi(__LOCKSTEP_AS_UNSIGNED__(x), __LOCKSTEP_AS_UNSIGNED__(y), sum);
}
#undef __LOCKSTEP_AS_INT__
#undef __LOCKSTEP_AS_UNSIGNED__
