#pragma once
#pragma GCC system_header

// Loads and stores with cache hints. A CPU has no such hints, so they are plain accesses; the volatile ones (__ldcv,
// __stwt) are not merged with others. As in CUDA, the pointed-to type is any arithmetic or vector type.

#include "qualifiers.h"

#define __LOCKSTEP_LOAD__(name)                                       \
  template <class Value>                                              \
  __LOCKSTEP_MEMBER__ Value name(const Value* address) {              \
    return *address;                                                  \
  }
#define __LOCKSTEP_STORE__(name)                                      \
  template <class Value>                                              \
  __LOCKSTEP_MEMBER__ void name(Value* address, Value value) {        \
    *address = value;                                                 \
  }
__LOCKSTEP_LOAD__(__ldg)
__LOCKSTEP_LOAD__(__ldca)
__LOCKSTEP_LOAD__(__ldcg)
__LOCKSTEP_LOAD__(__ldcs)
__LOCKSTEP_LOAD__(__ldlu)
__LOCKSTEP_STORE__(__stwb)
__LOCKSTEP_STORE__(__stcg)
__LOCKSTEP_STORE__(__stcs)
#undef __LOCKSTEP_LOAD__
#undef __LOCKSTEP_STORE__

template <class Value>
__LOCKSTEP_MEMBER__ Value __ldcv(const Value* address) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  Value value = *address;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return value;
}
template <class Value>
__LOCKSTEP_MEMBER__ void __stwt(Value* address, Value value) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  *address = value;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
