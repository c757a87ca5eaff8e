#pragma once
#pragma GCC system_header

// Barriers, shuffles, votes, matches and reductions. The rules for source lanes are those of PTX's shfl.sync.

#include "../device.h"
#include "../warp_operations.h"
#include "qualifiers.h"

// `__syncthreads` is a builtin of clang's CUDA front end that only the back end for GPUs implements.
#define __syncthreads __lockstep_syncthreads

__LOCKSTEP_LIB__ int __syncthreads_count(int predicate) { return __lockstep_syncthreads_count(predicate); }
__LOCKSTEP_LIB__ int __syncthreads_and(int predicate) { return __lockstep_syncthreads_and(predicate); }
__LOCKSTEP_LIB__ int __syncthreads_or(int predicate) { return __lockstep_syncthreads_or(predicate); }
__LOCKSTEP_LIB__ void __barrier_sync(unsigned id) { __lockstep_named_barrier(id, 0); }
__LOCKSTEP_LIB__ void __barrier_sync_count(unsigned id, unsigned count) { __lockstep_named_barrier(id, count); }
__LOCKSTEP_LIB__ void __syncwarp(unsigned mask = 0xffffffffu) { __lockstep_syncwarp(mask); }
__LOCKSTEP_LIB__ unsigned __activemask() { return __lockstep_activemask(); }

// --- the source lane of a shuffle. A warp is divided into segments of `width` lanes (a power of two).
__LOCKSTEP_LIB__ unsigned __lockstep_lane() { return __lockstep_linear() & 31u; }
__LOCKSTEP_LIB__ unsigned __lockstep_segment_start(int width) { return __lockstep_lane() & (32u - (unsigned)width) & 31u; }
__LOCKSTEP_LIB__ unsigned __lockstep_segment_end(int width) {
  return __lockstep_segment_start(width) | (((unsigned)width - 1u) & 31u);
}
__LOCKSTEP_LIB__ unsigned __lockstep_source_idx(int lane, int width) {
  return __lockstep_segment_start(width) | ((unsigned)lane & ((unsigned)width - 1u) & 31u);
}
__LOCKSTEP_LIB__ unsigned __lockstep_source_up(unsigned delta, int width) {
  int source = (int)__lockstep_lane() - (int)(delta & 31u);
  return source >= (int)__lockstep_segment_start(width) ? (unsigned)source : __lockstep_lane();
}
__LOCKSTEP_LIB__ unsigned __lockstep_source_down(unsigned delta, int width) {
  unsigned source = __lockstep_lane() + (delta & 31u);
  return source <= __lockstep_segment_end(width) ? source : __lockstep_lane();
}
__LOCKSTEP_LIB__ unsigned __lockstep_source_xor(int lane_mask, int width) {
  unsigned source = __lockstep_lane() ^ ((unsigned)lane_mask & 31u);
  return source <= __lockstep_segment_end(width) ? source : __lockstep_lane();
}

// --- conversion of a value of up to eight bytes to the 64 bits that are moved
template <class Value>
__LOCKSTEP_MEMBER__ unsigned long long __lockstep_to_bits(Value value) {
  static_assert(sizeof(Value) <= 8, "a warp operation moves at most eight bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(Value));
  return bits;
}
template <class Value>
__LOCKSTEP_MEMBER__ Value __lockstep_from_bits(unsigned long long bits) {
  Value value;
  __builtin_memcpy(&value, &bits, sizeof(Value));
  return value;
}
template <class Value>
__LOCKSTEP_MEMBER__ Value __lockstep_shuffle_value(unsigned mask, Value value, unsigned source, unsigned operation) {
  return __lockstep_from_bits<Value>(__lockstep_shuffle(mask, __lockstep_to_bits(value), source, operation));
}

// The four shuffles of a type; cuda_fp16.h and cuda_bf16.h use this too.
#define __LOCKSTEP_SHUFFLES__(type)                                                                              \
  __LOCKSTEP_LIB__ type __shfl_sync(unsigned mask, type value, int lane, int width = 32) {                       \
    return __lockstep_shuffle_value(mask, value, __lockstep_source_idx(lane, width), __lockstep_op_shuffle);     \
  }                                                                                                              \
  __LOCKSTEP_LIB__ type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32) {              \
    return __lockstep_shuffle_value(mask, value, __lockstep_source_up(delta, width), __lockstep_op_shuffle_up);  \
  }                                                                                                              \
  __LOCKSTEP_LIB__ type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32) {            \
    return __lockstep_shuffle_value(mask, value, __lockstep_source_down(delta, width),                           \
                                    __lockstep_op_shuffle_down);                                                 \
  }                                                                                                              \
  __LOCKSTEP_LIB__ type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width = 32) {              \
    return __lockstep_shuffle_value(mask, value, __lockstep_source_xor(lane_mask, width),                        \
                                    __lockstep_op_shuffle_xor);                                                  \
  }
__LOCKSTEP_SHUFFLES__(int)
__LOCKSTEP_SHUFFLES__(unsigned)
__LOCKSTEP_SHUFFLES__(long)
__LOCKSTEP_SHUFFLES__(unsigned long)
__LOCKSTEP_SHUFFLES__(long long)
__LOCKSTEP_SHUFFLES__(unsigned long long)
__LOCKSTEP_SHUFFLES__(float)
__LOCKSTEP_SHUFFLES__(double)

// Operations that CUDA 9 replaced and later architectures removed, for old programs: they apply to the converged lanes.
#define __LOCKSTEP_OLD__(name) __attribute__((deprecated("CUDA has no " #name " since sm_70: use " #name "_sync and a mask")))
#define __LOCKSTEP_OLD_SHUFFLES__(type)                                                                               \
  __LOCKSTEP_OLD__(__shfl) __LOCKSTEP_LIB__ type __shfl(type value, int lane, int width = 32) {                       \
    return __shfl_sync(__lockstep_activemask(), value, lane, width);                                                  \
  }                                                                                                                   \
  __LOCKSTEP_OLD__(__shfl_up) __LOCKSTEP_LIB__ type __shfl_up(type value, unsigned delta, int width = 32) {           \
    return __shfl_up_sync(__lockstep_activemask(), value, delta, width);                                              \
  }                                                                                                                   \
  __LOCKSTEP_OLD__(__shfl_down) __LOCKSTEP_LIB__ type __shfl_down(type value, unsigned delta, int width = 32) {       \
    return __shfl_down_sync(__lockstep_activemask(), value, delta, width);                                            \
  }                                                                                                                   \
  __LOCKSTEP_OLD__(__shfl_xor) __LOCKSTEP_LIB__ type __shfl_xor(type value, int lane_mask, int width = 32) {          \
    return __shfl_xor_sync(__lockstep_activemask(), value, lane_mask, width);                                         \
  }
__LOCKSTEP_OLD_SHUFFLES__(int)
__LOCKSTEP_OLD_SHUFFLES__(unsigned)
__LOCKSTEP_OLD_SHUFFLES__(long long)
__LOCKSTEP_OLD_SHUFFLES__(unsigned long long)
__LOCKSTEP_OLD_SHUFFLES__(float)
__LOCKSTEP_OLD_SHUFFLES__(double)
#undef __LOCKSTEP_OLD_SHUFFLES__

// --- votes
__LOCKSTEP_LIB__ int __any_sync(unsigned mask, int predicate) {
  return (int)__lockstep_vote(mask, predicate != 0, __lockstep_op_any);
}
__LOCKSTEP_LIB__ int __all_sync(unsigned mask, int predicate) {
  return (int)__lockstep_vote(mask, predicate != 0, __lockstep_op_all);
}
__LOCKSTEP_LIB__ int __uni_sync(unsigned mask, int predicate) {
  return (int)__lockstep_vote(mask, predicate != 0, __lockstep_op_uni);
}
__LOCKSTEP_LIB__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return __lockstep_vote(mask, predicate != 0, __lockstep_op_ballot);
}

__LOCKSTEP_OLD__(__any) __LOCKSTEP_LIB__ int __any(int predicate) { return __any_sync(__lockstep_activemask(), predicate); }
__LOCKSTEP_OLD__(__all) __LOCKSTEP_LIB__ int __all(int predicate) { return __all_sync(__lockstep_activemask(), predicate); }
__LOCKSTEP_OLD__(__ballot) __LOCKSTEP_LIB__ unsigned __ballot(int predicate) {
  return __ballot_sync(__lockstep_activemask(), predicate);
}
#undef __LOCKSTEP_OLD__

// --- matches: equality of bits, so a NaN matches itself
#define __LOCKSTEP_MATCHES__(type)                                                                    \
  __LOCKSTEP_LIB__ unsigned __match_any_sync(unsigned mask, type value) {                             \
    return __lockstep_match(mask, __lockstep_to_bits(value), __lockstep_op_match_any);                \
  }                                                                                                   \
  __LOCKSTEP_LIB__ unsigned __match_all_sync(unsigned mask, type value, int* predicate) {             \
    unsigned lanes = __lockstep_match(mask, __lockstep_to_bits(value), __lockstep_op_match_all);      \
    *predicate = lanes != 0;                                                                          \
    return lanes;                                                                                     \
  }
__LOCKSTEP_MATCHES__(int)
__LOCKSTEP_MATCHES__(unsigned)
__LOCKSTEP_MATCHES__(long)
__LOCKSTEP_MATCHES__(unsigned long)
__LOCKSTEP_MATCHES__(long long)
__LOCKSTEP_MATCHES__(unsigned long long)
__LOCKSTEP_MATCHES__(float)
__LOCKSTEP_MATCHES__(double)
#undef __LOCKSTEP_MATCHES__

// --- reductions over the lanes of a mask
#define __LOCKSTEP_REDUCE__(name, type, expression)                             \
  __LOCKSTEP_LIB__ type name(unsigned mask, type value) {                       \
    unsigned long long values[32];                                              \
    mask = __lockstep_gather(mask, (unsigned)value, values);                    \
    type a = (type)values[__builtin_ctz(mask)];                                 \
    for (unsigned rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {      \
      type b = (type)values[__builtin_ctz(rest)];                               \
      a = (expression);                                                         \
    }                                                                           \
    return a;                                                                   \
  }
__LOCKSTEP_REDUCE__(__reduce_add_sync, unsigned, a + b)
__LOCKSTEP_REDUCE__(__reduce_add_sync, int, (int)((unsigned)a + (unsigned)b))
__LOCKSTEP_REDUCE__(__reduce_min_sync, unsigned, b < a ? b : a)
__LOCKSTEP_REDUCE__(__reduce_min_sync, int, b < a ? b : a)
__LOCKSTEP_REDUCE__(__reduce_max_sync, unsigned, b > a ? b : a)
__LOCKSTEP_REDUCE__(__reduce_max_sync, int, b > a ? b : a)
__LOCKSTEP_REDUCE__(__reduce_and_sync, unsigned, a & b)
__LOCKSTEP_REDUCE__(__reduce_or_sync, unsigned, a | b)
__LOCKSTEP_REDUCE__(__reduce_xor_sync, unsigned, a ^ b)
#undef __LOCKSTEP_REDUCE__
