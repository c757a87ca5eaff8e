#include "sim/blas/gemm.h"

#include <cblas.h>

#include "sim/blas/mixed.h"
#include "sim/blas/numbers.h"

namespace lockstep::blas {
namespace {

// The matrices of a product.
template <class T>
struct Matrices {
  const T *a, *b;
  T* c;
};

void Multiply(const Product& p, float alpha, const Matrices<float>& of, float beta) {
  cblas_sgemm(CblasColMajor, OperationOf(p.transa), OperationOf(p.transb), p.m, p.n, p.k, alpha, of.a, p.lda, of.b,
              p.ldb, beta, of.c, p.ldc);
}
void Multiply(const Product& p, double alpha, const Matrices<double>& of, double beta) {
  cblas_dgemm(CblasColMajor, OperationOf(p.transa), OperationOf(p.transb), p.m, p.n, p.k, alpha, of.a, p.lda, of.b,
              p.ldb, beta, of.c, p.ldc);
}
void Multiply(const Product& p, const cuComplex& alpha, const Matrices<cuComplex>& of, const cuComplex& beta) {
  cblas_cgemm(CblasColMajor, OperationOf(p.transa), OperationOf(p.transb), p.m, p.n, p.k, &alpha, of.a, p.lda, of.b,
              p.ldb, &beta, of.c, p.ldc);
}
void Multiply(const Product& p, const cuDoubleComplex& alpha, const Matrices<cuDoubleComplex>& of,
              const cuDoubleComplex& beta) {
  cblas_zgemm(CblasColMajor, OperationOf(p.transa), OperationOf(p.transb), p.m, p.n, p.k, &alpha, of.a, p.lda, of.b,
              p.ldb, &beta, of.c, p.ldc);
}
void Multiply(const Product& p, const __half& alpha, const Matrices<__half>& of, const __half& beta) {
  MultiplyMixed(p, {.a = CUDA_R_16F, .b = CUDA_R_16F, .c = CUDA_R_16F, .in_double = false}, double{__half2float(alpha)},
                of.a, of.b, double{__half2float(beta)}, of.c);
}

template <class T>
bool IsZero(const Factor<T>& factor) {
  return factor.Is(0);
}
bool IsZero(const Factor<__half>&) { return false; }

// Batches: the matrices of the product i, and whether they are known before the work is done.
template <class T>
struct Strided {
  Matrices<T> first;
  Strides by;
  bool IsKnown(Call&, Int) const { return true; }
  Matrices<T> operator()(Int i) const { return {first.a + i * by.a, first.b + i * by.b, first.c + i * by.c}; }
};
template <class T>
struct Listed {
  const T* const* a;
  const T* const* b;
  T* const* c;
  bool IsKnown(Call& call, Int count) const {
    const bool is_a = call.Pointers("Aarray", a, count), is_b = call.Pointers("Barray", b, count);
    return call.Pointers("Carray", c, count) && is_a && is_b;
  }
  Matrices<T> operator()(Int i) const { return {a[i], b[i], c[i]}; }
};

template <class T, class Batch>
cublasStatus_t Gemm(Call& call, const Product& p, const T* alpha, const T* beta, const Batch& batch, Int count) {
  const Factor<T> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);
  p.Check(call);
  call.Size("batchCount", count);
  if (!call.ok() || p.IsEmpty()) return call.status();
  const Int known = batch.IsKnown(call, count) ? count : 0;
  for (Int i = 0; i < known; ++i) {
    const Matrices<T> of = batch(i);
    p.List(call, of.a, of.b, of.c, !IsZero(a), !IsZero(b));
  }
  return call.Submit([=] {
    for (Int i = 0; i < count; ++i) Multiply(p, a(), batch(i), b());
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

#define LOCKSTEP_BLAS(S, T)                                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemm)(                                                                     \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const T* alpha, \
      const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc) {                                       \
    NEW_CALL(S##gemm);                                                                                                \
    return Gemm(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta, Strided<T>{{A, B, C}, {}}, 1);           \
  }                                                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemmStridedBatched)(                                                       \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const T* alpha, \
      const T* A, Int lda, long long int strideA, const T* B, Int ldb, long long int strideB, const T* beta, T* C,    \
      Int ldc, long long int strideC, Int batchCount) {                                                               \
    NEW_CALL(S##gemmStridedBatched);                                                                                  \
    return Gemm(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta,                                          \
                Strided<T>{{A, B, C}, {strideA, strideB, strideC}}, batchCount);                                      \
  }                                                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemmBatched)(                                                              \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const T* alpha, \
      const T* const Aarray[], Int lda, const T* const Barray[], Int ldb, const T* beta, T* const Carray[], Int ldc,  \
      Int batchCount) {                                                                                               \
    NEW_CALL(S##gemmBatched);                                                                                         \
    return Gemm(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta, Listed<T>{Aarray, Barray, Carray},       \
                batchCount);                                                                                          \
  }
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
LOCKSTEP_BLAS(H, __half)
#undef LOCKSTEP_BLAS
}
