#pragma once

// Programs and libraries test these macros to find out what has been included.
#define CUBLAS_API_H_
#define CUBLAS_V2_H_

// The host API of cuBLAS, without functions for 64-bit sizes. sim/blas defines the functions, over the BLAS library of the
// system. S, D, C and Z in a name are float, double, cuComplex and cuDoubleComplex, H is __half. Matrices are stored by
// columns: element (i, j) is at [i + j * ld].

#include "cuComplex.h"
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

// --- copies between the host and the device; sizes and distances in elements
cublasStatus_t cublasSetVector(int n, int elemSize, const void* x, int incx, void* devicePtr, int incy);
cublasStatus_t cublasGetVector(int n, int elemSize, const void* devicePtr, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void* x, int incx, void* devicePtr, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void* devicePtr, int incx, void* y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb,
                                    cudaStream_t stream);

// --- level 1. R is the type of a result: real where T is complex.
#define LOCKSTEP_BLAS(S, i, T, R, RS)                                                                                  \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy);  \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy);                  \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy);                        \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx);                        \
  cublasStatus_t cublasI##i##amax(cublasHandle_t handle, int n, const T* x, int incx, int* result);                    \
  cublasStatus_t cublasI##i##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result);                    \
  cublasStatus_t cublas##RS##nrm2(cublasHandle_t handle, int n, const T* x, int incx, R* result);                      \
  cublasStatus_t cublas##RS##asum(cublasHandle_t handle, int n, const T* x, int incx, R* result);
LOCKSTEP_BLAS(S, s, float, float, S)
LOCKSTEP_BLAS(D, d, double, double, D)
LOCKSTEP_BLAS(C, c, cuComplex, float, Sc)
LOCKSTEP_BLAS(Z, z, cuDoubleComplex, double, Dz)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, T)                                                                                            \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result);  \
  cublasStatus_t cublas##S##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c, const T* s); \
  cublasStatus_t cublas##S##rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s);                                       \
  cublasStatus_t cublas##S##rotm(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* param);        \
  cublasStatus_t cublas##S##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, RS, T, R)                                                                                     \
  cublasStatus_t cublas##S##dotu(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result); \
  cublasStatus_t cublas##S##dotc(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result); \
  cublasStatus_t cublas##RS##scal(cublasHandle_t handle, int n, const R* alpha, T* x, int incx);
LOCKSTEP_BLAS(C, Cs, cuComplex, float)
LOCKSTEP_BLAS(Z, Zd, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS

// --- level 2
#define LOCKSTEP_BLAS(S, T)                                                                                            \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha,         \
                                 const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy);            \
  cublasStatus_t cublas##S##gbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl, int ku,         \
                                 const T* alpha, const T* A, int lda, const T* x, int incx, const T* beta, T* y,       \
                                 int incy);                                                                            \
  cublasStatus_t cublas##S##trmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,                \
                                 cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx);                   \
  cublasStatus_t cublas##S##trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,                \
                                 cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx);                   \
  cublasStatus_t cublas##S##tbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,                \
                                 cublasDiagType_t diag, int n, int k, const T* A, int lda, T* x, int incx);            \
  cublasStatus_t cublas##S##tbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,                \
                                 cublasDiagType_t diag, int n, int k, const T* A, int lda, T* x, int incx);            \
  cublasStatus_t cublas##S##tpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,                \
                                 cublasDiagType_t diag, int n, const T* AP, T* x, int incx);                           \
  cublasStatus_t cublas##S##tpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,                \
                                 cublasDiagType_t diag, int n, const T* AP, T* x, int incx);                           \
  cublasStatus_t cublas##S##gemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,           \
                                               const T* alpha, const T* A, int lda, long long int strideA,             \
                                               const T* x, int incx, long long int stridex, const T* beta, T* y,       \
                                               int incy, long long int stridey, int batchCount);                       \
  cublasStatus_t cublas##S##gemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha,  \
                                        const T* const Aarray[], int lda, const T* const xarray[], int incx,           \
                                        const T* beta, T* const yarray[], int incy, int batchCount);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
// A symmetric matrix of real numbers, or a Hermitian one of complex numbers: of A only one triangle is used. R is the type
// of the factor of the functions of rank 1.
#define LOCKSTEP_BLAS(mv, sbmv, spmv, r, r2, pr, pr2, T, R)                                                            \
  cublasStatus_t cublas##mv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* A, int lda,  \
                            const T* x, int incx, const T* beta, T* y, int incy);                                      \
  cublasStatus_t cublas##sbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, const T* alpha, const T* A,  \
                              int lda, const T* x, int incx, const T* beta, T* y, int incy);                           \
  cublasStatus_t cublas##spmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* AP,        \
                              const T* x, int incx, const T* beta, T* y, int incy);                                    \
  cublasStatus_t cublas##r(cublasHandle_t handle, cublasFillMode_t uplo, int n, const R* alpha, const T* x, int incx,  \
                           T* A, int lda);                                                                             \
  cublasStatus_t cublas##r2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, \
                            const T* y, int incy, T* A, int lda);                                                      \
  cublasStatus_t cublas##pr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const R* alpha, const T* x, int incx, \
                            T* AP);                                                                                    \
  cublasStatus_t cublas##pr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* x,          \
                             int incx, const T* y, int incy, T* AP);
LOCKSTEP_BLAS(Ssymv, Ssbmv, Sspmv, Ssyr, Ssyr2, Sspr, Sspr2, float, float)
LOCKSTEP_BLAS(Dsymv, Dsbmv, Dspmv, Dsyr, Dsyr2, Dspr, Dspr2, double, double)
LOCKSTEP_BLAS(Chemv, Chbmv, Chpmv, Cher, Cher2, Chpr, Chpr2, cuComplex, float)
LOCKSTEP_BLAS(Zhemv, Zhbmv, Zhpmv, Zher, Zher2, Zhpr, Zhpr2, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(name, T)                                                                                         \
  cublasStatus_t cublas##name(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y,   \
                              int incy, T* A, int lda);
LOCKSTEP_BLAS(Sger, float)
LOCKSTEP_BLAS(Dger, double)
LOCKSTEP_BLAS(Cgeru, cuComplex)
LOCKSTEP_BLAS(Cgerc, cuComplex)
LOCKSTEP_BLAS(Zgeru, cuDoubleComplex)
LOCKSTEP_BLAS(Zgerc, cuDoubleComplex)
#undef LOCKSTEP_BLAS

// --- level 3. trmm writes its result to C, which may be B.
#define LOCKSTEP_BLAS(S, T)                                                                                            \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,     \
                                 int n, int k, const T* alpha, const T* A, int lda, const T* B, int ldb,               \
                                 const T* beta, T* C, int ldc);                                                        \
  cublasStatus_t cublas##S##gemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,     \
                                        int m, int n, int k, const T* alpha, const T* const Aarray[], int lda,         \
                                        const T* const Barray[], int ldb, const T* beta, T* const Carray[], int ldc,   \
                                        int batchCount);                                                               \
  cublasStatus_t cublas##S##gemmStridedBatched(                                                                        \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const T* alpha,  \
      const T* A, int lda, long long int strideA, const T* B, int ldb, long long int strideB, const T* beta, T* C,     \
      int ldc, long long int strideC, int batchCount);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
LOCKSTEP_BLAS(H, __half)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, T)                                                                                            \
  cublasStatus_t cublas##S##symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,    \
                                 const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C,        \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##S##syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,  \
                                 const T* alpha, const T* A, int lda, const T* beta, T* C, int ldc);                   \
  cublasStatus_t cublas##S##syr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
                                  const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C,       \
                                  int ldc);                                                                            \
  cublasStatus_t cublas##S##trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                  \
                                 cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha,         \
                                 const T* A, int lda, const T* B, int ldb, T* C, int ldc);                             \
  cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                  \
                                 cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha,         \
                                 const T* A, int lda, T* B, int ldb);                                                  \
  cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,     \
                                 int n, const T* alpha, const T* A, int lda, const T* beta, const T* B, int ldb, T* C, \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t mode, int m, int n, const T* A, int lda,      \
                                 const T* x, int incx, T* C, int ldc);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, T, R)                                                                                         \
  cublasStatus_t cublas##S##hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,    \
                                 const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C,        \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##S##herk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,  \
                                 const R* alpha, const T* A, int lda, const R* beta, T* C, int ldc);                   \
  cublasStatus_t cublas##S##her2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
                                  const T* alpha, const T* A, int lda, const T* B, int ldb, const R* beta, T* C,       \
                                  int ldc);
LOCKSTEP_BLAS(C, cuComplex, float)
LOCKSTEP_BLAS(Z, cuDoubleComplex, double)
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
                                        int* devInfoArray, int batchSize);                                             \
  cublasStatus_t cublas##S##trsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,           \
                                        cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha,  \
                                        const T* const A[], int lda, T* const B[], int ldb, int batchCount);           \
  cublasStatus_t cublas##S##syrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
                                  const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C,       \
                                  int ldc);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
cublasStatus_t cublasCherkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
                            const cuComplex* alpha, const cuComplex* A, int lda, const cuComplex* B, int ldb,
                            const float* beta, cuComplex* C, int ldc);
cublasStatus_t cublasZherkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
                            const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* B,
                            int ldb, const double* beta, cuDoubleComplex* C, int ldc);

// --- level 1 of types that are named at run time
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType alphaType, const void* x,
                            cudaDataType xType, int incx, void* y, cudaDataType yType, int incy,
                            cudaDataType executionType);
cublasStatus_t cublasCopyEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx, void* y,
                            cudaDataType yType, int incy);
cublasStatus_t cublasSwapEx(cublasHandle_t handle, int n, void* x, cudaDataType xType, int incx, void* y,
                            cudaDataType yType, int incy);
cublasStatus_t cublasRotEx(cublasHandle_t handle, int n, void* x, cudaDataType xType, int incx, void* y,
                           cudaDataType yType, int incy, const void* c, const void* s, cudaDataType csType,
                           cudaDataType executionType);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType alphaType, void* x,
                            cudaDataType xType, int incx, cudaDataType executionType);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx, const void* y,
                           cudaDataType yType, int incy, void* result, cudaDataType resultType,
                           cudaDataType executionType);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx, const void* y,
                            cudaDataType yType, int incy, void* result, cudaDataType resultType,
                            cudaDataType executionType);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx, void* result,
                            cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasAsumEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx, void* result,
                            cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasIamaxEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx, int* result);
cublasStatus_t cublasIaminEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx, int* result);

// --- gemm of types that are named at run time; alpha and beta have the type of the computation
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                            int k, const void* alpha, const void* A, cudaDataType Atype, int lda, const void* B,
                            cudaDataType Btype, int ldb, const void* beta, void* C, cudaDataType Ctype, int ldc,
                            cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                          int m, int n, int k, const void* alpha, const void* A, cudaDataType Atype,
                                          int lda, long long int strideA, const void* B, cudaDataType Btype, int ldb,
                                          long long int strideB, const void* beta, void* C, cudaDataType Ctype,
                                          int ldc, long long int strideC, int batchCount,
                                          cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                   int n, int k, const void* alpha, const void* const Aarray[], cudaDataType Atype,
                                   int lda, const void* const Barray[], cudaDataType Btype, int ldb, const void* beta,
                                   void* const Carray[], cudaDataType Ctype, int ldc, int batchCount,
                                   cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                             int k, const float* alpha, const void* A, cudaDataType Atype, int lda, const void* B,
                             cudaDataType Btype, int ldb, const float* beta, void* C, cudaDataType Ctype, int ldc);

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

// Functions that are missing: a call is refused by name.
#if defined(__cplusplus)
#define LOCKSTEP_REFUSED(name)                                                                                         \
  template <class... Arguments>                                                                                        \
  __attribute__((unavailable(                                                                                          \
      "Lockstep: " #name " is not supported yet: write the operation as a kernel of your own"))) cublasStatus_t        \
  name(Arguments...);
#define LOCKSTEP_REFUSED_EACH(name)                                                                                    \
  LOCKSTEP_REFUSED(cublasS##name)                                                                                      \
  LOCKSTEP_REFUSED(cublasD##name)                                                                                      \
  LOCKSTEP_REFUSED(cublasC##name)                                                                                      \
  LOCKSTEP_REFUSED(cublasZ##name)
LOCKSTEP_REFUSED_EACH(tpttr)
LOCKSTEP_REFUSED_EACH(trttp)
LOCKSTEP_REFUSED_EACH(gemmGroupedBatched)
LOCKSTEP_REFUSED(cublasCgemm3m)
LOCKSTEP_REFUSED(cublasZgemm3m)
LOCKSTEP_REFUSED(cublasCgemmEx)
LOCKSTEP_REFUSED(cublasGemmGroupedBatchedEx)
LOCKSTEP_REFUSED(cublasLoggerConfigure)
LOCKSTEP_REFUSED(cublasSetLoggerCallback)
LOCKSTEP_REFUSED(cublasGetLoggerCallback)
#undef LOCKSTEP_REFUSED_EACH
#undef LOCKSTEP_REFUSED
#endif
