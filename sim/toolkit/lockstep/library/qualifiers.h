#pragma once
#pragma GCC system_header

// The qualifiers of device library functions. They are always inlined and have no debug information, so that a load, a
// store or a barrier inside one belongs to the program's line that called it.

#include "../../host_defines.h"

#if defined(__CUDA__)
#define __LOCKSTEP_LIB__ static __inline__ __attribute__((device, always_inline, nodebug))
#define __LOCKSTEP_LIB_BOTH__ static __inline__ __attribute__((host, device, always_inline, nodebug))
// The same for members and templates, which cannot be `static`.
#define __LOCKSTEP_MEMBER__ inline __attribute__((device, always_inline, nodebug))
#define __LOCKSTEP_MEMBER_BOTH__ inline __attribute__((host, device, always_inline, nodebug))
// A pure function of the runtime's math part (sim/math). The compiler knows only that it has no effects: it cannot replace
// pow(x, 2) by x * x in one mode and not in another, so all modes give the same bits.
#define __LOCKSTEP_MATH__ extern "C" __attribute__((host, device, const, nothrow))
#else
// A plain C++ file, read by any compiler.
#define __LOCKSTEP_LIB__ static __inline__ __attribute__((unused))
#define __LOCKSTEP_LIB_BOTH__ static __inline__ __attribute__((unused))
#define __LOCKSTEP_MEMBER__ inline
#define __LOCKSTEP_MEMBER_BOTH__ inline
#define __LOCKSTEP_MATH__ extern "C" __attribute__((const, nothrow))
#endif
