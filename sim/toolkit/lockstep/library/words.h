#pragma once
#pragma GCC system_header

// SIMD in a word: a 32-bit word as two halves (__vadd2) or four bytes (__vadd4), signed or unsigned, with or without
// saturation; and the DPX functions (__viaddmax_s32, ...).

#include "qualifiers.h"

// Applies `expression` of a and b (the parts of x and y, widened to int) to every part.
#define __LOCKSTEP_PARTS__(name, count, part, expression)                          \
  __LOCKSTEP_LIB__ unsigned name(unsigned x, unsigned y) {                         \
    unsigned result = 0;                                                           \
    for (int i = 0; i < count; ++i) {                                              \
      int shift = i * (32 / count);                                                \
      int a = (part)(x >> shift), b = (part)(y >> shift);                          \
      result |= ((unsigned)(expression) & (0xffffffffu >> (32 - 32 / count))) << shift; \
    }                                                                              \
    return result;                                                                 \
  }
#define __LOCKSTEP_PART__(name, count, part, expression)                           \
  __LOCKSTEP_LIB__ unsigned name(unsigned x) {                                     \
    unsigned result = 0;                                                           \
    for (int i = 0; i < count; ++i) {                                              \
      int shift = i * (32 / count);                                                \
      int a = (part)(x >> shift);                                                  \
      result |= ((unsigned)(expression) & (0xffffffffu >> (32 - 32 / count))) << shift; \
    }                                                                              \
    return result;                                                                 \
  }
#define __LOCKSTEP_SUM__(name, count, part, expression)                            \
  __LOCKSTEP_LIB__ unsigned name(unsigned x, unsigned y) {                         \
    unsigned result = 0;                                                           \
    for (int i = 0; i < count; ++i) {                                              \
      int a = (part)(x >> i * (32 / count)), b = (part)(y >> i * (32 / count));    \
      result += (unsigned)(expression);                                            \
    }                                                                              \
    return result;                                                                 \
  }
#define __LOCKSTEP_CLAMP__(value, least, most) ((value) < (least) ? (least) : (value) > (most) ? (most) : (value))

#define __LOCKSTEP_WORDS__(n, s, u, smin, smax, umax)                                       \
  __LOCKSTEP_PART__(__vabs##n, n, s, a < 0 ? -a : a)                                        \
  __LOCKSTEP_PART__(__vabsss##n, n, s, a == smin ? smax : a < 0 ? -a : a)                   \
  __LOCKSTEP_PART__(__vneg##n, n, s, -a)                                                    \
  __LOCKSTEP_PART__(__vnegss##n, n, s, a == smin ? smax : -a)                               \
  __LOCKSTEP_PARTS__(__vabsdiffs##n, n, s, a > b ? a - b : b - a)                           \
  __LOCKSTEP_PARTS__(__vabsdiffu##n, n, u, a > b ? a - b : b - a)                           \
  __LOCKSTEP_PARTS__(__vadd##n, n, u, a + b)                                                \
  __LOCKSTEP_PARTS__(__vaddss##n, n, s, __LOCKSTEP_CLAMP__(a + b, smin, smax))              \
  __LOCKSTEP_PARTS__(__vaddus##n, n, u, __LOCKSTEP_CLAMP__(a + b, 0, umax))                 \
  __LOCKSTEP_PARTS__(__vsub##n, n, u, a - b)                                                \
  __LOCKSTEP_PARTS__(__vsubss##n, n, s, __LOCKSTEP_CLAMP__(a - b, smin, smax))              \
  __LOCKSTEP_PARTS__(__vsubus##n, n, u, __LOCKSTEP_CLAMP__(a - b, 0, umax))                 \
  __LOCKSTEP_PARTS__(__vavgs##n, n, s, a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1)        \
  __LOCKSTEP_PARTS__(__vavgu##n, n, u, (a + b + 1) >> 1)                                    \
  __LOCKSTEP_PARTS__(__vhaddu##n, n, u, (a + b) >> 1)                                       \
  __LOCKSTEP_PARTS__(__vmaxs##n, n, s, a > b ? a : b)                                       \
  __LOCKSTEP_PARTS__(__vmaxu##n, n, u, a > b ? a : b)                                       \
  __LOCKSTEP_PARTS__(__vmins##n, n, s, a < b ? a : b)                                       \
  __LOCKSTEP_PARTS__(__vminu##n, n, u, a < b ? a : b)                                       \
  __LOCKSTEP_COMPARE_WORDS__(eq, n, u, ==)                                                  \
  __LOCKSTEP_COMPARE_WORDS__(ne, n, u, !=)                                                  \
  __LOCKSTEP_COMPARE_WORDS__(ges, n, s, >=)                                                 \
  __LOCKSTEP_COMPARE_WORDS__(geu, n, u, >=)                                                 \
  __LOCKSTEP_COMPARE_WORDS__(gts, n, s, >)                                                  \
  __LOCKSTEP_COMPARE_WORDS__(gtu, n, u, >)                                                  \
  __LOCKSTEP_COMPARE_WORDS__(les, n, s, <=)                                                 \
  __LOCKSTEP_COMPARE_WORDS__(leu, n, u, <=)                                                 \
  __LOCKSTEP_COMPARE_WORDS__(lts, n, s, <)                                                  \
  __LOCKSTEP_COMPARE_WORDS__(ltu, n, u, <)                                                  \
  __LOCKSTEP_SUM__(__vsads##n, n, s, a > b ? a - b : b - a)                                 \
  __LOCKSTEP_SUM__(__vsadu##n, n, u, a > b ? a - b : b - a)
// __vcmp* gives all ones if the comparison holds, __vset* gives one.
#define __LOCKSTEP_COMPARE_WORDS__(name, n, part, operation)               \
  __LOCKSTEP_PARTS__(__vcmp##name##n, n, part, a operation b ? -1 : 0)     \
  __LOCKSTEP_PARTS__(__vset##name##n, n, part, a operation b ? 1 : 0)
__LOCKSTEP_WORDS__(2, short, unsigned short, -32768, 32767, 65535)
__LOCKSTEP_WORDS__(4, signed char, unsigned char, -128, 127, 255)
#undef __LOCKSTEP_COMPARE_WORDS__
#undef __LOCKSTEP_WORDS__
#undef __LOCKSTEP_SUM__
#undef __LOCKSTEP_PART__
#undef __LOCKSTEP_PARTS__
#undef __LOCKSTEP_CLAMP__

// --- DPX. The same for one 32-bit number and for two halves; sums wrap in their own width. Also available in host code.
#define __LOCKSTEP_DPX_3__(name, number, type, part, expression)                                           \
  __LOCKSTEP_LIB_BOTH__ type name##32(type a, type b, type c) { return (type)(expression); }               \
  __LOCKSTEP_LIB_BOTH__ unsigned name##16x2(unsigned x, unsigned y, unsigned z) {                          \
    unsigned result = 0;                                                                                   \
    for (int i = 0; i < 32; i += 16) {                                                                     \
      part a = (part)(x >> i), b = (part)(y >> i), c = (part)(z >> i);                                     \
      result |= (unsigned)(unsigned short)(expression) << i;                                               \
    }                                                                                                      \
    return result;                                                                                         \
  }
#define __LOCKSTEP_DPX_RELU_3__(name, expression)                                                          \
  __LOCKSTEP_LIB_BOTH__ int name##32_relu(int a, int b, int c) {                                           \
    int value = (int)(expression);                                                                         \
    return value > 0 ? value : 0;                                                                          \
  }                                                                                                        \
  __LOCKSTEP_LIB_BOTH__ unsigned name##16x2_relu(unsigned x, unsigned y, unsigned z) {                     \
    unsigned result = 0;                                                                                   \
    for (int i = 0; i < 32; i += 16) {                                                                     \
      short a = (short)(x >> i), b = (short)(y >> i), c = (short)(z >> i);                                 \
      short value = (short)(expression);                                                                   \
      result |= (unsigned)(unsigned short)(value > 0 ? value : 0) << i;                                    \
    }                                                                                                      \
    return result;                                                                                         \
  }
template <class Number>
__LOCKSTEP_MEMBER_BOTH__ Number __lockstep_wrap_add(Number a, Number b) {
  return (Number)((unsigned)a + (unsigned)b);
}
template <class Number>
__LOCKSTEP_MEMBER_BOTH__ Number __lockstep_larger(Number a, Number b) {
  return a > b ? a : b;
}
template <class Number>
__LOCKSTEP_MEMBER_BOTH__ Number __lockstep_smaller(Number a, Number b) {
  return a < b ? a : b;
}
#define __LOCKSTEP_DPX_ALL__(name, expression)                                 \
  __LOCKSTEP_DPX_3__(name##_s, 0, int, short, expression)                      \
  __LOCKSTEP_DPX_3__(name##_u, 0, unsigned, unsigned short, expression)        \
  __LOCKSTEP_DPX_RELU_3__(name##_s, expression)
__LOCKSTEP_DPX_ALL__(__viaddmax, __lockstep_larger(__lockstep_wrap_add(a, b), c))
__LOCKSTEP_DPX_ALL__(__viaddmin, __lockstep_smaller(__lockstep_wrap_add(a, b), c))
__LOCKSTEP_DPX_ALL__(__vimax3, __lockstep_larger(__lockstep_larger(a, b), c))
__LOCKSTEP_DPX_ALL__(__vimin3, __lockstep_smaller(__lockstep_smaller(a, b), c))
#undef __LOCKSTEP_DPX_ALL__
#undef __LOCKSTEP_DPX_RELU_3__
#undef __LOCKSTEP_DPX_3__

__LOCKSTEP_LIB_BOTH__ int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
__LOCKSTEP_LIB_BOTH__ int __vimin_s32_relu(int a, int b) { return __lockstep_larger(__lockstep_smaller(a, b), 0); }
__LOCKSTEP_LIB_BOTH__ unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vimax3_s16x2(a, b, 0); }
__LOCKSTEP_LIB_BOTH__ unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __vimin3_s16x2_relu(a, b, b); }

// The predicate is true if the first operand was selected.
#define __LOCKSTEP_CHOICE__(name, type, part, better)                                                          \
  __LOCKSTEP_LIB_BOTH__ type name##32(type a, type b, bool* first) {                                           \
    *first = a better b;                                                                                       \
    return *first ? a : b;                                                                                     \
  }                                                                                                            \
  __LOCKSTEP_LIB_BOTH__ unsigned name##16x2(unsigned x, unsigned y, bool* first_high, bool* first_low) {       \
    part high_x = (part)(x >> 16), high_y = (part)(y >> 16), low_x = (part)x, low_y = (part)y;                 \
    *first_high = high_x better high_y;                                                                        \
    *first_low = low_x better low_y;                                                                           \
    return (unsigned)(unsigned short)(*first_high ? high_x : high_y) << 16 |                                   \
           (unsigned short)(*first_low ? low_x : low_y);                                                       \
  }
__LOCKSTEP_CHOICE__(__vibmax_s, int, short, >=)
__LOCKSTEP_CHOICE__(__vibmax_u, unsigned, unsigned short, >=)
__LOCKSTEP_CHOICE__(__vibmin_s, int, short, <=)
__LOCKSTEP_CHOICE__(__vibmin_u, unsigned, unsigned short, <=)
#undef __LOCKSTEP_CHOICE__
