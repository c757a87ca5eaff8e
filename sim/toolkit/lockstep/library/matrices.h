#pragma once
#pragma GCC system_header

// What mma.h is made of: which fragments there are, and which element of a matrix each lane holds where. The layouts are
// those that nvcc's code has for sm_80 and later: a fragment is one or two of PTX's mma.sync fragments (m16n8 or m8n8).
//
// A lane's `group` is lane / 4, its `member` lane % 4. A register holds elements that are neighbours along the common
// dimension k; the lanes of a group hold what follows. A line is a row of A or a column of B.

#include "warp.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
}  // namespace experimental

// Storage: an element of x[]. Fill: the value that fill_fragment takes. Code: of sim/math/matrices.h.
template <class Type, class Storage, class Fill, int Bits, unsigned Code>
struct __lockstep_element_of {
  typedef Storage storage;
  typedef Fill fill;
  static constexpr int bits = Bits, per_register = Bits < 32 ? 32 / Bits : 1;
  static constexpr int register_bytes = Bits == 64 ? 8 : 4;
  static constexpr unsigned code = Code;
  static constexpr bool is_packed = Bits < 8;
};
template <class Type>
struct __lockstep_element : __lockstep_element_of<Type, Type, Type, 32, ~0u> {};
template <>
struct __lockstep_element<__half> : __lockstep_element_of<__half, __half, __half, 16, 0> {};
template <>
struct __lockstep_element<__nv_bfloat16> : __lockstep_element_of<__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, 16, 1> {};
template <>
struct __lockstep_element<precision::tf32> : __lockstep_element_of<precision::tf32, float, float, 32, 2> {};
template <>
struct __lockstep_element<double> : __lockstep_element_of<double, double, double, 64, 5> {};
template <>
struct __lockstep_element<signed char> : __lockstep_element_of<signed char, signed char, signed char, 8, 6> {};
template <>
struct __lockstep_element<unsigned char> : __lockstep_element_of<unsigned char, unsigned char, unsigned char, 8, 7> {};
template <>
struct __lockstep_element<experimental::precision::s4>
    : __lockstep_element_of<experimental::precision::s4, int, int, 4, 8> {};
template <>
struct __lockstep_element<experimental::precision::u4>
    : __lockstep_element_of<experimental::precision::u4, unsigned, unsigned, 4, 9> {};
template <>
struct __lockstep_element<experimental::precision::b1>
    : __lockstep_element_of<experimental::precision::b1, unsigned, unsigned, 1, 10> {};

template <class One, class Other>
inline constexpr bool __lockstep_same = false;
template <class One>
inline constexpr bool __lockstep_same<One, One> = true;
template <class One, class... Others>
inline constexpr bool __lockstep_one_of = (__lockstep_same<One, Others> || ...);

// Which products there are: the type of A and B, and the type of an accumulator.
template <int M, int N, int K, class Factor, class Sum>
constexpr bool __lockstep_has_product() {
  if (K == 16 && ((M == 16 && N == 16) || (M == 32 && N == 8) || (M == 8 && N == 32)))
    return (__lockstep_same<Factor, __half> && __lockstep_one_of<Sum, __half, float>) ||
           (__lockstep_same<Factor, __nv_bfloat16> && __lockstep_same<Sum, float>) ||
           (__lockstep_one_of<Factor, signed char, unsigned char> && __lockstep_same<Sum, int>);
  if (M == 16 && N == 16 && K == 8) return __lockstep_same<Factor, precision::tf32> && __lockstep_same<Sum, float>;
  if (M != 8 || N != 8) return false;
  if (K == 4) return __lockstep_same<Factor, double> && __lockstep_same<Sum, double>;
  if (!__lockstep_same<Sum, int>) return false;
  if (K == 32) return __lockstep_one_of<Factor, experimental::precision::s4, experimental::precision::u4>;
  return K == 128 && __lockstep_same<Factor, experimental::precision::b1>;
}
template <int M, int N, int K, class Sum, class... Factors>
inline constexpr bool __lockstep_has_sum = (__lockstep_has_product<M, N, K, Factors, Sum>() || ...);
template <int M, int N, int K, class Factor, class... Sums>
inline constexpr bool __lockstep_has_factor = (__lockstep_has_product<M, N, K, Factor, Sums>() || ...);

// A fragment of A (IsA) or B.
template <bool IsA, int M, int N, int K, class Type, class Layout>
struct __lockstep_factor {
  typedef __lockstep_element<Type> element;
  static constexpr bool is_row_major = __lockstep_same<Layout, row_major>;
  // Packed elements lie along k only.
  static constexpr bool exists = __lockstep_has_factor<M, N, K, Type, __half, float, int, double> &&
                                 (is_row_major || __lockstep_same<Layout, col_major>) &&
                                 (!element::is_packed || is_row_major == IsA);
  static constexpr int lines = IsA ? M : N;
  static constexpr int different = lines * K / 32;  // elements; fragments of halves hold some more than once
  static constexpr int elements = __lockstep_same<Type, __half> ? 16 : different;
  static constexpr int registers = different / element::per_register;
  // Elements of a register are neighbours in memory.
  static constexpr bool is_along_k = is_row_major == IsA;
  // The register's parts along k, of 4 * per_register elements.
  static constexpr int parts = K / (4 * element::per_register);
  // The operand with 16 lines in mma.sync has two registers with 8 lines each for a part; the other one has all parts of 8
  // lines first.
  static constexpr bool is_tall = IsA ? M >= 16 : N == 32;
  static constexpr int LineOf(int number) {
    return is_tall ? 8 * (number % 2) + 16 * (number / (2 * parts)) : 8 * (number / parts);
  }
  static constexpr int KOf(int number) {
    return 4 * element::per_register * (is_tall ? number / 2 % parts : number % parts);
  }
};

template <int M, int N, int K, class Type>
struct __lockstep_sum {
  typedef __lockstep_element<Type> element;
  static constexpr bool exists =
      __lockstep_has_sum<M, N, K, Type, __half, __nv_bfloat16, precision::tf32, double, signed char, unsigned char,
                         experimental::precision::s4, experimental::precision::u4, experimental::precision::b1>;
  static constexpr int elements = M * N / 32;
  // The product is computed as that of the transposed matrices, so that B has the 16 lines.
  static constexpr bool is_transposed = N == 32;
  // The place of elements `pair` * 2 and the next, which are neighbours: the row and the column of lane 0's first.
  static constexpr int LineOf(int pair) { return M == 16 ? 8 * (pair % 2) : 8 * pair; }
  static constexpr int FirstOf(int pair) { return M == 16 ? 8 * (pair / 2) : 0; }
};

template <class Use, int M, int N, int K, class Type, class Layout>
struct __lockstep_fragment {
  static constexpr bool exists = false;
  static constexpr int elements = 1;
  typedef __lockstep_element<Type> element;
};
template <int M, int N, int K, class Type, class Layout>
struct __lockstep_fragment<matrix_a, M, N, K, Type, Layout> : __lockstep_factor<true, M, N, K, Type, Layout> {};
template <int M, int N, int K, class Type, class Layout>
struct __lockstep_fragment<matrix_b, M, N, K, Type, Layout> : __lockstep_factor<false, M, N, K, Type, Layout> {};
template <int M, int N, int K, class Type>
struct __lockstep_fragment<accumulator, M, N, K, Type, void> : __lockstep_sum<M, N, K, Type> {};

// --- registers, as memory of any type
template <int Bytes>
struct __lockstep_word;
template <>
struct __lockstep_word<1> {
  typedef unsigned char __attribute__((may_alias)) type;
};
template <>
struct __lockstep_word<2> {
  typedef unsigned short __attribute__((may_alias)) type;
};
template <>
struct __lockstep_word<4> {
  typedef unsigned __attribute__((may_alias)) type;
};
template <>
struct __lockstep_word<8> {
  typedef unsigned long long __attribute__((may_alias)) type;
};
template <>
struct __lockstep_word<16> {
  // x[] is a multiple of 8 only.
  typedef unsigned long long __attribute__((may_alias, vector_size(16), aligned(8))) type;
};
template <int Bytes>
__LOCKSTEP_MEMBER__ auto& __lockstep_at(void* place, unsigned long long offset) {
  return *(typename __lockstep_word<Bytes>::type*)((char*)place + offset);
}
template <int Bytes>
__LOCKSTEP_MEMBER__ auto& __lockstep_at(const void* place, unsigned long long offset) {
  return *(const typename __lockstep_word<Bytes>::type*)((const char*)place + offset);
}
template <int Bytes>
__LOCKSTEP_MEMBER__ unsigned long long __lockstep_words(const void* place, int number) {
  if constexpr (Bytes > 8)
    return __lockstep_at<8>(place, 8 * number);
  else
    return number == 0 ? __lockstep_at<Bytes>(place, 0) : 0;
}

// One product of mma.sync: A has 16 lines (or 8), B 8. `left` and `right` are their registers, `start` and `sum` those of
// the accumulators.
template <int Rows, int K, class Factor, class Start, class Sum>
__LOCKSTEP_MEMBER__ void __lockstep_product(const void* left, const void* right, const Start* start, Sum* sum,
                                            unsigned flags) {
  constexpr int of_left = Rows * K * __lockstep_element<Factor>::bits / 256, of_right = of_left * 8 / Rows;
  constexpr int of_start = Rows / 4 * (int)sizeof(Start), of_sum = Rows / 4 * (int)sizeof(Sum);
  constexpr unsigned shape = (unsigned)Rows | (unsigned)K << 8 | __lockstep_element<Factor>::code << 16;
  constexpr unsigned halves = (sizeof(Start) == 2 ? 1u : 0u) | (sizeof(Sum) == 2 ? 2u : 0u);
  unsigned long long sums[2];
  __lockstep_multiply_registers(shape | (halves | flags) << 24, __lockstep_words<of_left>(left, 0),
                                __lockstep_words<of_left>(left, 1), __lockstep_words<of_right>(right, 0),
                                __lockstep_words<of_start>(start, 0), __lockstep_words<of_start>(start, 1), sums);
  __lockstep_at<8>(sum, 0) = sums[0];
  if constexpr (of_sum > 8) __lockstep_at<8>(sum, 8) = sums[1];
}

}  // namespace wmma
}  // namespace nvcuda
