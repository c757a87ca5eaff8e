#pragma once
#pragma GCC system_header

// How the functions of the device library are declared. They are inlined always and carry no debug information, so that
// a load, a store or a barrier inside one belongs to the line of the program that called it.

#include "../../host_defines.h"

#if defined(__CUDA__)
#define __LOCKSTEP_LIB__ static __inline__ __attribute__((device, always_inline, nodebug))
#define __LOCKSTEP_LIB_BOTH__ static __inline__ __attribute__((host, device, always_inline, nodebug))
// The same for members and templates, which have no use for `static`.
#define __LOCKSTEP_MEMBER__ inline __attribute__((device, always_inline, nodebug))
#define __LOCKSTEP_MEMBER_BOTH__ inline __attribute__((host, device, always_inline, nodebug))
// A pure function of the runtime's math part (sim/math). The compiler knows nothing of it but that it has no effects: it
// cannot replace pow(x, 2) by x * x in one mode and not in another, so all modes give the same bits.
#define __LOCKSTEP_MATH__ extern "C" __attribute__((host, device, const, nothrow))
#else
// A plain C++ file, read by any compiler.
#define __LOCKSTEP_LIB__ static __inline__ __attribute__((unused))
#define __LOCKSTEP_LIB_BOTH__ static __inline__ __attribute__((unused))
#define __LOCKSTEP_MEMBER__ inline
#define __LOCKSTEP_MEMBER_BOTH__ inline
#define __LOCKSTEP_MATH__ extern "C" __attribute__((const, nothrow))
#endif
