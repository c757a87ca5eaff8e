#pragma once
#pragma GCC system_header

// half (IEEE binary16): correctly rounded arithmetic and conversions, NaN results as a GPU's 0x7fff.

#include <string.h>
#if defined(__cplusplus)
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>
#endif

#include "lockstep/library/narrow_float.h"
#include <nv/target>
#include "vector_functions.h"
#if defined(__CUDA__)
#include "lockstep/device_library.h"
#endif

#if defined(__cplusplus)
struct __half;
struct __half2;
struct __nv_bfloat16;
#endif

#define __NARROW__ __half
#define __NARROW2__ __half2
#define __NARROW_RAW__ __half_raw
#define __NARROW2_RAW__ __half2_raw
#define __OTHER_NARROW__ __nv_bfloat16
#define __NAME__ half
#define __NAME2__ half2
#define __FORMAT__ __lockstep_half_format
#if defined(__CUDA_NO_HALF_CONVERSIONS__)
#define __NARROW_NO_CONVERSIONS__
#endif
#if defined(__CUDA_NO_HALF_OPERATORS__)
#define __NARROW_NO_OPERATORS__
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__)
#define __NARROW2_NO_OPERATORS__
#endif
#include "lockstep/library/narrow_api.h"
#undef __NARROW_NO_CONVERSIONS__
#undef __NARROW_NO_OPERATORS__
#undef __NARROW2_NO_OPERATORS__

#if defined(__cplusplus)
#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#endif
