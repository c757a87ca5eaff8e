#include <cblas.h>

#include "sim/blas/gemm_shape.h"
#include "sim/blas/groups.h"
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

// Products of groups, each with a shape and factors of its own.
template <class T>
cublasStatus_t GemmInGroups(Call& call, const std::vector<Group>& groups, const T* alpha, const T* beta,
                            const Listed<T>& batch) {
  call.Require(groups.empty() || (alpha && beta), [] { return "the factors are null"; });
  if (!call.ok()) return call.status();
  const Int count = CountIn(groups), known = batch.IsKnown(call, count) ? count : 0;
  const std::vector<T> alphas(alpha, alpha + groups.size()), betas(beta, beta + groups.size());
  Int next = 0;
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (Int i = 0; i < groups[g].count; ++i, ++next) {
      if (next >= known || groups[g].product.IsEmpty()) continue;
      const Matrices<T> of = batch(next);
      groups[g].product.List(call, of.a, of.b, of.c, alphas[g] != 0, betas[g] != 0);
    }
  return call.Submit([=] {
    Int at = 0;
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (Int i = 0; i < groups[g].count; ++i, ++at)
        if (!groups[g].product.IsEmpty()) Multiply(groups[g].product, alphas[g], batch(at), betas[g]);
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

#define LOCKSTEP_ONE(name, T)                                                                                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(                                                                        \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const T* alpha, \
      const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc) {                                       \
    NEW_CALL(name);                                                                                                   \
    return Gemm(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta, Strided<T>{{A, B, C}, {}}, 1);           \
  }
#define LOCKSTEP_STRIDED(name, T)                                                                                     \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(                                                                        \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const T* alpha, \
      const T* A, Int lda, long long int strideA, const T* B, Int ldb, long long int strideB, const T* beta, T* C,    \
      Int ldc, long long int strideC, Int batchCount) {                                                               \
    NEW_CALL(name);                                                                                                   \
    return Gemm(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta,                                          \
                Strided<T>{{A, B, C}, {strideA, strideB, strideC}}, batchCount);                                      \
  }
#define LOCKSTEP_LISTED(name, T)                                                                                  \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasOperation_t transa,                    \
                                              cublasOperation_t transb, Int m, Int n, Int k, const T* alpha,      \
                                              const T* const Aarray[], Int lda, const T* const Barray[], Int ldb, \
                                              const T* beta, T* const Carray[], Int ldc, Int batchCount) {        \
    NEW_CALL(name);                                                                                               \
    return Gemm(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta, Listed<T>{Aarray, Barray, Carray},   \
                batchCount);                                                                                      \
  }
#define LOCKSTEP_BLAS(S, T)                  \
  LOCKSTEP_ONE(S##gemm, T)                   \
  LOCKSTEP_STRIDED(S##gemmStridedBatched, T) \
  LOCKSTEP_LISTED(S##gemmBatched, T)
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
LOCKSTEP_BLAS(H, __half)
#undef LOCKSTEP_BLAS
LOCKSTEP_ONE(Cgemm3m, cuComplex)
LOCKSTEP_ONE(Zgemm3m, cuDoubleComplex)
LOCKSTEP_STRIDED(Cgemm3mStridedBatched, cuComplex)
LOCKSTEP_LISTED(Cgemm3mBatched, cuComplex)
#undef LOCKSTEP_ONE
#undef LOCKSTEP_STRIDED
#undef LOCKSTEP_LISTED

#define LOCKSTEP_BLAS(S, T)                                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemmGroupedBatched)(                                                       \
      cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[],          \
      const Int m_array[], const Int n_array[], const Int k_array[], const T alpha_array[], const T* const Aarray[],  \
      const Int lda_array[], const T* const Barray[], const Int ldb_array[], const T beta_array[], T* const Carray[], \
      const Int ldc_array[], Int group_count, const Int group_size[]) {                                               \
    NEW_CALL(S##gemmGroupedBatched);                                                                                  \
    const auto groups = GroupsOf(call, {transa_array, transb_array, m_array, n_array, k_array, lda_array, ldb_array,  \
                                        ldc_array, group_size, group_count});                                         \
    return GemmInGroups(call, groups, alpha_array, beta_array, Listed<T>{Aarray, Barray, Carray});                    \
  }
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
#undef LOCKSTEP_BLAS
}
