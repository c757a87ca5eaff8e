// Matrices times vectors, and updates of matrices by vectors.

#include <cblas.h>

#include <cstdlib>

#include "sim/blas/call.h"
#include "sim/blas/numbers.h"

namespace lockstep::blas {
namespace {

// How y = alpha * ... + beta * y uses y.
template <class T>
Use UseOf(const Factor<T>& beta) {
  return beta.Is(0) ? Use::kWrite : Use::kReadWrite;
}

std::int64_t PackedSize(std::int64_t n) { return n * (n + 1) / 2; }

// The shape of a triangular matrix.
struct Triangular {
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;
  int n;
};

void CheckTriangular(Call& call, const Triangular& of, int incx) {
  call.Require(unsigned(of.uplo) <= CUBLAS_FILL_MODE_UPPER, [] { return "`uplo` is neither triangle"; });
  call.Require(unsigned(of.diag) <= CUBLAS_DIAG_UNIT, [] { return "`diag` has no such value"; });
  call.Operation("trans", of.trans);
  call.Size("n", of.n);
  call.Increment("incx", incx);
}

void CheckSymmetric(Call& call, cublasFillMode_t uplo, int n) {
  call.Require(unsigned(uplo) <= CUBLAS_FILL_MODE_UPPER, [] { return "`uplo` is neither triangle"; });
  call.Size("n", n);
}

template <class T>
void AddTriangle(Call& call, const Triangular& of, const T* A, int lda) {
  call.Triangle("A", A, of.uplo, of.n, lda, Use::kRead, of.diag == CUBLAS_DIAG_NON_UNIT);
}

// A triangular band of k diagonals beside the main one.
template <class T>
void AddBand(Call& call, cublasFillMode_t uplo, int n, int k, const T* A, int lda) {
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
  call.Band("A", A, n, n, upper ? 0 : k, upper ? k : 0, lda);
}

// x = op(A) * x or its inverse, with A listed already.
template <class T, class Work>
cublasStatus_t Update(Call& call, const Triangular& of, T* x, int incx, Work work) {
  if (!call.ok() || of.n == 0) return call.Done();
  call.Vector("x", x, of.n, incx, Use::kReadWrite);
  return call.Submit(work);
}

}  // namespace

template <class T>
struct Gemv {
  cublasOperation_t trans;
  int m, n;
  Factor<T> alpha;
  int lda, incx;
  Factor<T> beta;
  int incy;

  std::int64_t LengthOfX() const { return trans == CUBLAS_OP_N ? n : m; }
  std::int64_t LengthOfY() const { return trans == CUBLAS_OP_N ? m : n; }
  bool IsEmpty() const { return m == 0 || n == 0; }
  void Check(Call& call) const {
    call.Operation("trans", trans);
    call.Sizes({{"m", m}, {"n", n}});
    call.Leading("lda", lda, m, "A");
    call.Increment("incx", incx);
    call.Increment("incy", incy);
  }
  void List(Call& call, const T* A, const T* x, T* y) const {
    if (!alpha.Is(0)) {
      call.Matrix("A", A, m, n, lda, Use::kRead);
      call.Vector("x", x, LengthOfX(), incx, Use::kRead);
    }
    call.Vector("y", y, LengthOfY(), incy, UseOf(beta));
  }
  template <class Function>
  void Do(Function* gemv, const T* A, const T* x, T* y) const {
    const T a = alpha(), b = beta();
    gemv(CblasColMajor, OperationOf(trans), m, n, ArgumentOf(a), A, lda, x, incx, ArgumentOf(b), y, incy);
  }
};

}  // namespace lockstep::blas

using namespace lockstep::blas;

#define FUNCTION(name) "cublas" #name
#define NEW_CALL(name) Call call(handle, FUNCTION(name), LOCKSTEP_BLAS_CALLER)

extern "C" {

#define LOCKSTEP_BLAS(S, s, T)                                                                                         \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha,         \
                                 const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy) {           \
    NEW_CALL(S##gemv);                                                                                                 \
    const Gemv<T> gemv{trans, m, n, call.Scalar("alpha", alpha), lda, incx, call.Scalar("beta", beta), incy};          \
    gemv.Check(call);                                                                                                  \
    if (!call.ok() || gemv.IsEmpty()) return call.Done();                                                              \
    gemv.List(call, A, x, y);                                                                                          \
    return call.Submit([=] { gemv.Do(cblas_##s##gemv, A, x, y); });                                                    \
  }                                                                                                                    \
  cublasStatus_t cublas##S##gemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n,           \
                                               const T* alpha, const T* A, int lda, long long int strideA, const T* x, \
                                               int incx, long long int stridex, const T* beta, T* y, int incy,         \
                                               long long int stridey, int batchCount) {                                \
    NEW_CALL(S##gemvStridedBatched);                                                                                   \
    const Gemv<T> gemv{trans, m, n, call.Scalar("alpha", alpha), lda, incx, call.Scalar("beta", beta), incy};          \
    gemv.Check(call);                                                                                                  \
    call.Size("batchCount", batchCount);                                                                               \
    if (!call.ok() || gemv.IsEmpty()) return call.Done();                                                              \
    for (int i = 0; i < batchCount; ++i) gemv.List(call, A + i * strideA, x + i * stridex, y + i * stridey);           \
    return call.Submit([=] {                                                                                           \
      for (int i = 0; i < batchCount; ++i)                                                                             \
          gemv.Do(cblas_##s##gemv, A + i * strideA, x + i * stridex, y + i * stridey);                                 \
    });                                                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublas##S##gemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha,  \
                                        const T* const Aarray[], int lda, const T* const xarray[], int incx,           \
                                        const T* beta, T* const yarray[], int incy, int batchCount) {                  \
    NEW_CALL(S##gemvBatched);                                                                                          \
    const Gemv<T> gemv{trans, m, n, call.Scalar("alpha", alpha), lda, incx, call.Scalar("beta", beta), incy};          \
    gemv.Check(call);                                                                                                  \
    call.Size("batchCount", batchCount);                                                                               \
    if (!call.ok() || gemv.IsEmpty()) return call.Done();                                                              \
    const auto As = call.Pointers("Aarray", Aarray, batchCount), xs = call.Pointers("xarray", xarray, batchCount);     \
    const auto ys = call.Pointers("yarray", yarray, batchCount);                                                       \
    for (std::size_t i = 0; i < ys.size(); ++i) gemv.List(call, As[i], xs[i], ys[i]);                                  \
    return call.Submit([=] {                                                                                           \
      for (int i = 0; i < batchCount; ++i) gemv.Do(cblas_##s##gemv, Aarray[i], xarray[i], yarray[i]);                  \
    });                                                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublas##S##gbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl, int ku,         \
                                 const T* alpha, const T* A, int lda, const T* x, int incx, const T* beta, T* y,       \
                                 int incy) {                                                                           \
    NEW_CALL(S##gbmv);                                                                                                 \
    const Gemv<T> gemv{trans, m, n, call.Scalar("alpha", alpha), lda, incx, call.Scalar("beta", beta), incy};          \
    call.Operation("trans", trans);                                                                                    \
    call.Sizes({{"m", m}, {"n", n}, {"kl", kl}, {"ku", ku}});                                                          \
    call.Leading("lda", lda, std::int64_t{kl} + ku + 1, "A");                                                          \
    call.Increment("incx", incx);                                                                                      \
    call.Increment("incy", incy);                                                                                      \
    if (!call.ok() || gemv.IsEmpty()) return call.Done();                                                              \
    call.Band("A", A, m, n, kl, ku, lda);                                                                              \
    call.Vector("x", x, gemv.LengthOfX(), incx, Use::kRead);                                                           \
    call.Vector("y", y, gemv.LengthOfY(), incy, UseOf(gemv.beta));                                                     \
    return call.Submit([=] {                                                                                           \
      const T a = gemv.alpha(), b = gemv.beta();                                                                       \
      cblas_##s##gbmv(CblasColMajor, OperationOf(trans), m, n, kl, ku, ArgumentOf(a), A, lda, x, incx, ArgumentOf(b),  \
                      y, incy);                                                                                        \
    });                                                                                                                \
  }                                                                                                                    \
  LOCKSTEP_TRIANGULAR(S##trmv, cblas_##s##trmv, T)                                                                     \
  LOCKSTEP_TRIANGULAR(S##trsv, cblas_##s##trsv, T)                                                                     \
  LOCKSTEP_BANDED(S##tbmv, cblas_##s##tbmv, T)                                                                         \
  LOCKSTEP_BANDED(S##tbsv, cblas_##s##tbsv, T)                                                                         \
  LOCKSTEP_PACKED(S##tpmv, cblas_##s##tpmv, T)                                                                         \
  LOCKSTEP_PACKED(S##tpsv, cblas_##s##tpsv, T)

#define LOCKSTEP_TRIANGULAR(name, work, T)                                                             \
  cublasStatus_t cublas##name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,   \
                              cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx) {     \
    NEW_CALL(name);                                                                                    \
    CheckTriangular(call, {uplo, trans, diag, n}, incx);                                               \
    call.Leading("lda", lda, n, "A");                                                                  \
    if (call.ok()) AddTriangle(call, {uplo, trans, diag, n}, A, lda);                                  \
    return Update(call, {uplo, trans, diag, n}, x, incx, [=] {                                         \
      work(CblasColMajor, TriangleOf(uplo), OperationOf(trans), DiagonalOf(diag), n, A, lda, x, incx); \
    });                                                                                                \
  }
#define LOCKSTEP_BANDED(name, work, T)                                                                    \
  cublasStatus_t cublas##name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,      \
                              cublasDiagType_t diag, int n, int k, const T* A, int lda, T* x, int incx) { \
    NEW_CALL(name);                                                                                       \
    CheckTriangular(call, {uplo, trans, diag, n}, incx);                                                  \
    call.Size("k", k);                                                                                    \
    call.Leading("lda", lda, std::int64_t{k} + 1, "A");                                                   \
    if (call.ok()) AddBand(call, uplo, n, k, A, lda);                                                     \
    return Update(call, {uplo, trans, diag, n}, x, incx, [=] {                                            \
      work(CblasColMajor, TriangleOf(uplo), OperationOf(trans), DiagonalOf(diag), n, k, A, lda, x, incx); \
    });                                                                                                   \
  }
#define LOCKSTEP_PACKED(name, work, T)                                                               \
  cublasStatus_t cublas##name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
                              cublasDiagType_t diag, int n, const T* AP, T* x, int incx) {           \
    NEW_CALL(name);                                                                                  \
    CheckTriangular(call, {uplo, trans, diag, n}, incx);                                             \
    if (call.ok()) call.Vector("AP", AP, PackedSize(n), 1, Use::kRead);                              \
    return Update(call, {uplo, trans, diag, n}, x, incx, [=] {                                       \
      work(CblasColMajor, TriangleOf(uplo), OperationOf(trans), DiagonalOf(diag), n, AP, x, incx);   \
    });                                                                                              \
  }
LOCKSTEP_BLAS(S, s, float)
LOCKSTEP_BLAS(D, d, double)
LOCKSTEP_BLAS(C, c, cuComplex)
LOCKSTEP_BLAS(Z, z, cuDoubleComplex)
#undef LOCKSTEP_BLAS

// Symmetric and Hermitian matrices. R is the type of the factor of the updates of rank 1.
#define LOCKSTEP_BLAS(mv, bmv, pmv, r, r2, pr, pr2, c_mv, c_bmv, c_pmv, c_r, c_r2, c_pr, c_pr2, T, R)                  \
  cublasStatus_t cublas##mv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* A, int lda,  \
                            const T* x, int incx, const T* beta, T* y, int incy) {                                     \
    NEW_CALL(mv);                                                                                                      \
    const Factor<T> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);                                    \
    CheckSymmetric(call, uplo, n);                                                                                     \
    call.Leading("lda", lda, n, "A");                                                                                  \
    call.Increment("incx", incx);                                                                                      \
    call.Increment("incy", incy);                                                                                      \
    if (!call.ok() || n == 0) return call.Done();                                                                      \
    call.Triangle("A", A, uplo, n, lda, Use::kRead);                                                                   \
    call.Vector("x", x, n, incx, Use::kRead);                                                                          \
    call.Vector("y", y, n, incy, UseOf(b));                                                                            \
    return call.Submit([=] {                                                                                           \
      const T by = a(), keep = b();                                                                                    \
      c_mv(CblasColMajor, TriangleOf(uplo), n, ArgumentOf(by), A, lda, x, incx, ArgumentOf(keep), y, incy);            \
    });                                                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublas##bmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, const T* alpha, const T* A,   \
                             int lda, const T* x, int incx, const T* beta, T* y, int incy) {                           \
    NEW_CALL(bmv);                                                                                                     \
    const Factor<T> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);                                    \
    CheckSymmetric(call, uplo, n);                                                                                     \
    call.Size("k", k);                                                                                                 \
    call.Leading("lda", lda, std::int64_t{k} + 1, "A");                                                                \
    call.Increment("incx", incx);                                                                                      \
    call.Increment("incy", incy);                                                                                      \
    if (!call.ok() || n == 0) return call.Done();                                                                      \
    AddBand(call, uplo, n, k, A, lda);                                                                                 \
    call.Vector("x", x, n, incx, Use::kRead);                                                                          \
    call.Vector("y", y, n, incy, UseOf(b));                                                                            \
    return call.Submit([=] {                                                                                           \
      const T by = a(), keep = b();                                                                                    \
      c_bmv(CblasColMajor, TriangleOf(uplo), n, k, ArgumentOf(by), A, lda, x, incx, ArgumentOf(keep), y, incy);        \
    });                                                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublas##pmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* AP,         \
                             const T* x, int incx, const T* beta, T* y, int incy) {                                    \
    NEW_CALL(pmv);                                                                                                     \
    const Factor<T> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);                                    \
    CheckSymmetric(call, uplo, n);                                                                                     \
    call.Increment("incx", incx);                                                                                      \
    call.Increment("incy", incy);                                                                                      \
    if (!call.ok() || n == 0) return call.Done();                                                                      \
    call.Vector("AP", AP, PackedSize(n), 1, Use::kRead);                                                               \
    call.Vector("x", x, n, incx, Use::kRead);                                                                          \
    call.Vector("y", y, n, incy, UseOf(b));                                                                            \
    return call.Submit([=] {                                                                                           \
      const T by = a(), keep = b();                                                                                    \
      c_pmv(CblasColMajor, TriangleOf(uplo), n, ArgumentOf(by), AP, x, incx, ArgumentOf(keep), y, incy);               \
    });                                                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublas##r(cublasHandle_t handle, cublasFillMode_t uplo, int n, const R* alpha, const T* x, int incx,  \
                           T* A, int lda) {                                                                            \
    NEW_CALL(r);                                                                                                       \
    const Factor<R> a = call.Scalar("alpha", alpha);                                                                   \
    CheckSymmetric(call, uplo, n);                                                                                     \
    call.Leading("lda", lda, n, "A");                                                                                  \
    call.Increment("incx", incx);                                                                                      \
    if (!call.ok() || n == 0) return call.Done();                                                                      \
    call.Vector("x", x, n, incx, Use::kRead);                                                                          \
    call.Triangle("A", A, uplo, n, lda, Use::kReadWrite);                                                              \
    return call.Submit([=] { c_r(CblasColMajor, TriangleOf(uplo), n, a(), x, incx, A, lda); });                        \
  }                                                                                                                    \
  cublasStatus_t cublas##r2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, \
                            const T* y, int incy, T* A, int lda) {                                                     \
    NEW_CALL(r2);                                                                                                      \
    const Factor<T> a = call.Scalar("alpha", alpha);                                                                   \
    CheckSymmetric(call, uplo, n);                                                                                     \
    call.Leading("lda", lda, n, "A");                                                                                  \
    call.Increment("incx", incx);                                                                                      \
    call.Increment("incy", incy);                                                                                      \
    if (!call.ok() || n == 0) return call.Done();                                                                      \
    call.Vector("x", x, n, incx, Use::kRead);                                                                          \
    call.Vector("y", y, n, incy, Use::kRead);                                                                          \
    call.Triangle("A", A, uplo, n, lda, Use::kReadWrite);                                                              \
    return call.Submit([=] {                                                                                           \
      const T by = a();                                                                                                \
      c_r2(CblasColMajor, TriangleOf(uplo), n, ArgumentOf(by), x, incx, y, incy, A, lda);                              \
    });                                                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublas##pr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const R* alpha, const T* x, int incx, \
                            T* AP) {                                                                                   \
    NEW_CALL(pr);                                                                                                      \
    const Factor<R> a = call.Scalar("alpha", alpha);                                                                   \
    CheckSymmetric(call, uplo, n);                                                                                     \
    call.Increment("incx", incx);                                                                                      \
    if (!call.ok() || n == 0) return call.Done();                                                                      \
    call.Vector("x", x, n, incx, Use::kRead);                                                                          \
    call.Vector("AP", AP, PackedSize(n), 1, Use::kReadWrite);                                                          \
    return call.Submit([=] { c_pr(CblasColMajor, TriangleOf(uplo), n, a(), x, incx, AP); });                           \
  }                                                                                                                    \
  cublasStatus_t cublas##pr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* x,          \
                             int incx, const T* y, int incy, T* AP) {                                                  \
    NEW_CALL(pr2);                                                                                                     \
    const Factor<T> a = call.Scalar("alpha", alpha);                                                                   \
    CheckSymmetric(call, uplo, n);                                                                                     \
    call.Increment("incx", incx);                                                                                      \
    call.Increment("incy", incy);                                                                                      \
    if (!call.ok() || n == 0) return call.Done();                                                                      \
    call.Vector("x", x, n, incx, Use::kRead);                                                                          \
    call.Vector("y", y, n, incy, Use::kRead);                                                                          \
    call.Vector("AP", AP, PackedSize(n), 1, Use::kReadWrite);                                                          \
    return call.Submit([=] {                                                                                           \
      const T by = a();                                                                                                \
      c_pr2(CblasColMajor, TriangleOf(uplo), n, ArgumentOf(by), x, incx, y, incy, AP);                                 \
    });                                                                                                                \
  }
LOCKSTEP_BLAS(Ssymv, Ssbmv, Sspmv, Ssyr, Ssyr2, Sspr, Sspr2, cblas_ssymv, cblas_ssbmv, cblas_sspmv, cblas_ssyr,
              cblas_ssyr2, cblas_sspr, cblas_sspr2, float, float)
LOCKSTEP_BLAS(Dsymv, Dsbmv, Dspmv, Dsyr, Dsyr2, Dspr, Dspr2, cblas_dsymv, cblas_dsbmv, cblas_dspmv, cblas_dsyr,
              cblas_dsyr2, cblas_dspr, cblas_dspr2, double, double)
LOCKSTEP_BLAS(Chemv, Chbmv, Chpmv, Cher, Cher2, Chpr, Chpr2, cblas_chemv, cblas_chbmv, cblas_chpmv, cblas_cher,
              cblas_cher2, cblas_chpr, cblas_chpr2, cuComplex, float)
LOCKSTEP_BLAS(Zhemv, Zhbmv, Zhpmv, Zher, Zher2, Zhpr, Zhpr2, cblas_zhemv, cblas_zhbmv, cblas_zhpmv, cblas_zher,
              cblas_zher2, cblas_zhpr, cblas_zhpr2, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(name, work, T)                                                                                 \
  cublasStatus_t cublas##name(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, \
                              int incy, T* A, int lda) {                                                             \
    NEW_CALL(name);                                                                                                  \
    const Factor<T> a = call.Scalar("alpha", alpha);                                                                 \
    call.Sizes({{"m", m}, {"n", n}});                                                                                \
    call.Leading("lda", lda, m, "A");                                                                                \
    call.Increment("incx", incx);                                                                                    \
    call.Increment("incy", incy);                                                                                    \
    if (!call.ok() || m == 0 || n == 0) return call.Done();                                                          \
    call.Vector("x", x, m, incx, Use::kRead);                                                                        \
    call.Vector("y", y, n, incy, Use::kRead);                                                                        \
    call.Matrix("A", A, m, n, lda, Use::kReadWrite);                                                                 \
    return call.Submit([=] {                                                                                         \
      const T by = a();                                                                                              \
      work(CblasColMajor, m, n, ArgumentOf(by), x, incx, y, incy, A, lda);                                           \
    });                                                                                                              \
  }
LOCKSTEP_BLAS(Sger, cblas_sger, float)
LOCKSTEP_BLAS(Dger, cblas_dger, double)
LOCKSTEP_BLAS(Cgeru, cblas_cgeru, cuComplex)
LOCKSTEP_BLAS(Cgerc, cblas_cgerc, cuComplex)
LOCKSTEP_BLAS(Zgeru, cblas_zgeru, cuDoubleComplex)
LOCKSTEP_BLAS(Zgerc, cblas_zgerc, cuDoubleComplex)
#undef LOCKSTEP_BLAS
}
