// No include guard: cuda_fp16.h reads this for half, cuda_bf16.h for bfloat16. They define
//   __NARROW__        the class               __half            __nv_bfloat16
//   __NARROW2__       the class of two        __half2           __nv_bfloat162
//   __NARROW_RAW__    its bits                __half_raw        __nv_bfloat16_raw
//   __NARROW2_RAW__                           __half2_raw       __nv_bfloat162_raw
//   __NAME__          in function names       half              bfloat16
//   __NAME2__                                 half2             bfloat162
//   __FORMAT__        the format                 __lockstep_half_format ...
// Sums, differences, products, quotients and roots are computed in float and rounded once more, which is correctly rounded
// because a float has more than twice the bits plus two (S. Figueroa, 1995). fma uses rounding to odd.

#define __PASTE_2__(a, b) a##b
#define __PASTE_3__(a, b, c) a##b##c
#define __PASTE_5__(a, b, c, d, e) a##b##c##d##e
#define __JOIN_2__(a, b) __PASTE_2__(a, b)
#define __JOIN_3__(a, b, c) __PASTE_3__(a, b, c)
#define __JOIN_5__(a, b, c, d, e) __PASTE_5__(a, b, c, d, e)
// __TO__(float, _rn) is __float2half_rn, __FROM__(int_rn) is __half2int_rn.
#define __TO__(from, direction) __JOIN_5__(__, from, 2, __NAME__, direction)
#define __FROM__(to) __JOIN_5__(__, __NAME__, 2, to, )

typedef struct __attribute__((aligned(2))) {
  unsigned short x;
} __NARROW_RAW__;
typedef struct __attribute__((aligned(4))) {
  unsigned short x, y;
} __NARROW2_RAW__;

#if defined(__cplusplus)
struct __attribute__((aligned(2))) __NARROW__ {
 protected:
  unsigned short __x;

 public:
  __NARROW__() = default;
  __LOCKSTEP_NARROW_MEMBER__ constexpr __NARROW__(const __NARROW_RAW__& raw) : __x(raw.x) {}
  __LOCKSTEP_NARROW_MEMBER__ __NARROW__& operator=(const __NARROW_RAW__& raw) {
    __x = raw.x;
    return *this;
  }
  __LOCKSTEP_NARROW_MEMBER__ volatile __NARROW__& operator=(const __NARROW_RAW__& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __LOCKSTEP_NARROW_MEMBER__ volatile __NARROW__& operator=(const volatile __NARROW_RAW__& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __LOCKSTEP_NARROW_MEMBER__ operator __NARROW_RAW__() const {
    __NARROW_RAW__ raw = {__x};
    return raw;
  }
  __LOCKSTEP_NARROW_MEMBER__ operator __NARROW_RAW__() const volatile {
    __NARROW_RAW__ raw = {__x};
    return raw;
  }
#if !defined(__NARROW_NO_CONVERSIONS__)
  explicit __LOCKSTEP_NARROW_MEMBER__ __NARROW__(const __OTHER_NARROW__ other);
  __LOCKSTEP_NARROW_MEMBER__ __NARROW__(const float x) : __x(__FORMAT__::Round(x)) {}
  __LOCKSTEP_NARROW_MEMBER__ __NARROW__(const double x) : __x(__lockstep_narrow<__FORMAT__>(x, 0)) {}
  __LOCKSTEP_NARROW_MEMBER__ operator float() const { return __FORMAT__::Widen(__x); }
  __LOCKSTEP_NARROW_MEMBER__ __NARROW__& operator=(const float x) { return *this = __NARROW__(x); }
  __LOCKSTEP_NARROW_MEMBER__ __NARROW__& operator=(const double x) { return *this = __NARROW__(x); }
#define __WHOLE__(type, wide)                                                                                   \
  __LOCKSTEP_NARROW_MEMBER__ __NARROW__(const type x)                                                           \
      : __x(__lockstep_narrow<__FORMAT__>(__lockstep_odd_double((wide)x), 0)) {}
  __WHOLE__(short, long long)
  __WHOLE__(unsigned short, unsigned long long)
  __WHOLE__(int, long long)
  __WHOLE__(unsigned int, unsigned long long)
  __WHOLE__(long, long long)
  __WHOLE__(unsigned long, unsigned long long)
  __WHOLE__(long long, long long)
  __WHOLE__(unsigned long long, unsigned long long)
#undef __WHOLE__
#define __WHOLE__(type) \
  __LOCKSTEP_NARROW_MEMBER__ __NARROW__& operator=(const type x) { return *this = __NARROW__(x); }
  __WHOLE__(short)
  __WHOLE__(unsigned short)
  __WHOLE__(int)
  __WHOLE__(unsigned int)
  __WHOLE__(long long)
  __WHOLE__(unsigned long long)
#undef __WHOLE__
#define __WHOLE__(type, least, most, nan)                                                  \
  __LOCKSTEP_NARROW_MEMBER__ operator type() const {                                       \
    return __lockstep_to_whole<type>(__FORMAT__::Widen(__x), least, most, nan);            \
  }
  __WHOLE__(signed char, -128, 127, 0)
  __WHOLE__(unsigned char, 0, 255, 0)
  __WHOLE__(char, -128, 127, 0)
  __WHOLE__(short, -32768, 32767, 0)
  __WHOLE__(unsigned short, 0, 65535, 0)
  __WHOLE__(int, -2147483647 - 1, 2147483647, 0)
  __WHOLE__(unsigned int, 0, 4294967295u, 0)
  __WHOLE__(long, -9223372036854775807L - 1, 9223372036854775807L, -9223372036854775807L - 1)
  __WHOLE__(unsigned long, 0, 18446744073709551615ul, 0x8000000000000000ul)
  __WHOLE__(long long, -9223372036854775807LL - 1, 9223372036854775807LL, -9223372036854775807LL - 1)
  __WHOLE__(unsigned long long, 0, 18446744073709551615ull, 0x8000000000000000ull)
#undef __WHOLE__
  __LOCKSTEP_NARROW_MEMBER__ constexpr operator bool() const { return (__x & 0x7fff) != 0; }
#endif
};

struct __attribute__((aligned(4))) __NARROW2__ {
  __NARROW__ x, y;
  __NARROW2__() = default;
  __LOCKSTEP_NARROW_MEMBER__ constexpr __NARROW2__(const __NARROW__& a, const __NARROW__& b) : x(a), y(b) {}
  __NARROW2__(const __NARROW2__&) = default;
  __NARROW2__& operator=(const __NARROW2__&) = default;
  __LOCKSTEP_NARROW_MEMBER__ __NARROW2__(const __NARROW2_RAW__& raw)
      : x(__NARROW_RAW__{raw.x}), y(__NARROW_RAW__{raw.y}) {}
  // Bits are assigned through the constructor: an assignment operator would make `r = {}` and `r = {a, b}` ambiguous.
  __LOCKSTEP_NARROW_MEMBER__ operator __NARROW2_RAW__() const {
    __NARROW2_RAW__ raw = {__NARROW_RAW__(x).x, __NARROW_RAW__(y).x};
    return raw;
  }
};

#define __H__ __LOCKSTEP_NARROW__

// --- between bits, floats and this type, whatever conversions the program has disabled
__H__ unsigned short __lockstep_raw(const __NARROW__& a) { return __lockstep_bits<unsigned short>(a); }
__H__ float __lockstep_wide(const __NARROW__& a) { return __FORMAT__::Widen(__lockstep_raw(a)); }
#define __ROUND__(expression) __NARROW__(__NARROW_RAW__{__FORMAT__::Round(expression)})
#define __ROUND_DOUBLE__(expression, direction) \
  __NARROW__(__NARROW_RAW__{__lockstep_narrow<__FORMAT__>(expression, direction)})
#define __BITS__(expression) __NARROW__(__NARROW_RAW__{(unsigned short)(expression)})
#define __A__ __lockstep_wide(a)
#define __B__ __lockstep_wide(b)
#define __C__ __lockstep_wide(c)

__H__ __NARROW__ __TO__(float, )(const float x) { return __ROUND__(x); }
__H__ __NARROW__ __TO__(float, _rn)(const float x) { return __ROUND__(x); }
__H__ __NARROW__ __TO__(float, _rd)(const float x) { return __ROUND_DOUBLE__(x, 1); }
__H__ __NARROW__ __TO__(float, _ru)(const float x) { return __ROUND_DOUBLE__(x, 2); }
__H__ __NARROW__ __TO__(float, _rz)(const float x) { return __ROUND_DOUBLE__(x, 3); }
__H__ __NARROW__ __TO__(double, )(const double x) { return __ROUND_DOUBLE__(x, 0); }
__H__ float __FROM__(float)(const __NARROW__ a) { return __A__; }
#define __WHOLE__(type, name, wide)                                                                                    \
  __H__ __NARROW__ __TO__(name, _rn)(const type x) { return __ROUND_DOUBLE__(__lockstep_odd_double((wide)x), 0); }     \
  __H__ __NARROW__ __TO__(name, _rd)(const type x) { return __ROUND_DOUBLE__(__lockstep_odd_double((wide)x), 1); }     \
  __H__ __NARROW__ __TO__(name, _ru)(const type x) { return __ROUND_DOUBLE__(__lockstep_odd_double((wide)x), 2); }     \
  __H__ __NARROW__ __TO__(name, _rz)(const type x) { return __ROUND_DOUBLE__(__lockstep_odd_double((wide)x), 3); }
__WHOLE__(short, short, long long)
__WHOLE__(unsigned short, ushort, unsigned long long)
__WHOLE__(int, int, long long)
__WHOLE__(unsigned int, uint, unsigned long long)
__WHOLE__(long long, ll, long long)
__WHOLE__(unsigned long long, ull, unsigned long long)
#undef __WHOLE__
#define __WHOLE_1__(type, name, least, most, nan, suffix, direction)                                             \
  __H__ type __JOIN_5__(__, __NAME__, 2, name, suffix)(const __NARROW__ a) {                                     \
    return __lockstep_to_whole<type>(__lockstep_whole(__A__, direction), least, most, nan);                      \
  }
#define __WHOLE__(...)                                 \
  __WHOLE_1__(__VA_ARGS__, _rn, __lockstep_nearest)    \
  __WHOLE_1__(__VA_ARGS__, _rd, __lockstep_down)       \
  __WHOLE_1__(__VA_ARGS__, _ru, __lockstep_up)         \
  __WHOLE_1__(__VA_ARGS__, _rz, __lockstep_to_zero)
__WHOLE_1__(signed char, char, -128, 127, 0, _rz, __lockstep_to_zero)
__WHOLE_1__(unsigned char, uchar, 0, 255, 0, _rz, __lockstep_to_zero)
__WHOLE__(short, short, -32768, 32767, 0)
__WHOLE__(unsigned short, ushort, 0, 65535, 0)
__WHOLE__(int, int, -2147483647 - 1, 2147483647, 0)
__WHOLE__(unsigned int, uint, 0, 4294967295u, 0)
__WHOLE__(long long, ll, -9223372036854775807LL - 1, 9223372036854775807LL, -9223372036854775807LL - 1)
__WHOLE__(unsigned long long, ull, 0, 18446744073709551615ull, 0x8000000000000000ull)
#undef __WHOLE__
#undef __WHOLE_1__
__H__ short __JOIN_3__(__, __NAME__, _as_short)(const __NARROW__ a) { return (short)__lockstep_raw(a); }
__H__ unsigned short __JOIN_3__(__, __NAME__, _as_ushort)(const __NARROW__ a) { return __lockstep_raw(a); }
__H__ __NARROW__ __JOIN_2__(__short_as_, __NAME__)(const short x) { return __BITS__(x); }
__H__ __NARROW__ __JOIN_2__(__ushort_as_, __NAME__)(const unsigned short x) { return __BITS__(x); }

// --- pairs
__H__ __NARROW2__ __JOIN_2__(make_, __NAME2__)(const __NARROW__ a, const __NARROW__ b) { return __NARROW2__(a, b); }
__H__ __NARROW2__ __JOIN_2__(__halves2, __NAME2__)(const __NARROW__ a, const __NARROW__ b) { return __NARROW2__(a, b); }
__H__ __NARROW2__ __JOIN_5__(__, __NAME__, 2, __NAME2__, )(const __NARROW__ a) { return __NARROW2__(a, a); }
__H__ __NARROW2__ __JOIN_3__(__float2, __NAME2__, _rn)(const float x) { return __NARROW2__(__ROUND__(x), __ROUND__(x)); }
__H__ __NARROW2__ __JOIN_3__(__floats2, __NAME2__, _rn)(const float x, const float y) {
  return __NARROW2__(__ROUND__(x), __ROUND__(y));
}
__H__ __NARROW2__ __JOIN_3__(__float22, __NAME2__, _rn)(const float2 a) {
  return __NARROW2__(__ROUND__(a.x), __ROUND__(a.y));
}
__H__ float2 __JOIN_3__(__, __NAME2__, 2float2)(const __NARROW2__ a) {
  float2 pair = {__lockstep_wide(a.x), __lockstep_wide(a.y)};
  return pair;
}
__H__ float __low2float(const __NARROW2__ a) { return __lockstep_wide(a.x); }
__H__ float __high2float(const __NARROW2__ a) { return __lockstep_wide(a.y); }
__H__ __NARROW__ __JOIN_2__(__low2, __NAME__)(const __NARROW2__ a) { return a.x; }
__H__ __NARROW__ __JOIN_2__(__high2, __NAME__)(const __NARROW2__ a) { return a.y; }
__H__ __NARROW2__ __JOIN_2__(__low2, __NAME2__)(const __NARROW2__ a) { return __NARROW2__(a.x, a.x); }
__H__ __NARROW2__ __JOIN_2__(__high2, __NAME2__)(const __NARROW2__ a) { return __NARROW2__(a.y, a.y); }
__H__ __NARROW2__ __JOIN_2__(__lows2, __NAME2__)(const __NARROW2__ a, const __NARROW2__ b) { return __NARROW2__(a.x, b.x); }
__H__ __NARROW2__ __JOIN_2__(__highs2, __NAME2__)(const __NARROW2__ a, const __NARROW2__ b) { return __NARROW2__(a.y, b.y); }
__H__ __NARROW2__ __lowhigh2highlow(const __NARROW2__ a) { return __NARROW2__(a.y, a.x); }

// --- arithmetic: for single numbers, and the same for pairs
#define __BINARY__(name, name2, expression)                                                                       \
  __H__ __NARROW__ name(const __NARROW__ a, const __NARROW__ b) { return expression; }                            \
  __H__ __NARROW2__ name2(const __NARROW2__ a, const __NARROW2__ b) {                                             \
    return __NARROW2__(name(a.x, b.x), name(a.y, b.y));                                                           \
  }
#define __UNARY__(name, name2, expression)                                                                        \
  __H__ __NARROW__ name(const __NARROW__ a) { return expression; }                                                \
  __H__ __NARROW2__ name2(const __NARROW2__ a) { return __NARROW2__(name(a.x), name(a.y)); }
#define __TERNARY__(name, name2, expression)                                                                      \
  __H__ __NARROW__ name(const __NARROW__ a, const __NARROW__ b, const __NARROW__ c) { return expression; }        \
  __H__ __NARROW2__ name2(const __NARROW2__ a, const __NARROW2__ b, const __NARROW2__ c) {                        \
    return __NARROW2__(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                                                 \
  }
#define __FMA__ __lockstep_odd_float(__lockstep_odd_fma(__A__, __B__, __C__))
__BINARY__(__hadd, __hadd2, __ROUND__(__A__ + __B__))
__BINARY__(__hsub, __hsub2, __ROUND__(__A__ - __B__))
__BINARY__(__hmul, __hmul2, __ROUND__(__A__ * __B__))
__BINARY__(__hdiv, __h2div, __ROUND__(__A__ / __B__))
__BINARY__(__hadd_rn, __hadd2_rn, __ROUND__(__A__ + __B__))
__BINARY__(__hsub_rn, __hsub2_rn, __ROUND__(__A__ - __B__))
__BINARY__(__hmul_rn, __hmul2_rn, __ROUND__(__A__ * __B__))
__BINARY__(__hadd_sat, __hadd2_sat, __ROUND__(__lockstep_saturate(__A__ + __B__)))
__BINARY__(__hsub_sat, __hsub2_sat, __ROUND__(__lockstep_saturate(__A__ - __B__)))
__BINARY__(__hmul_sat, __hmul2_sat, __ROUND__(__lockstep_saturate(__A__ * __B__)))
__TERNARY__(__hfma, __hfma2, __ROUND__(__FMA__))
__TERNARY__(__hfma_sat, __hfma2_sat, __ROUND__(__lockstep_saturate(__FMA__)))
__TERNARY__(__hfma_relu, __hfma2_relu, __ROUND__(__FMA__ <= 0 ? 0.0f : __FMA__))
__UNARY__(__hneg, __hneg2, __A__ != __A__ ? __BITS__(0x7fff) : __BITS__(__lockstep_raw(a) ^ 0x8000))
__UNARY__(__habs, __habs2, __A__ != __A__ ? __BITS__(0x7fff) : __BITS__(__lockstep_raw(a) & 0x7fff))
__BINARY__(__hmax, __hmax2, __ROUND__(__lockstep_narrow_max(__A__, __B__)))
__BINARY__(__hmin, __hmin2, __ROUND__(__lockstep_narrow_min(__A__, __B__)))
__BINARY__(__hmax_nan, __hmax2_nan, __A__ != __A__ || __B__ != __B__ ? __BITS__(0x7fff) : __hmax(a, b))
__BINARY__(__hmin_nan, __hmin2_nan, __A__ != __A__ || __B__ != __B__ ? __BITS__(0x7fff) : __hmin(a, b))
// The complex product of a and b plus c, with each number as (real, imaginary).
__H__ __NARROW2__ __hcmadd(const __NARROW2__ a, const __NARROW2__ b, const __NARROW2__ c) {
  return __NARROW2__(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

// --- comparisons. With a NaN operand, the plain ones are false, the ...u ones true.
#define __COMPARE__(name, plain, unordered)                                                                         \
  __COMPARE_1__(__h##name, __h##name##2, __hb##name##2, __h##name##2_mask, plain)                                   \
  __COMPARE_1__(__h##name##u, __h##name##u2, __hb##name##u2, __h##name##u2_mask, unordered)
#define __COMPARE_1__(one, two, both, mask, expression)                                                             \
  __H__ bool one(const __NARROW__ a, const __NARROW__ b) { return expression; }                                     \
  __H__ __NARROW2__ two(const __NARROW2__ a, const __NARROW2__ b) {                                                 \
    return __NARROW2__(__ROUND__(one(a.x, b.x) ? 1.0f : 0.0f), __ROUND__(one(a.y, b.y) ? 1.0f : 0.0f));             \
  }                                                                                                                 \
  __H__ bool both(const __NARROW2__ a, const __NARROW2__ b) { return one(a.x, b.x) && one(a.y, b.y); }              \
  __H__ unsigned mask(const __NARROW2__ a, const __NARROW2__ b) {                                                   \
    return (one(a.x, b.x) ? 0xffffu : 0u) | (one(a.y, b.y) ? 0xffff0000u : 0u);                                     \
  }
__COMPARE__(eq, __A__ == __B__, !(__A__ < __B__ || __A__ > __B__))
__COMPARE__(ne, __A__ < __B__ || __A__ > __B__, __A__ != __B__)
__COMPARE__(le, __A__ <= __B__, !(__A__ > __B__))
__COMPARE__(ge, __A__ >= __B__, !(__A__ < __B__))
__COMPARE__(lt, __A__ < __B__, !(__A__ >= __B__))
__COMPARE__(gt, __A__ > __B__, !(__A__ <= __B__))
#undef __COMPARE__
#undef __COMPARE_1__
__H__ bool __hisnan(const __NARROW__ a) { return __A__ != __A__; }
__H__ int __hisinf(const __NARROW__ a) { return __builtin_isinf(__A__) ? (__A__ > 0 ? 1 : -1) : 0; }
__H__ __NARROW2__ __hisnan2(const __NARROW2__ a) {
  return __NARROW2__(__ROUND__(__hisnan(a.x) ? 1.0f : 0.0f), __ROUND__(__hisnan(a.y) ? 1.0f : 0.0f));
}

// --- operators
#define __OPERATORS__(type, add, sub, mul, div, neg, one, eq, ne, gt, lt, ge, le)                  \
  __H__ type operator+(const type& a, const type& b) { return add(a, b); }                         \
  __H__ type operator-(const type& a, const type& b) { return sub(a, b); }                         \
  __H__ type operator*(const type& a, const type& b) { return mul(a, b); }                         \
  __H__ type operator/(const type& a, const type& b) { return div(a, b); }                         \
  __H__ type& operator+=(type& a, const type& b) { return a = add(a, b); }                         \
  __H__ type& operator-=(type& a, const type& b) { return a = sub(a, b); }                         \
  __H__ type& operator*=(type& a, const type& b) { return a = mul(a, b); }                         \
  __H__ type& operator/=(type& a, const type& b) { return a = div(a, b); }                         \
  __H__ type& operator++(type& a) { return a = add(a, one); }                                      \
  __H__ type& operator--(type& a) { return a = sub(a, one); }                                      \
  __H__ type operator++(type& a, int) {                                                            \
    type before = a;                                                                               \
    a = add(a, one);                                                                               \
    return before;                                                                                 \
  }                                                                                                \
  __H__ type operator--(type& a, int) {                                                            \
    type before = a;                                                                               \
    a = sub(a, one);                                                                               \
    return before;                                                                                 \
  }                                                                                                \
  __H__ type operator+(const type& a) { return a; }                                                \
  __H__ type operator-(const type& a) { return neg(a); }                                           \
  __H__ bool operator==(const type& a, const type& b) { return eq(a, b); }                         \
  __H__ bool operator!=(const type& a, const type& b) { return ne(a, b); }                         \
  __H__ bool operator>(const type& a, const type& b) { return gt(a, b); }                          \
  __H__ bool operator<(const type& a, const type& b) { return lt(a, b); }                          \
  __H__ bool operator>=(const type& a, const type& b) { return ge(a, b); }                         \
  __H__ bool operator<=(const type& a, const type& b) { return le(a, b); }
#if !defined(__NARROW_NO_OPERATORS__)
__OPERATORS__(__NARROW__, __hadd, __hsub, __hmul, __hdiv, __hneg, __ROUND__(1.0f), __heq, __hneu, __hgt, __hlt, __hge,
              __hle)
#endif
#if !defined(__NARROW2_NO_OPERATORS__)
__OPERATORS__(__NARROW2__, __hadd2, __hsub2, __hmul2, __h2div, __hneg2,
              __NARROW2__(__ROUND__(1.0f), __ROUND__(1.0f)), __hbeq2, __hbneu2, __hbgt2, __hblt2, __hbge2, __hble2)
#endif
#undef __OPERATORS__

// --- in device code only
#if defined(__CUDA__)
#undef __H__
#define __H__ __LOCKSTEP_LIB__
__UNARY__(hceil, h2ceil, __ROUND__(__builtin_ceilf(__A__)))
__UNARY__(hfloor, h2floor, __ROUND__(__builtin_floorf(__A__)))
__UNARY__(hrint, h2rint, __ROUND__(__builtin_roundevenf(__A__)))
__UNARY__(htrunc, h2trunc, __ROUND__(__builtin_truncf(__A__)))
__UNARY__(hsqrt, h2sqrt, __ROUND__(__builtin_elementwise_sqrt(__A__)))
__UNARY__(hrsqrt, h2rsqrt, __ROUND__(1.0f / __builtin_elementwise_sqrt(__A__)))
__UNARY__(hrcp, h2rcp, __ROUND__(1.0f / __A__))
__UNARY__(hcos, h2cos, __ROUND__(__lockstep_math_cosf(__A__)))
__UNARY__(hsin, h2sin, __ROUND__(__lockstep_math_sinf(__A__)))
__UNARY__(hexp, h2exp, __ROUND__(__lockstep_math_expf(__A__)))
__UNARY__(hexp2, h2exp2, __ROUND__(__lockstep_math_exp2f(__A__)))
__UNARY__(hexp10, h2exp10, __ROUND__(__lockstep_math_exp10f(__A__)))
__UNARY__(hlog, h2log, __ROUND__(__lockstep_math_logf(__A__)))
__UNARY__(hlog2, h2log2, __ROUND__(__lockstep_math_log2f(__A__)))
__UNARY__(hlog10, h2log10, __ROUND__(__lockstep_math_log10f(__A__)))
__UNARY__(htanh, h2tanh, __ROUND__(__lockstep_math_tanhf(__A__)))
__UNARY__(htanh_approx, h2tanh_approx, __ROUND__(__lockstep_math_tanhf(__A__)))

__LOCKSTEP_SHUFFLES__(__NARROW__)
__LOCKSTEP_SHUFFLES__(__NARROW2__)

// A GPU adds the two halves of a pair separately; here both change at once, which is an allowed order.
#define __ATOMIC_ADD__(type, bits, add)                                                                          \
  __H__ type atomicAdd(type* address, const type value) {                                                        \
    bits* word = (bits*)address;                                                                                 \
    bits old = __atomic_load_n(word, __ATOMIC_RELAXED);                                                          \
    while (!__atomic_compare_exchange_n(word, &old,                                                              \
                                        __builtin_bit_cast(bits, add(__builtin_bit_cast(type, old), value)),     \
                                        true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {                             \
    }                                                                                                            \
    return __builtin_bit_cast(type, old);                                                                        \
  }                                                                                                              \
  __H__ type atomicAdd_block(type* address, const type value) {                                                  \
    return atomicAdd((type*)__lockstep_in_block(address), value);                                                \
  }                                                                                                              \
  __H__ type atomicAdd_system(type* address, const type value) { return atomicAdd(address, value); }
__ATOMIC_ADD__(__NARROW__, unsigned short, __hadd)
__ATOMIC_ADD__(__NARROW2__, unsigned int, __hadd2)
#undef __ATOMIC_ADD__
#endif

#undef __FMA__
#undef __BINARY__
#undef __UNARY__
#undef __TERNARY__
#undef __A__
#undef __B__
#undef __C__
#undef __BITS__
#undef __ROUND__
#undef __ROUND_DOUBLE__
#undef __H__
#endif

#undef __PASTE_2__
#undef __PASTE_3__
#undef __PASTE_5__
#undef __JOIN_2__
#undef __JOIN_3__
#undef __JOIN_5__
#undef __TO__
#undef __FROM__
#undef __NARROW__
#undef __NARROW2__
#undef __NARROW_RAW__
#undef __NARROW2_RAW__
#undef __NAME__
#undef __NAME2__
#undef __FORMAT__
#undef __OTHER_NARROW__
