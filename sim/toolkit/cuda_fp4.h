#pragma once
#pragma GCC system_header

// Four-bit floats, two in a byte: e2m1 (largest 6).

#include "cuda_fp8.h"

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

#if defined(__cplusplus)
#include "lockstep/library/tiny_float.h"

#define __LOCKSTEP_FP4_FORMAT__(kind) (__lockstep_tiny_format{1, 0, 7})
__LOCKSTEP_TINY_CONVERSIONS__(fp4, 4, __LOCKSTEP_FP4_FORMAT__)
#undef __LOCKSTEP_FP4_FORMAT__

__LOCKSTEP_SMALL_FLOAT__(__nv_fp4_e2m1, fp4, 7, __NV_E2M1, __NV_E2M1, cudaRoundNearest)
__LOCKSTEP_SMALL_VECTORS__(__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1, fp4, 8, __NV_E2M1, __NV_E2M1,
                           cudaRoundNearest)

#endif
