#pragma once

// The first API of cuBLAS: no handles, letters for operations, scalars and results by value, and errors that
// cublasGetError returns. Each function is an overload that calls cuBLAS's own (cublas_api.h) with one handle for the
// whole program. For C++ only.

#define CUBLAS_H_

#include "cublas_api.h"

#if defined(__cplusplus)

typedef cublasStatus_t cublasStatus;

struct __lockstep_first_blas {
  cublasHandle_t handle;
  cublasStatus_t last;  // the first error since it was last asked for
};
inline __lockstep_first_blas& __lockstep_first() {
  static __lockstep_first_blas state{nullptr, CUBLAS_STATUS_SUCCESS};
  return state;
}
LOCKSTEP_INLINED cublasStatus_t __lockstep_first_did(cublasStatus_t status) {
  if (__lockstep_first().last == CUBLAS_STATUS_SUCCESS) __lockstep_first().last = status;
  return status;
}
// A letter that stands for nothing becomes a number that no operation has, which is then an invalid value.
struct __lockstep_letter {
  char letter;
  constexpr bool is(char lower) const { return (letter | 32) == lower; }
  constexpr operator cublasOperation_t() const {
    return is('n') ? CUBLAS_OP_N : is('t') ? CUBLAS_OP_T : is('c') ? CUBLAS_OP_C : (cublasOperation_t)7;
  }
  constexpr operator cublasFillMode_t() const {
    return is('l') ? CUBLAS_FILL_MODE_LOWER : is('u') ? CUBLAS_FILL_MODE_UPPER : (cublasFillMode_t)7;
  }
  constexpr operator cublasDiagType_t() const {
    return is('n') ? CUBLAS_DIAG_NON_UNIT : is('u') ? CUBLAS_DIAG_UNIT : (cublasDiagType_t)7;
  }
  constexpr operator cublasSideMode_t() const {
    return is('l') ? CUBLAS_SIDE_LEFT : is('r') ? CUBLAS_SIDE_RIGHT : (cublasSideMode_t)7;
  }
};

// --- the library
LOCKSTEP_INLINED cublasStatus cublasInit() {
  __lockstep_first_blas& first = __lockstep_first();
  return first.handle ? CUBLAS_STATUS_SUCCESS : cublasCreate(&first.handle);
}
LOCKSTEP_INLINED cublasStatus cublasShutdown() {
  const cublasStatus_t status = cublasDestroy(__lockstep_first().handle);
  __lockstep_first().handle = nullptr;
  return status;
}
LOCKSTEP_INLINED cublasStatus cublasGetError() {
  const cublasStatus_t last = __lockstep_first().last;
  __lockstep_first().last = CUBLAS_STATUS_SUCCESS;
  return last;
}
LOCKSTEP_INLINED cublasStatus cublasGetVersion(int* version) { return cublasGetVersion(__lockstep_first().handle, version); }
LOCKSTEP_INLINED cublasStatus cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream(__lockstep_first().handle, stream);
}
LOCKSTEP_INLINED cublasStatus cublasAlloc(int n, int elemSize, void** devicePtr) {
  if (!__lockstep_first().handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (n <= 0 || elemSize <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaMalloc(devicePtr, (size_t)n * elemSize) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
LOCKSTEP_INLINED cublasStatus cublasFree(void* devicePtr) {
  if (!__lockstep_first().handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  return cudaFree(devicePtr) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

// NAME(parameters), which calls cuBLAS's function of that name with the handle and `arguments`; with a result, the last
// argument is the place for it.
#define LOCKSTEP_DO(name, parameters, ...) \
  LOCKSTEP_INLINED void name parameters { __lockstep_first_did(name(__lockstep_first().handle, __VA_ARGS__)); }
#define LOCKSTEP_GET(R, name, parameters, ...)                                     \
  LOCKSTEP_INLINED R name parameters {                                               \
    R result{};                                                                    \
    __lockstep_first_did(name(__lockstep_first().handle, __VA_ARGS__, &result));   \
    return result;                                                                 \
  }
#define LOCKSTEP_LETTER(name) __lockstep_letter{name}
#define LOCKSTEP_TRIANGLE LOCKSTEP_LETTER(uplo), LOCKSTEP_LETTER(trans), LOCKSTEP_LETTER(diag)

// --- level 1
#define LOCKSTEP_BLAS(S, i, T, R, RS)                                                                                \
  LOCKSTEP_DO(cublas##S##axpy, (int n, T alpha, const T* x, int incx, T* y, int incy), n, &alpha, x, incx, y, incy) \
  LOCKSTEP_DO(cublas##S##copy, (int n, const T* x, int incx, T* y, int incy), n, x, incx, y, incy)                  \
  LOCKSTEP_DO(cublas##S##swap, (int n, T* x, int incx, T* y, int incy), n, x, incx, y, incy)                        \
  LOCKSTEP_DO(cublas##S##scal, (int n, T alpha, T* x, int incx), n, &alpha, x, incx)                                \
  LOCKSTEP_GET(int, cublasI##i##amax, (int n, const T* x, int incx), n, x, incx)                                    \
  LOCKSTEP_GET(int, cublasI##i##amin, (int n, const T* x, int incx), n, x, incx)                                    \
  LOCKSTEP_GET(R, cublas##RS##nrm2, (int n, const T* x, int incx), n, x, incx)                                      \
  LOCKSTEP_GET(R, cublas##RS##asum, (int n, const T* x, int incx), n, x, incx)
LOCKSTEP_BLAS(S, s, float, float, S)
LOCKSTEP_BLAS(D, d, double, double, D)
LOCKSTEP_BLAS(C, c, cuComplex, float, Sc)
LOCKSTEP_BLAS(Z, z, cuDoubleComplex, double, Dz)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, T)                                                                                         \
  LOCKSTEP_GET(T, cublas##S##dot, (int n, const T* x, int incx, const T* y, int incy), n, x, incx, y, incy)         \
  LOCKSTEP_DO(cublas##S##rot, (int n, T* x, int incx, T* y, int incy, T c, T s), n, x, incx, y, incy, &c, &s)       \
  LOCKSTEP_DO(cublas##S##rotg, (T * a, T * b, T * c, T * s), a, b, c, s)                                            \
  LOCKSTEP_DO(cublas##S##rotm, (int n, T* x, int incx, T* y, int incy, const T* param), n, x, incx, y, incy, param) \
  LOCKSTEP_DO(cublas##S##rotmg, (T * d1, T * d2, T * x1, const T* y1, T* param), d1, d2, x1, y1, param)
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, RS, T, R)                                                                           \
  LOCKSTEP_GET(T, cublas##S##dotu, (int n, const T* x, int incx, const T* y, int incy), n, x, incx, y, incy) \
  LOCKSTEP_GET(T, cublas##S##dotc, (int n, const T* x, int incx, const T* y, int incy), n, x, incx, y, incy) \
  LOCKSTEP_DO(cublas##RS##scal, (int n, R alpha, T* x, int incx), n, &alpha, x, incx)
LOCKSTEP_BLAS(C, Cs, cuComplex, float)
LOCKSTEP_BLAS(Z, Zd, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(rot, rotr, rotg, T, R)                                                                        \
  LOCKSTEP_DO(cublas##rot, (int n, T* x, int incx, T* y, int incy, R c, T s), n, x, incx, y, incy, &c, &s)          \
  LOCKSTEP_DO(cublas##rotr, (int n, T* x, int incx, T* y, int incy, R c, R s), n, x, incx, y, incy, &c, &s)         \
  LOCKSTEP_DO(cublas##rotg, (T * a, T b, R * c, T * s), a, &b, c, s)
LOCKSTEP_BLAS(Crot, Csrot, Crotg, cuComplex, float)
LOCKSTEP_BLAS(Zrot, Zdrot, Zrotg, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS

// --- level 2
#define LOCKSTEP_TRIANGULAR(name, T, middle, ...)                                                                     \
  LOCKSTEP_DO(name, (char uplo, char trans, char diag, int n, middle T* x, int incx), LOCKSTEP_TRIANGLE, n, __VA_ARGS__, \
              x, incx)
#define LOCKSTEP_COMMA ,
#define LOCKSTEP_DENSE(T) const T *A LOCKSTEP_COMMA int lda LOCKSTEP_COMMA
#define LOCKSTEP_BAND(T) int k LOCKSTEP_COMMA const T *A LOCKSTEP_COMMA int lda LOCKSTEP_COMMA
#define LOCKSTEP_PACKED(T) const T *AP LOCKSTEP_COMMA
#define LOCKSTEP_BLAS(S, T)                                                                                           \
  LOCKSTEP_DO(cublas##S##gemv,                                                                                        \
              (char trans, int m, int n, T alpha, const T* A, int lda, const T* x, int incx, T beta, T* y, int incy), \
              LOCKSTEP_LETTER(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)                                  \
  LOCKSTEP_DO(cublas##S##gbmv,                                                                                        \
              (char trans, int m, int n, int kl, int ku, T alpha, const T* A, int lda, const T* x, int incx, T beta,  \
               T* y, int incy),                                                                                       \
              LOCKSTEP_LETTER(trans), m, n, kl, ku, &alpha, A, lda, x, incx, &beta, y, incy)                          \
  LOCKSTEP_TRIANGULAR(cublas##S##trmv, T, LOCKSTEP_DENSE(T), A, lda)                                                  \
  LOCKSTEP_TRIANGULAR(cublas##S##trsv, T, LOCKSTEP_DENSE(T), A, lda)                                                  \
  LOCKSTEP_TRIANGULAR(cublas##S##tbmv, T, LOCKSTEP_BAND(T), k, A, lda)                                                \
  LOCKSTEP_TRIANGULAR(cublas##S##tbsv, T, LOCKSTEP_BAND(T), k, A, lda)                                                \
  LOCKSTEP_TRIANGULAR(cublas##S##tpmv, T, LOCKSTEP_PACKED(T), AP)                                                     \
  LOCKSTEP_TRIANGULAR(cublas##S##tpsv, T, LOCKSTEP_PACKED(T), AP)
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(mv, sbmv, spmv, r, r2, pr, pr2, T, R)                                                             \
  LOCKSTEP_DO(cublas##mv,                                                                                               \
              (char uplo, int n, T alpha, const T* A, int lda, const T* x, int incx, T beta, T* y, int incy),           \
              LOCKSTEP_LETTER(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy)                                        \
  LOCKSTEP_DO(cublas##sbmv,                                                                                             \
              (char uplo, int n, int k, T alpha, const T* A, int lda, const T* x, int incx, T beta, T* y, int incy),    \
              LOCKSTEP_LETTER(uplo), n, k, &alpha, A, lda, x, incx, &beta, y, incy)                                     \
  LOCKSTEP_DO(cublas##spmv, (char uplo, int n, T alpha, const T* AP, const T* x, int incx, T beta, T* y, int incy),     \
              LOCKSTEP_LETTER(uplo), n, &alpha, AP, x, incx, &beta, y, incy)                                            \
  LOCKSTEP_DO(cublas##r, (char uplo, int n, R alpha, const T* x, int incx, T* A, int lda), LOCKSTEP_LETTER(uplo), n,    \
              &alpha, x, incx, A, lda)                                                                                  \
  LOCKSTEP_DO(cublas##r2, (char uplo, int n, T alpha, const T* x, int incx, const T* y, int incy, T* A, int lda),       \
              LOCKSTEP_LETTER(uplo), n, &alpha, x, incx, y, incy, A, lda)                                               \
  LOCKSTEP_DO(cublas##pr, (char uplo, int n, R alpha, const T* x, int incx, T* AP), LOCKSTEP_LETTER(uplo), n, &alpha,   \
              x, incx, AP)                                                                                              \
  LOCKSTEP_DO(cublas##pr2, (char uplo, int n, T alpha, const T* x, int incx, const T* y, int incy, T* AP),              \
              LOCKSTEP_LETTER(uplo), n, &alpha, x, incx, y, incy, AP)
LOCKSTEP_BLAS(Ssymv, Ssbmv, Sspmv, Ssyr, Ssyr2, Sspr, Sspr2, float, float)
LOCKSTEP_BLAS(Dsymv, Dsbmv, Dspmv, Dsyr, Dsyr2, Dspr, Dspr2, double, double)
LOCKSTEP_BLAS(Chemv, Chbmv, Chpmv, Cher, Cher2, Chpr, Chpr2, cuComplex, float)
LOCKSTEP_BLAS(Zhemv, Zhbmv, Zhpmv, Zher, Zher2, Zhpr, Zhpr2, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(name, T)                                                                                  \
  LOCKSTEP_DO(cublas##name,                                                                                     \
              (int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* A, int lda), m, n, &alpha, \
              x, incx, y, incy, A, lda)
LOCKSTEP_BLAS(Sger, float)
LOCKSTEP_BLAS(Dger, double)
LOCKSTEP_BLAS(Cgeru, cuComplex)
LOCKSTEP_BLAS(Cgerc, cuComplex)
LOCKSTEP_BLAS(Zgeru, cuDoubleComplex)
LOCKSTEP_BLAS(Zgerc, cuDoubleComplex)
#undef LOCKSTEP_BLAS

// --- level 3. R is the type of the factors of a Hermitian result.
#define LOCKSTEP_RANK_K(name, T, R)                                                                                    \
  LOCKSTEP_DO(name, (char uplo, char trans, int n, int k, R alpha, const T* A, int lda, R beta, T* C, int ldc),        \
              LOCKSTEP_LETTER(uplo), LOCKSTEP_LETTER(trans), n, k, &alpha, A, lda, &beta, C, ldc)
#define LOCKSTEP_RANK_2K(name, T, R)                                                                                  \
  LOCKSTEP_DO(name,                                                                                                   \
              (char uplo, char trans, int n, int k, T alpha, const T* A, int lda, const T* B, int ldb, R beta, T* C,  \
               int ldc),                                                                                              \
              LOCKSTEP_LETTER(uplo), LOCKSTEP_LETTER(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)
#define LOCKSTEP_FROM_SIDE(name, T)                                                                                   \
  LOCKSTEP_DO(name,                                                                                                   \
              (char side, char uplo, int m, int n, T alpha, const T* A, int lda, const T* B, int ldb, T beta, T* C,   \
               int ldc),                                                                                              \
              LOCKSTEP_LETTER(side), LOCKSTEP_LETTER(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)
#define LOCKSTEP_BLAS(S, T)                                                                                           \
  LOCKSTEP_DO(cublas##S##gemm,                                                                                        \
              (char transa, char transb, int m, int n, int k, T alpha, const T* A, int lda, const T* B, int ldb,      \
               T beta, T* C, int ldc),                                                                                \
              LOCKSTEP_LETTER(transa), LOCKSTEP_LETTER(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)       \
  LOCKSTEP_RANK_K(cublas##S##syrk, T, T)                                                                              \
  LOCKSTEP_RANK_2K(cublas##S##syr2k, T, T)                                                                            \
  LOCKSTEP_FROM_SIDE(cublas##S##symm, T)                                                                              \
  LOCKSTEP_DO(cublas##S##trsm,                                                                                        \
              (char side, char uplo, char trans, char diag, int m, int n, T alpha, const T* A, int lda, T* B,         \
               int ldb),                                                                                              \
              LOCKSTEP_LETTER(side), LOCKSTEP_TRIANGLE, m, n, &alpha, A, lda, B, ldb)                                 \
  LOCKSTEP_DO(cublas##S##trmm,                                                                                        \
              (char side, char uplo, char trans, char diag, int m, int n, T alpha, const T* A, int lda, T* B,         \
               int ldb),                                                                                              \
              LOCKSTEP_LETTER(side), LOCKSTEP_TRIANGLE, m, n, &alpha, A, lda, B, ldb, B, ldb)
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
LOCKSTEP_RANK_K(cublasCherk, cuComplex, float)
LOCKSTEP_RANK_K(cublasZherk, cuDoubleComplex, double)
LOCKSTEP_RANK_2K(cublasCher2k, cuComplex, float)
LOCKSTEP_RANK_2K(cublasZher2k, cuDoubleComplex, double)
LOCKSTEP_FROM_SIDE(cublasChemm, cuComplex)
LOCKSTEP_FROM_SIDE(cublasZhemm, cuDoubleComplex)

#undef LOCKSTEP_FROM_SIDE
#undef LOCKSTEP_RANK_2K
#undef LOCKSTEP_RANK_K
#undef LOCKSTEP_PACKED
#undef LOCKSTEP_BAND
#undef LOCKSTEP_DENSE
#undef LOCKSTEP_COMMA
#undef LOCKSTEP_TRIANGULAR
#undef LOCKSTEP_TRIANGLE
#undef LOCKSTEP_LETTER
#undef LOCKSTEP_GET
#undef LOCKSTEP_DO

#endif
