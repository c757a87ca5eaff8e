#pragma once
#pragma GCC system_header

// bfloat16: the upper half of a float. Correctly rounded arithmetic and conversions, NaN results as a GPU's 0x7fff.

#include "cuda_fp16.h"

#if defined(__cplusplus)
struct __nv_bfloat162;
#endif

#define __NARROW__ __nv_bfloat16
#define __NARROW2__ __nv_bfloat162
#define __NARROW_RAW__ __nv_bfloat16_raw
#define __NARROW2_RAW__ __nv_bfloat162_raw
#define __OTHER_NARROW__ __half
#define __NAME__ bfloat16
#define __NAME2__ bfloat162
#define __FORMAT__ __lockstep_bfloat16_format
#if defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define __NARROW_NO_CONVERSIONS__
#endif
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define __NARROW_NO_OPERATORS__
#endif
#if defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define __NARROW2_NO_OPERATORS__
#endif
#include "lockstep/library/narrow_api.h"
#undef __NARROW_NO_CONVERSIONS__
#undef __NARROW_NO_OPERATORS__
#undef __NARROW2_NO_OPERATORS__

#if defined(__cplusplus)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
__LOCKSTEP_NARROW_MEMBER__ __half::__half(const __nv_bfloat16 other)
    : __x(__lockstep_half_format::Round(__lockstep_wide(other))) {}
#endif
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
__LOCKSTEP_NARROW_MEMBER__ __nv_bfloat16::__nv_bfloat16(const __half other)
    : __x(__lockstep_bfloat16_format::Round(__lockstep_wide(other))) {}
#endif
#endif
