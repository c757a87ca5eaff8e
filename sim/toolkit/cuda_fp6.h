#pragma once
#pragma GCC system_header

// Six-bit floats, each in a byte: e2m3 (largest 7.5) and e3m2 (largest 28).

#include "cuda_fp8.h"

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

#if defined(__cplusplus)
#include "lockstep/library/tiny_float.h"

#define __LOCKSTEP_FP6_FORMAT__(kind) \
  (kind == __NV_E2M3 ? __lockstep_tiny_format{3, 0, 0x1f} : __lockstep_tiny_format{2, -2, 0x1f})
__LOCKSTEP_TINY_CONVERSIONS__(fp6, 8, __LOCKSTEP_FP6_FORMAT__)
#undef __LOCKSTEP_FP6_FORMAT__

__LOCKSTEP_SMALL_FLOAT__(__nv_fp6_e2m3, fp6, 0x1f, __NV_E2M3, __NV_E2M3, cudaRoundNearest)
__LOCKSTEP_SMALL_FLOAT__(__nv_fp6_e3m2, fp6, 0x1f, __NV_E3M2, __NV_E3M2, cudaRoundNearest)
__LOCKSTEP_SMALL_VECTORS__(__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3, fp6, 16, __NV_E2M3, __NV_E2M3,
                           cudaRoundNearest)
__LOCKSTEP_SMALL_VECTORS__(__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2, fp6, 16, __NV_E3M2, __NV_E3M2,
                           cudaRoundNearest)

#endif
