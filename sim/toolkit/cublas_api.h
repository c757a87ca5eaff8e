#pragma once

// Programs and libraries test these macros to find out what has been included.
#define CUBLAS_API_H_
#define CUBLAS_V2_H_

// The host API of cuBLAS. sim/blas defines the functions, over the BLAS library of the
// system. S, D, C and Z in a name are float, double, cuComplex and cuDoubleComplex, H is __half. Matrices are stored by
// columns: element (i, j) is at [i + j * ld].

#include <stdint.h>

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "library_types.h"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VER_BUILD 3
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)
#define CUBLASWINAPI

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1, CUBLAS_GEMM_ALGO2,
  CUBLAS_GEMM_ALGO3, CUBLAS_GEMM_ALGO4, CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6, CUBLAS_GEMM_ALGO7, CUBLAS_GEMM_ALGO8,
  CUBLAS_GEMM_ALGO9, CUBLAS_GEMM_ALGO10, CUBLAS_GEMM_ALGO11, CUBLAS_GEMM_ALGO12, CUBLAS_GEMM_ALGO13,
  CUBLAS_GEMM_ALGO14, CUBLAS_GEMM_ALGO15, CUBLAS_GEMM_ALGO16, CUBLAS_GEMM_ALGO17, CUBLAS_GEMM_ALGO18,
  CUBLAS_GEMM_ALGO19, CUBLAS_GEMM_ALGO20, CUBLAS_GEMM_ALGO21, CUBLAS_GEMM_ALGO22, CUBLAS_GEMM_ALGO23,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
  CUBLAS_GEMM_ALGO1_TENSOR_OP, CUBLAS_GEMM_ALGO2_TENSOR_OP, CUBLAS_GEMM_ALGO3_TENSOR_OP, CUBLAS_GEMM_ALGO4_TENSOR_OP,
  CUBLAS_GEMM_ALGO5_TENSOR_OP, CUBLAS_GEMM_ALGO6_TENSOR_OP, CUBLAS_GEMM_ALGO7_TENSOR_OP, CUBLAS_GEMM_ALGO8_TENSOR_OP,
  CUBLAS_GEMM_ALGO9_TENSOR_OP, CUBLAS_GEMM_ALGO10_TENSOR_OP, CUBLAS_GEMM_ALGO11_TENSOR_OP,
  CUBLAS_GEMM_ALGO12_TENSOR_OP, CUBLAS_GEMM_ALGO13_TENSOR_OP, CUBLAS_GEMM_ALGO14_TENSOR_OP,
  CUBLAS_GEMM_ALGO15_TENSOR_OP, CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_FP32_EMULATED_BF16X9_MATH = 4, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;
typedef enum {
  CUBLAS_EMULATION_STRATEGY_DEFAULT = 0, CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1, CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;
typedef void (*cublasLogCallback)(const char* msg);
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext* cublasHandle_t;

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

// --- handles
cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value);
size_t cublasGetCudartVersion(void);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t size);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count);
// What is said about emulation is kept, and changes nothing.
#define LOCKSTEP_BLAS(name, T)                                                                                         \
  cublasStatus_t cublasSet##name(cublasHandle_t handle, T value);                                                      \
  cublasStatus_t cublasGet##name(cublasHandle_t handle, T* value);
LOCKSTEP_BLAS(EmulationStrategy, cublasEmulationStrategy_t)
LOCKSTEP_BLAS(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport)
LOCKSTEP_BLAS(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl)
LOCKSTEP_BLAS(FixedPointEmulationMaxMantissaBitCount, int)
LOCKSTEP_BLAS(FixedPointEmulationMantissaBitOffset, int)
LOCKSTEP_BLAS(FixedPointEmulationMantissaBitCountPointer, int*)
#undef LOCKSTEP_BLAS
// The log stays empty.
cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr, const char* logFileName);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* userCallback);
// What the first BLAS calls for a wrong argument: prints it.
void cublasXerbla(const char* srName, int info);

// --- levels 1 to 3, and copies: each function with sizes of int, and of int64_t
#define LOCKSTEP_SIZE int
#define LOCKSTEP_SIZED(name) name
#include "lockstep/cublas_functions.h"
#undef LOCKSTEP_SIZE
#undef LOCKSTEP_SIZED
#define LOCKSTEP_SIZE int64_t
#define LOCKSTEP_SIZED(name) name##_64
#include "lockstep/cublas_functions.h"
#undef LOCKSTEP_SIZE
#undef LOCKSTEP_SIZED

// --- functions without 64-bit forms: how to rotate
#define LOCKSTEP_BLAS(S, T)                                                                                            \
  cublasStatus_t cublas##S##rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s);                                       \
  cublasStatus_t cublas##S##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
#undef LOCKSTEP_BLAS
cublasStatus_t cublasCrotg(cublasHandle_t handle, cuComplex* a, cuComplex* b, float* c, cuComplex* s);
cublasStatus_t cublasZrotg(cublasHandle_t handle, cuDoubleComplex* a, cuDoubleComplex* b, double* c,
                           cuDoubleComplex* s);
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void* a, void* b, cudaDataType abType, void* c, void* s,
                            cudaDataType csType, cudaDataType executionType);
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void* d1, cudaDataType d1Type, void* d2, cudaDataType d2Type,
                             void* x1, cudaDataType x1Type, const void* y1, cudaDataType y1Type, void* param,
                             cudaDataType paramType, cudaDataType executionType);

// --- a triangle of a matrix, column after column in AP
#define LOCKSTEP_BLAS(S, T)                                                                                            \
  cublasStatus_t cublas##S##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* AP, T* A, int lda);    \
  cublasStatus_t cublas##S##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, T* AP);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS

// --- small systems of equations, one per member of a batch. Arrays of pointers, pivots (n per matrix, from 1 on) and infoArray
// (the position from 1 on of a pivot that is 0, or 0) lie on the device, `info` on the host.
#define LOCKSTEP_BLAS(S, T)                                                                                            \
  cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T* const Aarray[], int lda, int* PivotArray,    \
                                         int* infoArray, int batchSize);                                               \
  cublasStatus_t cublas##S##getriBatched(cublasHandle_t handle, int n, const T* const Aarray[], int lda,               \
                                         const int* PivotArray, T* const Carray[], int ldc, int* infoArray,            \
                                         int batchSize);                                                               \
  cublasStatus_t cublas##S##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,              \
                                         const T* const Aarray[], int lda, const int* devIpiv, T* const Barray[],      \
                                         int ldb, int* info, int batchSize);                                           \
  cublasStatus_t cublas##S##matinvBatched(cublasHandle_t handle, int n, const T* const A[], int lda, T* const Ainv[],  \
                                          int lda_inv, int* info, int batchSize);                                      \
  cublasStatus_t cublas##S##geqrfBatched(cublasHandle_t handle, int m, int n, T* const Aarray[], int lda,              \
                                         T* const TauArray[], int* info, int batchSize);                               \
  cublasStatus_t cublas##S##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs,        \
                                        T* const Aarray[], int lda, T* const Carray[], int ldc, int* info,             \
                                        int* devInfoArray, int batchSize);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

// The names with which cuBLAS exports them.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasGetVersion_v2 cublasGetVersion
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasDgemv_v2 cublasDgemv
#define cublasSaxpy_v2 cublasSaxpy
#define cublasDaxpy_v2 cublasDaxpy
#define cublasSdot_v2 cublasSdot
#define cublasDdot_v2 cublasDdot
#define cublasSscal_v2 cublasSscal
#define cublasDscal_v2 cublasDscal
#define cublasSnrm2_v2 cublasSnrm2
#define cublasDnrm2_v2 cublasDnrm2

#if defined(__cplusplus)

// Inlined, so that a report names the line of the program.
#if defined(__clang__)
#define LOCKSTEP_INLINED static inline __attribute__((always_inline, nodebug, unused))
#else
#define LOCKSTEP_INLINED static inline __attribute__((unused))
#endif

// The computation that a type of numbers stood for before CUDA 11, and the functions that took such a type.
static inline cublasStatus_t cublasMigrateComputeType(cublasHandle_t handle, cudaDataType_t dataType,
                                                      cublasComputeType_t* computeType) {
  cublasMath_t mode = CUBLAS_DEFAULT_MATH;
  const cublasStatus_t status = cublasGetMathMode(handle, &mode);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const bool pedantic = (mode & 15) == CUBLAS_PEDANTIC_MATH;
  switch (dataType) {
    case CUDA_R_16F: *computeType = pedantic ? CUBLAS_COMPUTE_16F_PEDANTIC : CUBLAS_COMPUTE_16F; break;
    case CUDA_R_32F:
    case CUDA_C_32F: *computeType = pedantic ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F; break;
    case CUDA_R_64F:
    case CUDA_C_64F: *computeType = pedantic ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F; break;
    case CUDA_R_32I: *computeType = pedantic ? CUBLAS_COMPUTE_32I_PEDANTIC : CUBLAS_COMPUTE_32I; break;
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  return CUBLAS_STATUS_SUCCESS;
}
LOCKSTEP_INLINED cublasStatus_t cublasGemmEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const void* alpha,
    const void* A, cudaDataType Atype, int lda, const void* B, cudaDataType Btype, int ldb, const void* beta, void* C,
    cudaDataType Ctype, int ldc, cudaDataType computeType, cublasGemmAlgo_t algo) {
  cublasComputeType_t type = CUBLAS_COMPUTE_32F;
  const cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &type);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, type,
                      algo);
}
LOCKSTEP_INLINED cublasStatus_t cublasGemmBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const void* alpha,
    const void* const Aarray[], cudaDataType Atype, int lda, const void* const Barray[], cudaDataType Btype, int ldb,
    const void* beta, void* const Carray[], cudaDataType Ctype, int ldc, int batchCount, cudaDataType computeType,
    cublasGemmAlgo_t algo) {
  cublasComputeType_t type = CUBLAS_COMPUTE_32F;
  const cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &type);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta,
                             Carray, Ctype, ldc, batchCount, type, algo);
}
LOCKSTEP_INLINED cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const void* alpha,
    const void* A, cudaDataType Atype, int lda, long long int strideA, const void* B, cudaDataType Btype, int ldb,
    long long int strideB, const void* beta, void* C, cudaDataType Ctype, int ldc, long long int strideC,
    int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo) {
  cublasComputeType_t type = CUBLAS_COMPUTE_32F;
  const cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &type);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb,
                                    strideB, beta, C, Ctype, ldc, strideC, batchCount, type, algo);
}

// Functions that are missing: a call is refused by name.
#define LOCKSTEP_REFUSED(name)                                                                                         \
  template <class... Arguments>                                                                                        \
  __attribute__((unavailable(                                                                                          \
      "Lockstep: " #name " is not supported yet: write the operation as a kernel of your own"))) cublasStatus_t        \
  name(Arguments...);
LOCKSTEP_REFUSED(cublasUint8gemmBias)
#undef LOCKSTEP_REFUSED
#endif
