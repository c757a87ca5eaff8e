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
  MultiplyMixed(p, {.a = CUDA_R_16F, .b = CUDA_R_16F, .c = CUDA_R_16F, .in_double = false}, __half2float(alpha), of.a,
                of.b, __half2float(beta), of.c);
}

template <class T>
bool IsZero(const Factor<T>& factor) {
  return factor.Is(0);
}
bool IsZero(const Factor<__half>&) { return false; }

template <class T>
cublasStatus_t Gemm(Call& call, const Product& p, const T* alpha, const Matrices<T>& first, const T* beta,
                    const Strides& strides, int count) {
  const Factor<T> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);
  p.Check(call);
  call.Size("batchCount", count);
  if (!call.ok() || p.IsEmpty()) return call.Done();
  const auto at = [=](int i) -> Matrices<T> {
    return {first.a + i * strides.a, first.b + i * strides.b, first.c + i * strides.c};
  };
  for (int i = 0; i < count; ++i) p.List(call, at(i).a, at(i).b, at(i).c, !IsZero(a), !IsZero(b));
  return call.Submit([=] {
    for (int i = 0; i < count; ++i) Multiply(p, a(), at(i), b());
  });
}

template <class T>
cublasStatus_t GemmOfPointers(Call& call, const Product& p, const T* alpha, const T* const* as, const T* const* bs,
                              const T* beta, T* const* cs, int count) {
  const Factor<T> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);
  p.Check(call);
  call.Size("batchCount", count);
  if (!call.ok() || p.IsEmpty()) return call.Done();
  const auto a_list = call.Pointers("Aarray", as, count), b_list = call.Pointers("Barray", bs, count);
  const auto c_list = call.Pointers("Carray", cs, count);
  if (a_list.size() == c_list.size() && b_list.size() == c_list.size())
    for (std::size_t i = 0; i < c_list.size(); ++i)
      p.List(call, a_list[i], b_list[i], c_list[i], !IsZero(a), !IsZero(b));
  return call.Submit([=] {
    for (int i = 0; i < count; ++i) Multiply(p, a(), Matrices<T>{as[i], bs[i], cs[i]}, b());
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

#define NEW_CALL(name) Call call(handle, "cublas" #name, LOCKSTEP_BLAS_CALLER)

extern "C" {

#define LOCKSTEP_BLAS(S, T)                                                                                           \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,    \
                                 int n, int k, const T* alpha, const T* A, int lda, const T* B, int ldb,              \
                                 const T* beta, T* C, int ldc) {                                                      \
    NEW_CALL(S##gemm);                                                                                                \
    return Gemm<T>(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, {A, B, C}, beta, {}, 1);                    \
  }                                                                                                                   \
  cublasStatus_t cublas##S##gemmStridedBatched(                                                                       \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const T* alpha, \
      const T* A, int lda, long long int strideA, const T* B, int ldb, long long int strideB, const T* beta, T* C,    \
      int ldc, long long int strideC, int batchCount) {                                                               \
    NEW_CALL(S##gemmStridedBatched);                                                                                  \
    return Gemm<T>(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, {A, B, C}, beta,                            \
                   {strideA, strideB, strideC}, batchCount);                                                          \
  }                                                                                                                   \
  cublasStatus_t cublas##S##gemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,    \
                                        int m, int n, int k, const T* alpha, const T* const Aarray[], int lda,        \
                                        const T* const Barray[], int ldb, const T* beta, T* const Carray[], int ldc,  \
                                        int batchCount) {                                                             \
    NEW_CALL(S##gemmBatched);                                                                                         \
    return GemmOfPointers<T>(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, Aarray, Barray, beta, Carray,     \
                             batchCount);                                                                             \
  }
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
LOCKSTEP_BLAS(H, __half)
#undef LOCKSTEP_BLAS
}
