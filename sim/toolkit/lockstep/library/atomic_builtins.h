#pragma once
#pragma GCC system_header

// __nv_atomic_load and the other atomic builtins of CUDA 12.8: with an order and a scope, for types of up to 16 bytes.
// Orders are those of ../../cuda/atomic: acq_rel in the IR stands for relaxed.

#include "../device.h"
#include "qualifiers.h"

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
enum __lockstep_scope {
  __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

template <class Value>
__LOCKSTEP_MEMBER__ Value* __lockstep_place_of(Value* place, int scope) {
  return scope <= __NV_THREAD_SCOPE_BLOCK ? (Value*)__lockstep_in_block(place) : place;
}
template <class Value>
struct __lockstep_plain {
  typedef Value type;
};
template <class Value>
struct __lockstep_plain<volatile Value> {
  typedef Value type;
};
template <class Value>
struct __lockstep_plain<const Value> : __lockstep_plain<Value> {};
template <class Value>
struct __lockstep_plain<const volatile Value> {
  typedef Value type;
};
// Of an argument that the pointer decides.
template <class Value>
using __lockstep_plain_of = typename __lockstep_plain<Value>::type;

// The type with the alignment that its size asks for: no atomic needs a lock.
template <class Value>
struct __lockstep_aligned {
  typedef Value type __attribute__((aligned(sizeof(Value))));
};
template <class Value>
__LOCKSTEP_MEMBER__ typename __lockstep_aligned<Value>::type* __lockstep_align(Value* place) {
  return (typename __lockstep_aligned<Value>::type*)place;
}

// What nvcc refuses, at the line of the call.
#define __LOCKSTEP_REFUSE__(condition, text) __attribute__((diagnose_if(condition, text, "error")))
#define __LOCKSTEP_ORDERED__(order)                                                                        \
  __LOCKSTEP_REFUSE__(!__builtin_constant_p(order), "the order of an atomic operation is a constant")      \
  __LOCKSTEP_REFUSE__(order < __ATOMIC_RELAXED || order > __ATOMIC_SEQ_CST, "there is no such memory order") \
  __LOCKSTEP_REFUSE__(!__builtin_constant_p(scope), "the scope of an atomic operation is a constant")      \
  __LOCKSTEP_REFUSE__(scope < __NV_THREAD_SCOPE_THREAD || scope > __NV_THREAD_SCOPE_SYSTEM, "there is no such scope")
#define __LOCKSTEP_LOADS__(order)                                                                  \
  __LOCKSTEP_ORDERED__(order) __LOCKSTEP_REFUSE__(order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL, \
                                                  "the order of an atomic load cannot be release or acq_rel")
#define __LOCKSTEP_STORES__(order)                                                                                \
  __LOCKSTEP_ORDERED__(order) __LOCKSTEP_REFUSE__(                                                                \
      order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL,                        \
      "the order of an atomic store cannot be consume, acquire or acq_rel")
#define __LOCKSTEP_OF_SIZE__                                                                                      \
  __LOCKSTEP_REFUSE__(sizeof(Value) > 16 || (sizeof(Value) & (sizeof(Value) - 1)) != 0,                           \
                      "an atomic operation is on an object of 1, 2, 4, 8 or 16 bytes")
#define __LOCKSTEP_OF_WHOLE__                                                                                     \
  __LOCKSTEP_REFUSE__(__is_floating_point(Value) || __is_class(Value) || __is_union(Value),                       \
                      "this atomic operation is on an integer: without `_n` it takes any type")

template <class Value>
__LOCKSTEP_MEMBER__ void __lockstep_atomic_load(Value* place, __lockstep_plain_of<Value>* result, int scope) {
  __atomic_load(__lockstep_align(__lockstep_place_of(place, scope)), __lockstep_align(result), __ATOMIC_SEQ_CST);
}
template <class Value>
__LOCKSTEP_MEMBER__ void __lockstep_atomic_store(Value* place, __lockstep_plain_of<Value>* value, int order, int scope) {
  Value* const at = __lockstep_place_of(place, scope);
  if (order == __ATOMIC_SEQ_CST)
    __atomic_store(__lockstep_align(at), __lockstep_align(value), __ATOMIC_SEQ_CST);
  else if (order == __ATOMIC_RELAXED)
    __atomic_store(__lockstep_align(at), __lockstep_align(value), __ATOMIC_RELAXED);
  else
    __atomic_store(__lockstep_align(at), __lockstep_align(value), __ATOMIC_RELEASE);
}
template <class Value>
__LOCKSTEP_MEMBER__ void __lockstep_atomic_exchange(Value* place, __lockstep_plain_of<Value>* value,
                                                    __lockstep_plain_of<Value>* result, int order, int scope) {
  Value* const at = __lockstep_place_of(place, scope);
  if (order == __ATOMIC_RELAXED)
    __atomic_exchange(__lockstep_align(at), __lockstep_align(value), __lockstep_align(result), __ATOMIC_ACQ_REL);
  else if (order == __ATOMIC_ACQUIRE)
    __atomic_exchange(__lockstep_align(at), __lockstep_align(value), __lockstep_align(result), __ATOMIC_ACQUIRE);
  else
    __atomic_exchange(__lockstep_align(at), __lockstep_align(value), __lockstep_align(result), __ATOMIC_SEQ_CST);
}
template <class Value>
__LOCKSTEP_MEMBER__ bool __lockstep_atomic_compare(Value* place, __lockstep_plain_of<Value>* expected,
                                                   __lockstep_plain_of<Value>* value, int success, int scope) {
  auto* const at = __lockstep_align(__lockstep_place_of(place, scope));
  if (success == __ATOMIC_RELAXED)
    return __atomic_compare_exchange(at, __lockstep_align(expected), __lockstep_align(value), false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE);
  if (success == __ATOMIC_ACQUIRE)
    return __atomic_compare_exchange(at, __lockstep_align(expected), __lockstep_align(value), false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_ACQUIRE);
  return __atomic_compare_exchange(at, __lockstep_align(expected), __lockstep_align(value), false, __ATOMIC_SEQ_CST,
                                   __ATOMIC_SEQ_CST);
}

template <class Value>
__LOCKSTEP_MEMBER__ void __nv_atomic_load(Value* place, __lockstep_plain_of<Value>* result, int order,
                                          int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_LOADS__(order) __LOCKSTEP_OF_SIZE__ {
  __lockstep_atomic_load(place, result, scope);
}
template <class Value>
__LOCKSTEP_MEMBER__ __lockstep_plain_of<Value> __nv_atomic_load_n(Value* place, int order,
                                                                  int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_LOADS__(order) __LOCKSTEP_OF_WHOLE__ {
  __lockstep_plain_of<Value> result;
  __lockstep_atomic_load(place, &result, scope);
  return result;
}
template <class Value>
__LOCKSTEP_MEMBER__ void __nv_atomic_store(Value* place, __lockstep_plain_of<Value>* value, int order,
                                           int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_STORES__(order) __LOCKSTEP_OF_SIZE__ {
  __lockstep_atomic_store(place, value, order, scope);
}
template <class Value>
__LOCKSTEP_MEMBER__ void __nv_atomic_store_n(Value* place, __lockstep_plain_of<Value> value, int order,
                                             int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_STORES__(order) __LOCKSTEP_OF_WHOLE__ {
  __lockstep_atomic_store(place, &value, order, scope);
}
template <class Value>
__LOCKSTEP_MEMBER__ void __nv_atomic_exchange(Value* place, __lockstep_plain_of<Value>* value,
                                              __lockstep_plain_of<Value>* result, int order,
                                              int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_ORDERED__(order) __LOCKSTEP_OF_SIZE__ {
  __lockstep_atomic_exchange(place, value, result, order, scope);
}
template <class Value>
__LOCKSTEP_MEMBER__ __lockstep_plain_of<Value> __nv_atomic_exchange_n(Value* place, __lockstep_plain_of<Value> value,
                                                                      int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_ORDERED__(order) __LOCKSTEP_OF_WHOLE__ {
  __lockstep_plain_of<Value> result;
  __lockstep_atomic_exchange(place, &value, &result, order, scope);
  return result;
}
#define __LOCKSTEP_COMPARED__                                                                               \
  __LOCKSTEP_ORDERED__(success) __LOCKSTEP_ORDERED__(failure)                                               \
  __LOCKSTEP_REFUSE__(sizeof(Value) == 1, "an atomic compare-and-swap is on an object of 2, 4, 8 or 16 bytes")
template <class Value>
__LOCKSTEP_MEMBER__ bool __nv_atomic_compare_exchange(Value* place, __lockstep_plain_of<Value>* expected,
                                                      __lockstep_plain_of<Value>* value, bool, int success, int failure,
                                                      int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_COMPARED__ __LOCKSTEP_OF_SIZE__ {
  return __lockstep_atomic_compare(place, expected, value, success, scope);
}
template <class Value>
__LOCKSTEP_MEMBER__ bool __nv_atomic_compare_exchange_n(Value* place, __lockstep_plain_of<Value>* expected,
                                                        __lockstep_plain_of<Value> value, bool, int success,
                                                        int failure, int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_COMPARED__ __LOCKSTEP_OF_WHOLE__ {
  return __lockstep_atomic_compare(place, expected, &value, success, scope);
}
#define __LOCKSTEP_OF_WORD__                                                    \
  __LOCKSTEP_REFUSE__(sizeof(Value) != 4 && sizeof(Value) != 8,                 \
                      "this atomic operation is on an object of 4 or 8 bytes")
#define __LOCKSTEP_FETCH__(operation, refused)                                                                     \
  template <class Value>                                                                                           \
  __LOCKSTEP_MEMBER__ __lockstep_plain_of<Value> __lockstep_atomic_##operation(                                    \
      Value* place, __lockstep_plain_of<Value> value, int order, int scope) {                                      \
    Value* const at = __lockstep_place_of(place, scope);                                                           \
    if (order == __ATOMIC_RELAXED) return __atomic_fetch_##operation(at, value, __ATOMIC_ACQ_REL);                 \
    if (order == __ATOMIC_ACQUIRE) return __atomic_fetch_##operation(at, value, __ATOMIC_ACQUIRE);                 \
    return __atomic_fetch_##operation(at, value, __ATOMIC_SEQ_CST);                                                \
  }                                                                                                                \
  template <class Value>                                                                                           \
  __LOCKSTEP_MEMBER__ __lockstep_plain_of<Value> __nv_atomic_fetch_##operation(                                    \
      Value* place, __lockstep_plain_of<Value> value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)             \
      __LOCKSTEP_ORDERED__(order) __LOCKSTEP_OF_WORD__ refused {                                                   \
    return __lockstep_atomic_##operation(place, value, order, scope);                                              \
  }                                                                                                                \
  template <class Value>                                                                                           \
  __LOCKSTEP_MEMBER__ void __nv_atomic_##operation(Value* place, __lockstep_plain_of<Value> value, int order,      \
                                                   int scope = __NV_THREAD_SCOPE_SYSTEM)                           \
      __LOCKSTEP_ORDERED__(order) __LOCKSTEP_OF_WORD__ refused {                                                   \
    __lockstep_atomic_##operation(place, value, order, scope);                                                     \
  }
#define __LOCKSTEP_NO_FLOAT__ \
  __LOCKSTEP_REFUSE__(__is_floating_point(Value), "this atomic operation is not on floating-point numbers")
__LOCKSTEP_FETCH__(add, )
__LOCKSTEP_FETCH__(sub, )
__LOCKSTEP_FETCH__(and, __LOCKSTEP_NO_FLOAT__)
__LOCKSTEP_FETCH__(or, __LOCKSTEP_NO_FLOAT__)
__LOCKSTEP_FETCH__(xor, __LOCKSTEP_NO_FLOAT__)
__LOCKSTEP_FETCH__(min, __LOCKSTEP_NO_FLOAT__)
__LOCKSTEP_FETCH__(max, __LOCKSTEP_NO_FLOAT__)
#undef __LOCKSTEP_FETCH__
#undef __LOCKSTEP_NO_FLOAT__
#undef __LOCKSTEP_OF_WORD__
#undef __LOCKSTEP_COMPARED__
#undef __LOCKSTEP_STORES__
#undef __LOCKSTEP_LOADS__
#undef __LOCKSTEP_OF_WHOLE__
#undef __LOCKSTEP_OF_SIZE__

__LOCKSTEP_LIB__ void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
    __LOCKSTEP_ORDERED__(order) {
  if (order != __ATOMIC_RELAXED)
    __lockstep_fence(scope <= __NV_THREAD_SCOPE_BLOCK ? 0 : scope == __NV_THREAD_SCOPE_SYSTEM ? 2 : 1);
}
#undef __LOCKSTEP_ORDERED__
#undef __LOCKSTEP_REFUSE__
