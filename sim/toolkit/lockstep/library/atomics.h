#pragma once
#pragma GCC system_header

// atomicAdd and related functions, with their _block and _system forms. The IR has plain atomicrmw and cmpxchg instructions.
// CUDA guarantees relaxed order only. The processor's read-modify-write is stronger at no cost, and here the compiler may
// not move memory accesses across one either, so a lock without fences works as its author expects. (A checker can still
// report it, because it treats read-modify-writes of this order, acq_rel, as relaxed; cuda::atomic uses others.)

#include "../../vector_types.h"
#include "qualifiers.h"

#define __LOCKSTEP_ATOMIC__(name, type, ...)                                                     \
  __LOCKSTEP_LIB__ type name(type* address, type value) __VA_ARGS__                              \
  __LOCKSTEP_LIB__ type name##_block(type* address, type value) {                                \
    return name((type*)__lockstep_in_block(address), value);                                     \
  }                                                                                              \
  __LOCKSTEP_LIB__ type name##_system(type* address, type value) { return name(address, value); }

#define __LOCKSTEP_FETCH__(name, type, operation) \
  __LOCKSTEP_ATOMIC__(name, type, { return __atomic_fetch_##operation(address, value, __ATOMIC_ACQ_REL); })

__LOCKSTEP_FETCH__(atomicAdd, int, add)
__LOCKSTEP_FETCH__(atomicAdd, unsigned, add)
__LOCKSTEP_FETCH__(atomicAdd, unsigned long long, add)
__LOCKSTEP_FETCH__(atomicAdd, float, add)
// Programs for older devices define their own.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
__LOCKSTEP_FETCH__(atomicAdd, double, add)
#endif
__LOCKSTEP_FETCH__(atomicSub, int, sub)
__LOCKSTEP_FETCH__(atomicSub, unsigned, sub)
__LOCKSTEP_FETCH__(atomicMin, int, min)
__LOCKSTEP_FETCH__(atomicMin, unsigned, min)
__LOCKSTEP_FETCH__(atomicMin, long long, min)
__LOCKSTEP_FETCH__(atomicMin, unsigned long long, min)
__LOCKSTEP_FETCH__(atomicMax, int, max)
__LOCKSTEP_FETCH__(atomicMax, unsigned, max)
__LOCKSTEP_FETCH__(atomicMax, long long, max)
__LOCKSTEP_FETCH__(atomicMax, unsigned long long, max)
__LOCKSTEP_FETCH__(atomicAnd, int, and)
__LOCKSTEP_FETCH__(atomicAnd, unsigned, and)
__LOCKSTEP_FETCH__(atomicAnd, unsigned long long, and)
__LOCKSTEP_FETCH__(atomicOr, int, or)
__LOCKSTEP_FETCH__(atomicOr, unsigned, or)
__LOCKSTEP_FETCH__(atomicOr, unsigned long long, or)
__LOCKSTEP_FETCH__(atomicXor, int, xor)
__LOCKSTEP_FETCH__(atomicXor, unsigned, xor)
__LOCKSTEP_FETCH__(atomicXor, unsigned long long, xor)
#undef __LOCKSTEP_FETCH__

#define __LOCKSTEP_EXCHANGE__(type) \
  __LOCKSTEP_ATOMIC__(atomicExch, type, { return __atomic_exchange_n(address, value, __ATOMIC_ACQ_REL); })
__LOCKSTEP_EXCHANGE__(int)
__LOCKSTEP_EXCHANGE__(unsigned)
__LOCKSTEP_EXCHANGE__(unsigned long long)
#undef __LOCKSTEP_EXCHANGE__
__LOCKSTEP_ATOMIC__(atomicExch, float, {
  return __builtin_bit_cast(float, atomicExch((unsigned*)address, __builtin_bit_cast(unsigned, value)));
})

#define __LOCKSTEP_COMPARE__(type)                                                                                  \
  __LOCKSTEP_LIB__ type atomicCAS(type* address, type compare, type value) {                                        \
    __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);               \
    return compare;                                                                                                 \
  }                                                                                                                 \
  __LOCKSTEP_LIB__ type atomicCAS_block(type* address, type compare, type value) {                                  \
    return atomicCAS((type*)__lockstep_in_block(address), compare, value);                                          \
  }                                                                                                                 \
  __LOCKSTEP_LIB__ type atomicCAS_system(type* address, type compare, type value) {                                 \
    return atomicCAS(address, compare, value);                                                                      \
  }
__LOCKSTEP_COMPARE__(int)
__LOCKSTEP_COMPARE__(unsigned)
__LOCKSTEP_COMPARE__(unsigned long long)
__LOCKSTEP_COMPARE__(unsigned short)
#undef __LOCKSTEP_COMPARE__

// atomicInc counts up to `value` and then wraps to 0; atomicDec counts down to 0 and then wraps to `value`.
#define __LOCKSTEP_WRAP__(name, next)                                                                            \
  __LOCKSTEP_ATOMIC__(name, unsigned, {                                                                          \
    unsigned old = __atomic_load_n(address, __ATOMIC_RELAXED);                                                   \
    while (!__atomic_compare_exchange_n(address, &old, (next), true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {      \
    }                                                                                                            \
    return old;                                                                                                  \
  })
__LOCKSTEP_WRAP__(atomicInc, old >= value ? 0u : old + 1u)
__LOCKSTEP_WRAP__(atomicDec, old == 0 || old > value ? value : old - 1u)
#undef __LOCKSTEP_WRAP__

// Sixteen bytes of any type, aligned to sixteen, on sm_90 and later.
__LOCKSTEP_LIB__ unsigned __int128 __lockstep_cas_128(unsigned __int128* address, unsigned __int128 compare,
                                                      unsigned __int128 value) {
  __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  return compare;
}
#define __LOCKSTEP_IF_128__ \
  template <class Value, class = typename __lockstep_if<sizeof(Value) == 16 && alignof(Value) >= 16>::type>
template <bool>
struct __lockstep_if {};
template <>
struct __lockstep_if<true> {
  typedef int type;
};
#define __LOCKSTEP_WIDE__(suffix)                                                                            \
  __LOCKSTEP_IF_128__ __LOCKSTEP_MEMBER__ Value atomicCAS##suffix(Value* address, Value compare, Value value) { \
    return __builtin_bit_cast(Value, __lockstep_cas_128((unsigned __int128*)address,                         \
                                                        __builtin_bit_cast(unsigned __int128, compare),      \
                                                        __builtin_bit_cast(unsigned __int128, value)));      \
  }                                                                                                          \
  __LOCKSTEP_IF_128__ __LOCKSTEP_MEMBER__ Value atomicExch##suffix(Value* address, Value value) {            \
    return __builtin_bit_cast(Value, __atomic_exchange_n((unsigned __int128*)address,                        \
                                                         __builtin_bit_cast(unsigned __int128, value),       \
                                                         __ATOMIC_ACQ_REL));                                 \
  }
__LOCKSTEP_WIDE__()
__LOCKSTEP_WIDE__(_block)
__LOCKSTEP_WIDE__(_system)
#undef __LOCKSTEP_WIDE__
#undef __LOCKSTEP_IF_128__

// Each component is added atomically, the vector as a whole is not.
__LOCKSTEP_ATOMIC__(atomicAdd, float2, {
  return float2{atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
})
__LOCKSTEP_ATOMIC__(atomicAdd, float4, {
  return float4{atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
                atomicAdd(&address->w, value.w)};
})
#undef __LOCKSTEP_ATOMIC__
