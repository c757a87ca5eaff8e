// Functions of cuBLAS, for sizes of one type: cublas_api.h includes this file for int, and for int64_t under names that
// end in _64. LOCKSTEP_SIZE is the type, LOCKSTEP_SIZED(name) the name.

// --- copies between the host and the device; sizes and distances in elements
cublasStatus_t LOCKSTEP_SIZED(cublasSetVector)(LOCKSTEP_SIZE n, LOCKSTEP_SIZE elemSize, const void* x,
                                               LOCKSTEP_SIZE incx, void* devicePtr, LOCKSTEP_SIZE incy);
cublasStatus_t LOCKSTEP_SIZED(cublasGetVector)(LOCKSTEP_SIZE n, LOCKSTEP_SIZE elemSize, const void* devicePtr,
                                               LOCKSTEP_SIZE incx, void* y, LOCKSTEP_SIZE incy);
cublasStatus_t LOCKSTEP_SIZED(cublasSetMatrix)(LOCKSTEP_SIZE rows, LOCKSTEP_SIZE cols, LOCKSTEP_SIZE elemSize,
                                               const void* A, LOCKSTEP_SIZE lda, void* B, LOCKSTEP_SIZE ldb);
cublasStatus_t LOCKSTEP_SIZED(cublasGetMatrix)(LOCKSTEP_SIZE rows, LOCKSTEP_SIZE cols, LOCKSTEP_SIZE elemSize,
                                               const void* A, LOCKSTEP_SIZE lda, void* B, LOCKSTEP_SIZE ldb);
cublasStatus_t LOCKSTEP_SIZED(cublasSetVectorAsync)(LOCKSTEP_SIZE n, LOCKSTEP_SIZE elemSize, const void* x,
                                                    LOCKSTEP_SIZE incx, void* devicePtr, LOCKSTEP_SIZE incy,
                                                    cudaStream_t stream);
cublasStatus_t LOCKSTEP_SIZED(cublasGetVectorAsync)(LOCKSTEP_SIZE n, LOCKSTEP_SIZE elemSize, const void* devicePtr,
                                                    LOCKSTEP_SIZE incx, void* y, LOCKSTEP_SIZE incy,
                                                    cudaStream_t stream);
cublasStatus_t LOCKSTEP_SIZED(cublasSetMatrixAsync)(LOCKSTEP_SIZE rows, LOCKSTEP_SIZE cols, LOCKSTEP_SIZE elemSize,
                                                    const void* A, LOCKSTEP_SIZE lda, void* B, LOCKSTEP_SIZE ldb,
                                                    cudaStream_t stream);
cublasStatus_t LOCKSTEP_SIZED(cublasGetMatrixAsync)(LOCKSTEP_SIZE rows, LOCKSTEP_SIZE cols, LOCKSTEP_SIZE elemSize,
                                                    const void* A, LOCKSTEP_SIZE lda, void* B, LOCKSTEP_SIZE ldb,
                                                    cudaStream_t stream);

// --- level 1. R is the type of a result: real where T is complex.
#define LOCKSTEP_BLAS(S, i, T, R, RS)                                                                                \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##axpy)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* alpha, const T* x, \
                                                 LOCKSTEP_SIZE incx, T* y, LOCKSTEP_SIZE incy);                      \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##copy)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* x,                 \
                                                 LOCKSTEP_SIZE incx, T* y, LOCKSTEP_SIZE incy);                      \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##swap)(cublasHandle_t handle, LOCKSTEP_SIZE n, T * x, LOCKSTEP_SIZE incx,  \
                                                 T * y, LOCKSTEP_SIZE incy);                                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##scal)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* alpha, T* x,       \
                                                 LOCKSTEP_SIZE incx);                                                \
  cublasStatus_t LOCKSTEP_SIZED(cublasI##i##amax)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* x,                \
                                                  LOCKSTEP_SIZE incx, LOCKSTEP_SIZE* result);                        \
  cublasStatus_t LOCKSTEP_SIZED(cublasI##i##amin)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* x,                \
                                                  LOCKSTEP_SIZE incx, LOCKSTEP_SIZE* result);                        \
  cublasStatus_t LOCKSTEP_SIZED(cublas##RS##nrm2)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* x,                \
                                                  LOCKSTEP_SIZE incx, R* result);                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##RS##asum)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* x,                \
                                                  LOCKSTEP_SIZE incx, R* result);
LOCKSTEP_BLAS(S, s, float, float, S)
LOCKSTEP_BLAS(D, d, double, double, D)
LOCKSTEP_BLAS(C, c, cuComplex, float, Sc)
LOCKSTEP_BLAS(Z, z, cuDoubleComplex, double, Dz)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, T)                                                                                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##dot)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* x,                 \
                                                LOCKSTEP_SIZE incx, const T* y, LOCKSTEP_SIZE incy, T* result);     \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##rot)(cublasHandle_t handle, LOCKSTEP_SIZE n, T * x, LOCKSTEP_SIZE incx,  \
                                                T * y, LOCKSTEP_SIZE incy, const T* c, const T* s);                 \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##rotm)(cublasHandle_t handle, LOCKSTEP_SIZE n, T * x, LOCKSTEP_SIZE incx, \
                                                 T * y, LOCKSTEP_SIZE incy, const T* param);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, RS, T, R)                                                                               \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##dotu)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* x,             \
                                                 LOCKSTEP_SIZE incx, const T* y, LOCKSTEP_SIZE incy, T* result); \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##dotc)(cublasHandle_t handle, LOCKSTEP_SIZE n, const T* x,             \
                                                 LOCKSTEP_SIZE incx, const T* y, LOCKSTEP_SIZE incy, T* result); \
  cublasStatus_t LOCKSTEP_SIZED(cublas##RS##scal)(cublasHandle_t handle, LOCKSTEP_SIZE n, const R* alpha, T* x,  \
                                                  LOCKSTEP_SIZE incx);
LOCKSTEP_BLAS(C, Cs, cuComplex, float)
LOCKSTEP_BLAS(Z, Zd, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS

// Rotations of complex vectors. C and S are the types of the cosine and the sine.
#define LOCKSTEP_BLAS(name, T, C, S)                                                                             \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, LOCKSTEP_SIZE n, T * x, LOCKSTEP_SIZE incx, \
                                              T * y, LOCKSTEP_SIZE incy, const C* c, const S* s);
LOCKSTEP_BLAS(Crot, cuComplex, float, cuComplex)
LOCKSTEP_BLAS(Csrot, cuComplex, float, float)
LOCKSTEP_BLAS(Zrot, cuDoubleComplex, double, cuDoubleComplex)
LOCKSTEP_BLAS(Zdrot, cuDoubleComplex, double, double)
#undef LOCKSTEP_BLAS

// --- level 2
#define LOCKSTEP_BLAS(S, T)                                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemv)(                                                                     \
      cublasHandle_t handle, cublasOperation_t trans, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const T* alpha, const T* A,   \
      LOCKSTEP_SIZE lda, const T* x, LOCKSTEP_SIZE incx, const T* beta, T* y, LOCKSTEP_SIZE incy);                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gbmv)(cublasHandle_t handle, cublasOperation_t trans, LOCKSTEP_SIZE m,     \
                                                 LOCKSTEP_SIZE n, LOCKSTEP_SIZE kl, LOCKSTEP_SIZE ku, const T* alpha, \
                                                 const T* A, LOCKSTEP_SIZE lda, const T* x, LOCKSTEP_SIZE incx,       \
                                                 const T* beta, T* y, LOCKSTEP_SIZE incy);                            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##trmv)(cublasHandle_t handle, cublasFillMode_t uplo,                        \
                                                 cublasOperation_t trans, cublasDiagType_t diag, LOCKSTEP_SIZE n,     \
                                                 const T* A, LOCKSTEP_SIZE lda, T* x, LOCKSTEP_SIZE incx);            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##trsv)(cublasHandle_t handle, cublasFillMode_t uplo,                        \
                                                 cublasOperation_t trans, cublasDiagType_t diag, LOCKSTEP_SIZE n,     \
                                                 const T* A, LOCKSTEP_SIZE lda, T* x, LOCKSTEP_SIZE incx);            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##tbmv)(                                                                     \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, LOCKSTEP_SIZE n,  \
      LOCKSTEP_SIZE k, const T* A, LOCKSTEP_SIZE lda, T* x, LOCKSTEP_SIZE incx);                                      \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##tbsv)(                                                                     \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, LOCKSTEP_SIZE n,  \
      LOCKSTEP_SIZE k, const T* A, LOCKSTEP_SIZE lda, T* x, LOCKSTEP_SIZE incx);                                      \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##tpmv)(cublasHandle_t handle, cublasFillMode_t uplo,                        \
                                                 cublasOperation_t trans, cublasDiagType_t diag, LOCKSTEP_SIZE n,     \
                                                 const T* AP, T* x, LOCKSTEP_SIZE incx);                              \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##tpsv)(cublasHandle_t handle, cublasFillMode_t uplo,                        \
                                                 cublasOperation_t trans, cublasDiagType_t diag, LOCKSTEP_SIZE n,     \
                                                 const T* AP, T* x, LOCKSTEP_SIZE incx);                              \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemvStridedBatched)(                                                       \
      cublasHandle_t handle, cublasOperation_t trans, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const T* alpha, const T* A,   \
      LOCKSTEP_SIZE lda, long long int strideA, const T* x, LOCKSTEP_SIZE incx, long long int stridex, const T* beta, \
      T* y, LOCKSTEP_SIZE incy, long long int stridey, LOCKSTEP_SIZE batchCount);                                     \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemvBatched)(                                                              \
      cublasHandle_t handle, cublasOperation_t trans, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const T* alpha,               \
      const T* const Aarray[], LOCKSTEP_SIZE lda, const T* const xarray[], LOCKSTEP_SIZE incx, const T* beta,         \
      T* const yarray[], LOCKSTEP_SIZE incy, LOCKSTEP_SIZE batchCount);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
// A symmetric matrix of real numbers, or a Hermitian one of complex numbers: of A only one triangle is used. R is the
// type of the factor of the functions of rank 1.
#define LOCKSTEP_BLAS(mv, sbmv, spmv, r, r2, pr, pr2, T, R)                                                          \
  cublasStatus_t LOCKSTEP_SIZED(cublas##mv)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n,           \
                                            const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* x,               \
                                            LOCKSTEP_SIZE incx, const T* beta, T* y, LOCKSTEP_SIZE incy);            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##sbmv)(                                                                       \
      cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n, LOCKSTEP_SIZE k, const T* alpha, const T* A,    \
      LOCKSTEP_SIZE lda, const T* x, LOCKSTEP_SIZE incx, const T* beta, T* y, LOCKSTEP_SIZE incy);                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##spmv)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n,         \
                                              const T* alpha, const T* AP, const T* x, LOCKSTEP_SIZE incx,           \
                                              const T* beta, T* y, LOCKSTEP_SIZE incy);                              \
  cublasStatus_t LOCKSTEP_SIZED(cublas##r)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n,            \
                                           const R* alpha, const T* x, LOCKSTEP_SIZE incx, T* A, LOCKSTEP_SIZE lda); \
  cublasStatus_t LOCKSTEP_SIZED(cublas##r2)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n,           \
                                            const T* alpha, const T* x, LOCKSTEP_SIZE incx, const T* y,              \
                                            LOCKSTEP_SIZE incy, T* A, LOCKSTEP_SIZE lda);                            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##pr)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n,           \
                                            const R* alpha, const T* x, LOCKSTEP_SIZE incx, T* AP);                  \
  cublasStatus_t LOCKSTEP_SIZED(cublas##pr2)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n,          \
                                             const T* alpha, const T* x, LOCKSTEP_SIZE incx, const T* y,             \
                                             LOCKSTEP_SIZE incy, T* AP);
LOCKSTEP_BLAS(Ssymv, Ssbmv, Sspmv, Ssyr, Ssyr2, Sspr, Sspr2, float, float)
LOCKSTEP_BLAS(Dsymv, Dsbmv, Dspmv, Dsyr, Dsyr2, Dspr, Dspr2, double, double)
LOCKSTEP_BLAS(Chemv, Chbmv, Chpmv, Cher, Cher2, Chpr, Chpr2, cuComplex, float)
LOCKSTEP_BLAS(Zhemv, Zhbmv, Zhpmv, Zher, Zher2, Zhpr, Zhpr2, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(name, T)                                                                                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const T* alpha, \
                                              const T* x, LOCKSTEP_SIZE incx, const T* y, LOCKSTEP_SIZE incy, T* A,    \
                                              LOCKSTEP_SIZE lda);
LOCKSTEP_BLAS(Sger, float)
LOCKSTEP_BLAS(Dger, double)
LOCKSTEP_BLAS(Cgeru, cuComplex)
LOCKSTEP_BLAS(Cgerc, cuComplex)
LOCKSTEP_BLAS(Zgeru, cuDoubleComplex)
LOCKSTEP_BLAS(Zgerc, cuDoubleComplex)
#undef LOCKSTEP_BLAS

// Symmetric matrices of complex numbers.
#define LOCKSTEP_BLAS(S, T)                                                                                     \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##symv)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n, \
                                                 const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* x,     \
                                                 LOCKSTEP_SIZE incx, const T* beta, T* y, LOCKSTEP_SIZE incy);  \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##syr)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n,  \
                                                const T* alpha, const T* x, LOCKSTEP_SIZE incx, T* A,           \
                                                LOCKSTEP_SIZE lda);                                             \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##syr2)(cublasHandle_t handle, cublasFillMode_t uplo, LOCKSTEP_SIZE n, \
                                                 const T* alpha, const T* x, LOCKSTEP_SIZE incx, const T* y,    \
                                                 LOCKSTEP_SIZE incy, T* A, LOCKSTEP_SIZE lda);
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
// Batches of matrices and vectors of 16-bit numbers, added up in float. R is the type of the results.
#define LOCKSTEP_BLAS(name, T, R)                                                                                  \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name##Batched)(                                                            \
      cublasHandle_t handle, cublasOperation_t trans, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const float* alpha,        \
      const T* const Aarray[], LOCKSTEP_SIZE lda, const T* const xarray[], LOCKSTEP_SIZE incx, const float* beta,  \
      R* const yarray[], LOCKSTEP_SIZE incy, LOCKSTEP_SIZE batchCount);                                            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name##StridedBatched)(                                                     \
      cublasHandle_t handle, cublasOperation_t trans, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const float* alpha,        \
      const T* A, LOCKSTEP_SIZE lda, long long int strideA, const T* x, LOCKSTEP_SIZE incx, long long int stridex, \
      const float* beta, R* y, LOCKSTEP_SIZE incy, long long int stridey, LOCKSTEP_SIZE batchCount);
LOCKSTEP_BLAS(HSHgemv, __half, __half)
LOCKSTEP_BLAS(HSSgemv, __half, float)
LOCKSTEP_BLAS(TSTgemv, __nv_bfloat16, __nv_bfloat16)
LOCKSTEP_BLAS(TSSgemv, __nv_bfloat16, float)
#undef LOCKSTEP_BLAS

// --- level 3. trmm writes its result to C, which may be B.
#define LOCKSTEP_BLAS(S, T)                                                                                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemm)(                                                                   \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,  \
      LOCKSTEP_SIZE k, const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* B, LOCKSTEP_SIZE ldb, const T* beta, \
      T* C, LOCKSTEP_SIZE ldc);                                                                                     \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemmBatched)(                                                            \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,  \
      LOCKSTEP_SIZE k, const T* alpha, const T* const Aarray[], LOCKSTEP_SIZE lda, const T* const Barray[],         \
      LOCKSTEP_SIZE ldb, const T* beta, T* const Carray[], LOCKSTEP_SIZE ldc, LOCKSTEP_SIZE batchCount);            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemmStridedBatched)(                                                     \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,  \
      LOCKSTEP_SIZE k, const T* alpha, const T* A, LOCKSTEP_SIZE lda, long long int strideA, const T* B,            \
      LOCKSTEP_SIZE ldb, long long int strideB, const T* beta, T* C, LOCKSTEP_SIZE ldc, long long int strideC,      \
      LOCKSTEP_SIZE batchCount);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
LOCKSTEP_BLAS(H, __half)
#undef LOCKSTEP_BLAS
// With three products of real numbers for one of complex ones.
#define LOCKSTEP_BLAS(S, T)                                                                                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemm3m)(                                                                 \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,  \
      LOCKSTEP_SIZE k, const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* B, LOCKSTEP_SIZE ldb, const T* beta, \
      T* C, LOCKSTEP_SIZE ldc);
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
cublasStatus_t LOCKSTEP_SIZED(cublasCgemm3mBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                                    cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,
                                                    LOCKSTEP_SIZE k, const cuComplex* alpha,
                                                    const cuComplex* const Aarray[], LOCKSTEP_SIZE lda,
                                                    const cuComplex* const Barray[], LOCKSTEP_SIZE ldb,
                                                    const cuComplex* beta, cuComplex* const Carray[], LOCKSTEP_SIZE ldc,
                                                    LOCKSTEP_SIZE batchCount);
cublasStatus_t LOCKSTEP_SIZED(cublasCgemm3mStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                                           cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,
                                                           LOCKSTEP_SIZE k, const cuComplex* alpha, const cuComplex* A,
                                                           LOCKSTEP_SIZE lda, long long int strideA, const cuComplex* B,
                                                           LOCKSTEP_SIZE ldb, long long int strideB,
                                                           const cuComplex* beta, cuComplex* C, LOCKSTEP_SIZE ldc,
                                                           long long int strideC, LOCKSTEP_SIZE batchCount);
// Groups of products: arrays with a member for each group lie on the host, arrays of pointers on the device.
#define LOCKSTEP_BLAS(S, T)                                                                                      \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemmGroupedBatched)(                                                  \
      cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[],     \
      const LOCKSTEP_SIZE m_array[], const LOCKSTEP_SIZE n_array[], const LOCKSTEP_SIZE k_array[],               \
      const T alpha_array[], const T* const Aarray[], const LOCKSTEP_SIZE lda_array[], const T* const Barray[],  \
      const LOCKSTEP_SIZE ldb_array[], const T beta_array[], T* const Carray[], const LOCKSTEP_SIZE ldc_array[], \
      LOCKSTEP_SIZE group_count, const LOCKSTEP_SIZE group_size[]);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, T)                                                                                            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##symm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,  \
                                                 LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const T* alpha, const T* A,         \
                                                 LOCKSTEP_SIZE lda, const T* B, LOCKSTEP_SIZE ldb, const T* beta,      \
                                                 T* C, LOCKSTEP_SIZE ldc);                                             \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##syrk)(                                                                      \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, LOCKSTEP_SIZE n, LOCKSTEP_SIZE k,         \
      const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* beta, T* C, LOCKSTEP_SIZE ldc);                          \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##syr2k)(cublasHandle_t handle, cublasFillMode_t uplo,                        \
                                                  cublasOperation_t trans, LOCKSTEP_SIZE n, LOCKSTEP_SIZE k,           \
                                                  const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* B,           \
                                                  LOCKSTEP_SIZE ldb, const T* beta, T* C, LOCKSTEP_SIZE ldc);          \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##trmm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,  \
                                                 cublasOperation_t trans, cublasDiagType_t diag, LOCKSTEP_SIZE m,      \
                                                 LOCKSTEP_SIZE n, const T* alpha, const T* A, LOCKSTEP_SIZE lda,       \
                                                 const T* B, LOCKSTEP_SIZE ldb, T* C, LOCKSTEP_SIZE ldc);              \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##trsm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,  \
                                                 cublasOperation_t trans, cublasDiagType_t diag, LOCKSTEP_SIZE m,      \
                                                 LOCKSTEP_SIZE n, const T* alpha, const T* A, LOCKSTEP_SIZE lda, T* B, \
                                                 LOCKSTEP_SIZE ldb);                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##geam)(cublasHandle_t handle, cublasOperation_t transa,                      \
                                                 cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,           \
                                                 const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* beta,         \
                                                 const T* B, LOCKSTEP_SIZE ldb, T* C, LOCKSTEP_SIZE ldc);              \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##dgmm)(cublasHandle_t handle, cublasSideMode_t mode, LOCKSTEP_SIZE m,        \
                                                 LOCKSTEP_SIZE n, const T* A, LOCKSTEP_SIZE lda, const T* x,           \
                                                 LOCKSTEP_SIZE incx, T* C, LOCKSTEP_SIZE ldc);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, T, R)                                                                                        \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##hemm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
                                                 LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const T* alpha, const T* A,        \
                                                 LOCKSTEP_SIZE lda, const T* B, LOCKSTEP_SIZE ldb, const T* beta,     \
                                                 T* C, LOCKSTEP_SIZE ldc);                                            \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##herk)(                                                                     \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, LOCKSTEP_SIZE n, LOCKSTEP_SIZE k,        \
      const R* alpha, const T* A, LOCKSTEP_SIZE lda, const R* beta, T* C, LOCKSTEP_SIZE ldc);                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##her2k)(cublasHandle_t handle, cublasFillMode_t uplo,                       \
                                                  cublasOperation_t trans, LOCKSTEP_SIZE n, LOCKSTEP_SIZE k,          \
                                                  const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* B,          \
                                                  LOCKSTEP_SIZE ldb, const R* beta, T* C, LOCKSTEP_SIZE ldc);
LOCKSTEP_BLAS(C, cuComplex, float)
LOCKSTEP_BLAS(Z, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(S, T)                                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##trsmBatched)(                                                              \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,                   \
      cublasDiagType_t diag, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, const T* alpha, const T* const A[], LOCKSTEP_SIZE lda, \
      T* const B[], LOCKSTEP_SIZE ldb, LOCKSTEP_SIZE batchCount);                                                     \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##syrkx)(cublasHandle_t handle, cublasFillMode_t uplo,                       \
                                                  cublasOperation_t trans, LOCKSTEP_SIZE n, LOCKSTEP_SIZE k,          \
                                                  const T* alpha, const T* A, LOCKSTEP_SIZE lda, const T* B,          \
                                                  LOCKSTEP_SIZE ldb, const T* beta, T* C, LOCKSTEP_SIZE ldc);
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
cublasStatus_t LOCKSTEP_SIZED(cublasCherkx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                                            LOCKSTEP_SIZE n, LOCKSTEP_SIZE k, const cuComplex* alpha,
                                            const cuComplex* A, LOCKSTEP_SIZE lda, const cuComplex* B,
                                            LOCKSTEP_SIZE ldb, const float* beta, cuComplex* C, LOCKSTEP_SIZE ldc);
cublasStatus_t LOCKSTEP_SIZED(cublasZherkx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                                            LOCKSTEP_SIZE n, LOCKSTEP_SIZE k, const cuDoubleComplex* alpha,
                                            const cuDoubleComplex* A, LOCKSTEP_SIZE lda, const cuDoubleComplex* B,
                                            LOCKSTEP_SIZE ldb, const double* beta, cuDoubleComplex* C,
                                            LOCKSTEP_SIZE ldc);

// --- level 1 of types that are named at run time
cublasStatus_t LOCKSTEP_SIZED(cublasAxpyEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* alpha,
                                            cudaDataType alphaType, const void* x, cudaDataType xType,
                                            LOCKSTEP_SIZE incx, void* y, cudaDataType yType, LOCKSTEP_SIZE incy,
                                            cudaDataType executionType);
cublasStatus_t LOCKSTEP_SIZED(cublasCopyEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* x, cudaDataType xType,
                                            LOCKSTEP_SIZE incx, void* y, cudaDataType yType, LOCKSTEP_SIZE incy);
cublasStatus_t LOCKSTEP_SIZED(cublasSwapEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, void* x, cudaDataType xType,
                                            LOCKSTEP_SIZE incx, void* y, cudaDataType yType, LOCKSTEP_SIZE incy);
cublasStatus_t LOCKSTEP_SIZED(cublasRotEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, void* x, cudaDataType xType,
                                           LOCKSTEP_SIZE incx, void* y, cudaDataType yType, LOCKSTEP_SIZE incy,
                                           const void* c, const void* s, cudaDataType csType,
                                           cudaDataType executionType);
cublasStatus_t LOCKSTEP_SIZED(cublasRotmEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, void* x, cudaDataType xType,
                                            LOCKSTEP_SIZE incx, void* y, cudaDataType yType, LOCKSTEP_SIZE incy,
                                            const void* param, cudaDataType paramType, cudaDataType executionType);
cublasStatus_t LOCKSTEP_SIZED(cublasScalEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* alpha,
                                            cudaDataType alphaType, void* x, cudaDataType xType, LOCKSTEP_SIZE incx,
                                            cudaDataType executionType);
cublasStatus_t LOCKSTEP_SIZED(cublasDotEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* x, cudaDataType xType,
                                           LOCKSTEP_SIZE incx, const void* y, cudaDataType yType, LOCKSTEP_SIZE incy,
                                           void* result, cudaDataType resultType, cudaDataType executionType);
cublasStatus_t LOCKSTEP_SIZED(cublasDotcEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* x, cudaDataType xType,
                                            LOCKSTEP_SIZE incx, const void* y, cudaDataType yType, LOCKSTEP_SIZE incy,
                                            void* result, cudaDataType resultType, cudaDataType executionType);
cublasStatus_t LOCKSTEP_SIZED(cublasNrm2Ex)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* x, cudaDataType xType,
                                            LOCKSTEP_SIZE incx, void* result, cudaDataType resultType,
                                            cudaDataType executionType);
cublasStatus_t LOCKSTEP_SIZED(cublasAsumEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* x, cudaDataType xType,
                                            LOCKSTEP_SIZE incx, void* result, cudaDataType resultType,
                                            cudaDataType executionType);
cublasStatus_t LOCKSTEP_SIZED(cublasIamaxEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* x, cudaDataType xType,
                                             LOCKSTEP_SIZE incx, LOCKSTEP_SIZE* result);
cublasStatus_t LOCKSTEP_SIZED(cublasIaminEx)(cublasHandle_t handle, LOCKSTEP_SIZE n, const void* x, cudaDataType xType,
                                             LOCKSTEP_SIZE incx, LOCKSTEP_SIZE* result);

// --- gemm of types that are named at run time; alpha and beta have the type of the computation
cublasStatus_t LOCKSTEP_SIZED(cublasGemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                            LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, LOCKSTEP_SIZE k, const void* alpha,
                                            const void* A, cudaDataType Atype, LOCKSTEP_SIZE lda, const void* B,
                                            cudaDataType Btype, LOCKSTEP_SIZE ldb, const void* beta, void* C,
                                            cudaDataType Ctype, LOCKSTEP_SIZE ldc, cublasComputeType_t computeType,
                                            cublasGemmAlgo_t algo);
cublasStatus_t LOCKSTEP_SIZED(cublasGemmStridedBatchedEx)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,
    LOCKSTEP_SIZE k, const void* alpha, const void* A, cudaDataType Atype, LOCKSTEP_SIZE lda, long long int strideA,
    const void* B, cudaDataType Btype, LOCKSTEP_SIZE ldb, long long int strideB, const void* beta, void* C,
    cudaDataType Ctype, LOCKSTEP_SIZE ldc, long long int strideC, LOCKSTEP_SIZE batchCount,
    cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t LOCKSTEP_SIZED(cublasGemmBatchedEx)(cublasHandle_t handle, cublasOperation_t transa,
                                                   cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,
                                                   LOCKSTEP_SIZE k, const void* alpha, const void* const Aarray[],
                                                   cudaDataType Atype, LOCKSTEP_SIZE lda, const void* const Barray[],
                                                   cudaDataType Btype, LOCKSTEP_SIZE ldb, const void* beta,
                                                   void* const Carray[], cudaDataType Ctype, LOCKSTEP_SIZE ldc,
                                                   LOCKSTEP_SIZE batchCount, cublasComputeType_t computeType,
                                                   cublasGemmAlgo_t algo);
cublasStatus_t LOCKSTEP_SIZED(cublasSgemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                             LOCKSTEP_SIZE m, LOCKSTEP_SIZE n, LOCKSTEP_SIZE k, const float* alpha,
                                             const void* A, cudaDataType Atype, LOCKSTEP_SIZE lda, const void* B,
                                             cudaDataType Btype, LOCKSTEP_SIZE ldb, const float* beta, void* C,
                                             cudaDataType Ctype, LOCKSTEP_SIZE ldc);
cublasStatus_t LOCKSTEP_SIZED(cublasGemmGroupedBatchedEx)(
    cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[],
    const LOCKSTEP_SIZE m_array[], const LOCKSTEP_SIZE n_array[], const LOCKSTEP_SIZE k_array[],
    const void* alpha_array, const void* const Aarray[], cudaDataType Atype, const LOCKSTEP_SIZE lda_array[],
    const void* const Barray[], cudaDataType Btype, const LOCKSTEP_SIZE ldb_array[], const void* beta_array,
    void* const Carray[], cudaDataType Ctype, const LOCKSTEP_SIZE ldc_array[], LOCKSTEP_SIZE group_count,
    const LOCKSTEP_SIZE group_size[], cublasComputeType_t computeType);
#define LOCKSTEP_BLAS(name)                                                                                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(                                                                      \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, LOCKSTEP_SIZE m, LOCKSTEP_SIZE n,  \
      LOCKSTEP_SIZE k, const cuComplex* alpha, const void* A, cudaDataType Atype, LOCKSTEP_SIZE lda, const void* B, \
      cudaDataType Btype, LOCKSTEP_SIZE ldb, const cuComplex* beta, void* C, cudaDataType Ctype, LOCKSTEP_SIZE ldc);
LOCKSTEP_BLAS(CgemmEx)
LOCKSTEP_BLAS(Cgemm3mEx)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(name, F)                                                                                       \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
                                              LOCKSTEP_SIZE n, LOCKSTEP_SIZE k, const F* alpha, const void* A,       \
                                              cudaDataType Atype, LOCKSTEP_SIZE lda, const F* beta, void* C,         \
                                              cudaDataType Ctype, LOCKSTEP_SIZE ldc);
LOCKSTEP_BLAS(CsyrkEx, cuComplex)
LOCKSTEP_BLAS(Csyrk3mEx, cuComplex)
LOCKSTEP_BLAS(CherkEx, float)
LOCKSTEP_BLAS(Cherk3mEx, float)
#undef LOCKSTEP_BLAS
