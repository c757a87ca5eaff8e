#pragma once
#pragma GCC system_header

// Services of the runtime for device code: heap, printf, assert, clocks, fences, traps. The C and C++ libraries' own
// names are overloaded for device code here.

#include <stddef.h>
#include <time.h>

#include "../device.h"
#include "qualifiers.h"

extern "C" __device__ int printf(const char* format, ...) __asm__("__lockstep_printf")
    __attribute__((format(printf, 1, 2)));

__LOCKSTEP_LIB__ void* malloc(size_t size) { return __lockstep_malloc(size); }
__LOCKSTEP_LIB__ void free(void* pointer) { __lockstep_free(pointer); }

__LOCKSTEP_LIB__ void* memcpy(void* to, const void* from, size_t size) { return __builtin_memcpy(to, from, size); }
__LOCKSTEP_LIB__ void* memmove(void* to, const void* from, size_t size) { return __builtin_memmove(to, from, size); }
__LOCKSTEP_LIB__ void* memset(void* to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

// The function that <assert.h> calls, and the name that the CUDA headers use.
__LOCKSTEP_LIB__ __attribute__((noreturn)) void __assert_fail(const char* message, const char* file, unsigned line,
                                                              const char* function) {
  __lockstep_assert_fail(message, file, line, function);
}
__LOCKSTEP_LIB__ __attribute__((noreturn)) void __assertfail(const char* message, const char* file, unsigned line,
                                                             const char* function, size_t) {
  __lockstep_assert_fail(message, file, line, function);
}
__LOCKSTEP_LIB__ void __trap() { __lockstep_trap(); }
// Without a debugger, a breakpoint ends the kernel with an error, as on a GPU.
__LOCKSTEP_LIB__ void __brkpt(int = 0) { __lockstep_trap(); }
__LOCKSTEP_LIB__ void __prof_trigger(int) {}

__LOCKSTEP_LIB__ clock_t clock() { return (clock_t)(int)__lockstep_clock(); }
__LOCKSTEP_LIB__ long long clock64() { return (long long)__lockstep_clock(); }
__LOCKSTEP_LIB__ void __nanosleep(unsigned) { __lockstep_yield(); }

__LOCKSTEP_LIB__ void __threadfence_block() { __lockstep_fence(0); }
__LOCKSTEP_LIB__ void __threadfence() { __lockstep_fence(1); }
__LOCKSTEP_LIB__ void __threadfence_system() { __lockstep_fence(2); }

__LOCKSTEP_LIB__ unsigned __isGlobal(const void* pointer) { return __lockstep_state_space(pointer) == 0; }
__LOCKSTEP_LIB__ unsigned __isShared(const void* pointer) {
  const int space = __lockstep_state_space(pointer);
  return space == 1 || space == 4;
}
__LOCKSTEP_LIB__ unsigned __isCtaShared(const void* pointer) { return __lockstep_state_space(pointer) == 1; }
__LOCKSTEP_LIB__ unsigned __isClusterShared(const void* pointer) {
  const int space = __lockstep_state_space(pointer);
  return space == 1 || space == 4;
}
__LOCKSTEP_LIB__ unsigned __isConstant(const void* pointer) { return __lockstep_state_space(pointer) == 2; }
// A parameter's address is an ordinary one here.
__LOCKSTEP_LIB__ unsigned __isGridConstant(const void*) { return 0; }
__LOCKSTEP_LIB__ unsigned __isLocal(const void* pointer) { return __lockstep_state_space(pointer) == 3; }

// Addresses of one state space as numbers, for inline PTX. Those of shared memory fit in 32 bits, as on a GPU: they
// count from the block's dynamic shared memory, which is LOCKSTEP_SHARED_WINDOW (sim/hooks/state.h). The others are the
// generic addresses.
__LOCKSTEP_LIB__ size_t __cvta_generic_to_shared(const void* pointer) {
  return ((size_t)pointer - (size_t)__lockstep_dynamic_shared() + 0x100000u) & 0xffffffffu;
}
__LOCKSTEP_LIB__ size_t __cvta_generic_to_global(const void* pointer) { return (size_t)pointer; }
__LOCKSTEP_LIB__ size_t __cvta_generic_to_local(const void* pointer) { return (size_t)pointer; }
__LOCKSTEP_LIB__ size_t __cvta_generic_to_constant(const void* pointer) { return (size_t)pointer; }
__LOCKSTEP_LIB__ void* __cvta_shared_to_generic(size_t address) {
  return __lockstep_dynamic_shared() + (int)((unsigned)address - 0x100000u);
}
__LOCKSTEP_LIB__ void* __cvta_global_to_generic(size_t address) { return (void*)address; }
__LOCKSTEP_LIB__ void* __cvta_local_to_generic(size_t address) { return (void*)address; }
__LOCKSTEP_LIB__ void* __cvta_constant_to_generic(size_t address) { return (void*)address; }
