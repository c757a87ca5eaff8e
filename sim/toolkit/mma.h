#pragma once
#pragma GCC system_header

// nvcuda::wmma: fragments of matrices that the lanes of a warp hold together, and their products, which are those of
// PTX's mma.sync (sim/math/matrices.cpp). Each lane loads and stores the elements that it holds.

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined(__CUDA__)
#include "lockstep/library/matrices.h"

namespace nvcuda {
namespace wmma {

enum layout_t { mem_row_major, mem_col_major };

namespace experimental {
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

template <class Type, int Elements, int Storage = Elements>
struct __attribute__((aligned(8))) __frag_base {
  enum { num_elements = Elements };
  enum { num_storage_elements = Storage };
  typedef Type element_type;
  typedef typename __lockstep_element<Type>::storage storage_element_type;
  storage_element_type x[num_storage_elements];
};

template <class Use, int M, int N, int K, class Type, class Layout = void>
class fragment : public __frag_base<Type, __lockstep_fragment<Use, M, N, K, Type, Layout>::elements,
                                    __lockstep_element<Type>::is_packed
                                        ? 1
                                        : __lockstep_fragment<Use, M, N, K, Type, Layout>::elements> {
  static_assert(__lockstep_fragment<Use, M, N, K, Type, Layout>::exists,
                "wmma has no fragment of this use, shape, type and layout");
};

// To nearest, ties away from zero; the 13 low bits become 0.
__LOCKSTEP_MEMBER__ float __float_to_tf32(float value) {
  const unsigned bits = __float_as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return __uint_as_float(0x7fffe000u);
  if ((bits & 0x7f800000u) == 0x7f800000u) return value;
  return __uint_as_float((bits + 0x1000u) & ~0x1fffu);
}

template <class Type, int Elements, int Storage>
__LOCKSTEP_MEMBER__ void fill_fragment(__frag_base<Type, Elements, Storage>& fragment,
                                       const typename __lockstep_element<Type>::fill& value) {
  typedef __lockstep_element<Type> element;
  typename element::storage each;
  if constexpr (element::is_packed)
    each = (typename element::storage)(((unsigned)value & ((1u << element::bits) - 1)) *
                                       (~0u / ((1u << element::bits) - 1)));
  else
    each = value;
  for (int i = 0; i < fragment.num_storage_elements; ++i) fragment.x[i] = each;
}

// Type* of a matrix in memory; void* where elements are packed.
template <class Type, bool IsPacked = __lockstep_element<Type>::is_packed>
struct __lockstep_memory {
  typedef typename __lockstep_element<Type>::storage type;
};
template <class Type>
struct __lockstep_memory<Type, true> {
  typedef void type;
};

template <class Use, int M, int N, int K, class Type, class Layout>
__LOCKSTEP_MEMBER__ void load_matrix_sync(fragment<Use, M, N, K, Type, Layout>& to,
                                          const typename __lockstep_memory<Type>::type* from, unsigned ldm) {
  typedef __lockstep_fragment<Use, M, N, K, Type, Layout> part;
  typedef typename part::element element;
  const unsigned long long pitch = ldm;
  const unsigned group = __lockstep_lane() / 4, member = __lockstep_lane() % 4;
  __lockstep_use_matrix(from, pitch * element::bits / 8);
  for (int i = 0; i < part::registers; ++i) {
    const unsigned line = part::LineOf(i) + group, k = part::KOf(i) + member * element::per_register;
    if constexpr (part::is_along_k) {
      __lockstep_at<element::register_bytes>(to.x, i * element::register_bytes) =
          __lockstep_at<element::register_bytes>(from, (line * pitch + k) * element::bits / 8);
    } else {
      constexpr int bytes = element::bits / 8;
      for (int j = 0; j < element::per_register; ++j)
        __lockstep_at<bytes>(to.x, (i * element::per_register + j) * bytes) =
            __lockstep_at<bytes>(from, ((k + j) * pitch + line) * bytes);
    }
  }
  if constexpr (!element::is_packed)
    for (int i = part::different; i < part::elements; ++i) to.x[i] = to.x[i % part::different];
}

// Moves accumulators to or from memory: pairs at once where they are neighbours there.
template <class Part, class To, class From, class Places>
__LOCKSTEP_MEMBER__ void __lockstep_move_sums(To* to, const From* from, unsigned long long pitch, layout_t layout,
                                              Places places) {
  constexpr int bytes = sizeof(typename Part::element::storage);
  const unsigned group = __lockstep_lane() / 4, member = __lockstep_lane() % 4;
  for (int pair = 0; pair < Part::elements / 2; ++pair) {
    const unsigned line = Part::LineOf(pair) + group, first = Part::FirstOf(pair) + member * 2;
    if ((layout == mem_row_major) != Part::is_transposed) {
      const auto place = places(2 * pair, line * pitch + first);
      __lockstep_at<2 * bytes>(to, place.to * bytes) = __lockstep_at<2 * bytes>(from, place.from * bytes);
      continue;
    }
    for (int j = 0; j < 2; ++j) {
      const auto place = places(2 * pair + j, (first + j) * pitch + line);
      __lockstep_at<bytes>(to, place.to * bytes) = __lockstep_at<bytes>(from, place.from * bytes);
    }
  }
}
struct __lockstep_places {
  unsigned long long to, from;
};

template <int M, int N, int K, class Type>
__LOCKSTEP_MEMBER__ void load_matrix_sync(fragment<accumulator, M, N, K, Type>& to,
                                          const typename __lockstep_memory<Type>::type* from, unsigned ldm,
                                          layout_t layout) {
  __lockstep_use_matrix(from, (unsigned long long)ldm * sizeof(Type));
  __lockstep_move_sums<__lockstep_sum<M, N, K, Type>>(
      to.x, from, ldm, layout, [](unsigned long long in_fragment, unsigned long long in_memory)
      __attribute__((device, always_inline, nodebug)) { return __lockstep_places{in_fragment, in_memory}; });
}

template <int M, int N, int K, class Type>
__LOCKSTEP_MEMBER__ void store_matrix_sync(typename __lockstep_memory<Type>::type* to,
                                           const fragment<accumulator, M, N, K, Type>& from, unsigned ldm,
                                           layout_t layout) {
  __lockstep_use_matrix(to, (unsigned long long)ldm * sizeof(Type));
  __lockstep_move_sums<__lockstep_sum<M, N, K, Type>>(
      to, from.x, ldm, layout, [](unsigned long long in_fragment, unsigned long long in_memory)
      __attribute__((device, always_inline, nodebug)) { return __lockstep_places{in_memory, in_fragment}; });
}

template <int M, int N, int K, class Factor, class Sum, class Start>
__LOCKSTEP_MEMBER__ void __lockstep_multiply_fragments(Sum* sum, const void* a, const void* b, const Start* start,
                                                       unsigned flags) {
  constexpr int bits = __lockstep_element<Factor>::bits;
  if constexpr (M == 8 && N == 8) {
    __lockstep_product<8, K, Factor>(a, b, start, sum, flags);
  } else {
    // Two products of 16 by 8: the second has the other half of the rows (of A, or where B is the tall one, of B), or of
    // B's columns.
    constexpr int half_a = M == 32 ? 16 * K * bits / 256 : 0;
    constexpr int half_b = M == 16 ? 8 * K * bits / 256 : N == 32 ? 16 * K * bits / 256 : 0;
    for (int i = 0; i < 2; ++i) {
      const char *of_a = (const char*)a + i * half_a, *of_b = (const char*)b + i * half_b;
      __lockstep_product<16, K, Factor>(N == 32 ? of_b : of_a, N == 32 ? of_a : of_b, start + 4 * i, sum + 4 * i,
                                        flags);
    }
  }
}

template <int M, int N, int K, class Factor, class LayoutOfA, class LayoutOfB, class Sum, class Start>
__LOCKSTEP_MEMBER__ void mma_sync(fragment<accumulator, M, N, K, Sum>& sum,
                                  const fragment<matrix_a, M, N, K, Factor, LayoutOfA>& a,
                                  const fragment<matrix_b, M, N, K, Factor, LayoutOfB>& b,
                                  const fragment<accumulator, M, N, K, Start>& start) {
  static_assert(__lockstep_has_product<M, N, K, Factor, Sum>() && __lockstep_has_product<M, N, K, Factor, Start>() &&
                    !__lockstep_same<Factor, experimental::precision::b1>,
                "wmma has no product of these types");
  __lockstep_multiply_fragments<M, N, K, Factor>(sum.x, a.x, b.x, start.x, 0);
}
// Whole sums that saturate.
template <int M, int N, int K, class Factor, class LayoutOfA, class LayoutOfB>
__LOCKSTEP_MEMBER__ void mma_sync(fragment<accumulator, M, N, K, int>& sum,
                                  const fragment<matrix_a, M, N, K, Factor, LayoutOfA>& a,
                                  const fragment<matrix_b, M, N, K, Factor, LayoutOfB>& b,
                                  const fragment<accumulator, M, N, K, int>& start, bool satf) {
  static_assert(!__lockstep_same<Factor, experimental::precision::b1>, "products of bits are bmma_sync's");
  __lockstep_multiply_fragments<M, N, K, Factor>(sum.x, a.x, b.x, start.x, satf ? 4u : 0u);
}

__LOCKSTEP_MEMBER__ void bmma_sync(
    fragment<accumulator, 8, 8, 128, int>& sum,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b,
    const fragment<accumulator, 8, 8, 128, int>& start,
    experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __lockstep_multiply_fragments<8, 8, 128, experimental::precision::b1>(
      sum.x, a.x, b.x, start.x, operation == experimental::bmmaBitOpAND ? 8u : 0u);
}

}  // namespace wmma
}  // namespace nvcuda
#endif
