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

template <class Value>
__LOCKSTEP_MEMBER__ void __nv_atomic_load(Value* place, __lockstep_plain_of<Value>* result, int,
                                          int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __atomic_load(__lockstep_place_of(place, scope), result, __ATOMIC_SEQ_CST);
}
template <class Value>
__LOCKSTEP_MEMBER__ __lockstep_plain_of<Value> __nv_atomic_load_n(Value* place, int order,
                                                                  int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __lockstep_plain_of<Value> result;
  __nv_atomic_load(place, &result, order, scope);
  return result;
}
template <class Value>
__LOCKSTEP_MEMBER__ void __nv_atomic_store(Value* place, __lockstep_plain_of<Value>* value, int order,
                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order == __ATOMIC_SEQ_CST)
    __atomic_store(__lockstep_place_of(place, scope), value, __ATOMIC_SEQ_CST);
  else if (order == __ATOMIC_RELAXED)
    __atomic_store(__lockstep_place_of(place, scope), value, __ATOMIC_RELAXED);
  else
    __atomic_store(__lockstep_place_of(place, scope), value, __ATOMIC_RELEASE);
}
template <class Value>
__LOCKSTEP_MEMBER__ void __nv_atomic_store_n(Value* place, __lockstep_plain_of<Value> value, int order,
                                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store(place, &value, order, scope);
}
template <class Value>
__LOCKSTEP_MEMBER__ void __nv_atomic_exchange(Value* place, __lockstep_plain_of<Value>* value,
                                              __lockstep_plain_of<Value>* result, int order,
                                              int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order == __ATOMIC_RELAXED)
    __atomic_exchange(__lockstep_place_of(place, scope), value, result, __ATOMIC_ACQ_REL);
  else if (order == __ATOMIC_ACQUIRE)
    __atomic_exchange(__lockstep_place_of(place, scope), value, result, __ATOMIC_ACQUIRE);
  else
    __atomic_exchange(__lockstep_place_of(place, scope), value, result, __ATOMIC_SEQ_CST);
}
template <class Value>
__LOCKSTEP_MEMBER__ __lockstep_plain_of<Value> __nv_atomic_exchange_n(Value* place, __lockstep_plain_of<Value> value,
                                                                      int order,
                                                                      int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __lockstep_plain_of<Value> result;
  __nv_atomic_exchange(place, &value, &result, order, scope);
  return result;
}
template <class Value>
__LOCKSTEP_MEMBER__ bool __nv_atomic_compare_exchange(Value* place, __lockstep_plain_of<Value>* expected,
                                                      __lockstep_plain_of<Value>* value, bool, int success, int,
                                                      int scope = __NV_THREAD_SCOPE_SYSTEM) {
  Value* const at = __lockstep_place_of(place, scope);
  if (success == __ATOMIC_RELAXED)
    return __atomic_compare_exchange(at, expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  if (success == __ATOMIC_ACQUIRE)
    return __atomic_compare_exchange(at, expected, value, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
  return __atomic_compare_exchange(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
template <class Value>
__LOCKSTEP_MEMBER__ bool __nv_atomic_compare_exchange_n(Value* place, __lockstep_plain_of<Value>* expected,
                                                        __lockstep_plain_of<Value> value, bool weak, int success,
                                                        int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange(place, expected, &value, weak, success, failure, scope);
}
#define __LOCKSTEP_FETCH__(operation)                                                                              \
  template <class Value>                                                                                           \
  __LOCKSTEP_MEMBER__ __lockstep_plain_of<Value> __nv_atomic_fetch_##operation(                                    \
      Value* place, __lockstep_plain_of<Value> value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {           \
    Value* const at = __lockstep_place_of(place, scope);                                                           \
    if (order == __ATOMIC_RELAXED) return __atomic_fetch_##operation(at, value, __ATOMIC_ACQ_REL);                 \
    if (order == __ATOMIC_ACQUIRE) return __atomic_fetch_##operation(at, value, __ATOMIC_ACQUIRE);                 \
    return __atomic_fetch_##operation(at, value, __ATOMIC_SEQ_CST);                                                \
  }
__LOCKSTEP_FETCH__(add)
__LOCKSTEP_FETCH__(sub)
__LOCKSTEP_FETCH__(and)
__LOCKSTEP_FETCH__(or)
__LOCKSTEP_FETCH__(xor)
__LOCKSTEP_FETCH__(min)
__LOCKSTEP_FETCH__(max)
#undef __LOCKSTEP_FETCH__

__LOCKSTEP_LIB__ void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order != __ATOMIC_RELAXED)
    __lockstep_fence(scope <= __NV_THREAD_SCOPE_BLOCK ? 0 : scope == __NV_THREAD_SCOPE_SYSTEM ? 2 : 1);
}
