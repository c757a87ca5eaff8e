// Matrices times vectors, and updates of matrices by vectors.

#include <cblas.h>

#include <optional>

#include "sim/blas/call.h"
#include "sim/blas/numbers.h"

namespace lockstep::blas {
namespace {

// y = alpha * op(A) * x + beta * y, with m x n matrices.
template <class T>
struct Gemv {
  cublasOperation_t trans;
  Int m, n;
  Factor<T> alpha;
  Int lda, incx;
  Factor<T> beta;
  Int incy;

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
};

// Matrices and vectors of the product i of a batch, and whether they are known before the work is done.
template <class T>
struct Operands {
  const T *a, *x;
  T* y;
};
template <class T>
struct Strided {
  Operands<T> first;
  long long by_a = 0, by_x = 0, by_y = 0;
  bool IsKnown(Call&, Int) const { return true; }
  Operands<T> operator()(Int i) const { return {first.a + i * by_a, first.x + i * by_x, first.y + i * by_y}; }
};
template <class T>
struct Listed {
  const T* const* a;
  const T* const* x;
  T* const* y;
  bool IsKnown(Call& call, Int count) const {
    const bool is_a = call.Pointers("Aarray", a, count), is_x = call.Pointers("xarray", x, count);
    return call.Pointers("yarray", y, count) && is_a && is_x;
  }
  Operands<T> operator()(Int i) const { return {a[i], x[i], y[i]}; }
};

template <class T, class Function, class Batch>
cublasStatus_t MultiplyGeneral(Call& call, Function* function, const Gemv<T>& gemv, const Batch& batch, Int count) {
  gemv.Check(call);
  call.Size("batchCount", count);
  if (!call.ok() || gemv.IsEmpty()) return call.status();
  const Int known = batch.IsKnown(call, count) ? count : 0;
  for (Int i = 0; i < known; ++i) {
    const Operands<T> of = batch(i);
    if (!gemv.alpha.Is(0)) {
      call.Matrix("A", of.a, gemv.m, gemv.n, gemv.lda, Use::kRead);
      call.Vector("x", of.x, gemv.LengthOfX(), gemv.incx, Use::kRead);
    }
    call.Vector("y", of.y, gemv.LengthOfY(), gemv.incy, UseBy(gemv.beta));
  }
  return call.Submit([=] {
    const T a = gemv.alpha(), b = gemv.beta();
    for (Int i = 0; i < count; ++i) {
      const Operands<T> of = batch(i);
      function(CblasColMajor, OperationOf(gemv.trans), gemv.m, gemv.n, ArgumentOf(a), of.a, gemv.lda, of.x, gemv.incx,
               ArgumentOf(b), of.y, gemv.incy);
    }
  });
}

// The same with a matrix of kl diagonals below the main one and ku above.
template <class T, class Function>
cublasStatus_t MultiplyBand(Call& call, Function* function, const Gemv<T>& gemv, Int kl, Int ku,
                            const Operands<T>& of) {
  call.Operation("trans", gemv.trans);
  call.Sizes({{"m", gemv.m}, {"n", gemv.n}, {"kl", kl}, {"ku", ku}});
  call.Leading("lda", gemv.lda, std::int64_t{kl} + ku + 1, "A");
  call.Increment("incx", gemv.incx);
  call.Increment("incy", gemv.incy);
  if (!call.ok() || gemv.IsEmpty()) return call.status();
  call.Band("A", of.a, gemv.m, gemv.n, kl, ku, gemv.lda);
  call.Vector("x", of.x, gemv.LengthOfX(), gemv.incx, Use::kRead);
  call.Vector("y", of.y, gemv.LengthOfY(), gemv.incy, UseBy(gemv.beta));
  return call.Submit([=] {
    const T a = gemv.alpha(), b = gemv.beta();
    function(CblasColMajor, OperationOf(gemv.trans), gemv.m, gemv.n, kl, ku, ArgumentOf(a), of.a, gemv.lda, of.x,
             gemv.incx, ArgumentOf(b), of.y, gemv.incy);
  });
}

// How one triangle of a matrix of order n is stored: as part of a full matrix, as a band of k diagonals beside the main
// one, or column after column.
template <class T>
struct Full {
  const T* first;
  Int lda;
  void Check(Call& call, Int n) const { call.Leading("lda", lda, n, "A"); }
  void List(Call& call, cublasFillMode_t uplo, Int n, Use use, bool with_diagonal = true) const {
    call.Triangle("A", first, uplo, n, lda, use, with_diagonal);
  }
};
template <class T>
struct Band {
  const T* first;
  Int k, lda;
  void Check(Call& call, Int) const {
    call.Size("k", k);
    call.Leading("lda", lda, std::int64_t{k} + 1, "A");
  }
  void List(Call& call, cublasFillMode_t uplo, Int n, Use, bool = true) const {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    call.Band("A", first, n, n, upper ? 0 : k, upper ? k : 0, lda);
  }
};
template <class T>
struct Packed {
  const T* first;
  void Check(Call&, Int) const {}
  void List(Call& call, cublasFillMode_t, Int n, Use use, bool = true) const {
    call.Vector("AP", first, std::int64_t{n} * (n + 1) / 2, 1, use);
  }
};

struct Triangular {
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;
  Int n;
};

// x = op(A) * x, or its inverse. `work` gets what says which triangle it is.
template <class Storage, class T, class Work>
cublasStatus_t Transform(Call& call, const Triangular& of, const Storage& a, T* x, Int incx, Work work) {
  call.Triangle(of.uplo);
  call.Diagonal(of.diag);
  call.Operation("trans", of.trans);
  call.Size("n", of.n);
  call.Increment("incx", incx);
  a.Check(call, of.n);
  if (!call.ok() || of.n == 0) return call.status();
  a.List(call, of.uplo, of.n, Use::kRead, of.diag == CUBLAS_DIAG_NON_UNIT);
  call.Vector("x", x, of.n, incx, Use::kReadWrite);
  return call.Submit(
      [=] { work(CblasColMajor, TriangleOf(of.uplo), OperationOf(of.trans), DiagonalOf(of.diag), of.n); });
}

// A symmetric or Hermitian matrix.
struct Symmetric {
  cublasFillMode_t uplo;
  Int n;
  template <class Storage>
  void Check(Call& call, const Storage& a) const {
    call.Triangle(uplo);
    call.Size("n", n);
    a.Check(call, n);
  }
};

// y = alpha * A * x + beta * y
template <class Storage, class T, class Work>
cublasStatus_t MultiplySymmetric(Call& call, const Symmetric& of, const T* alpha, const Storage& a, const T* x,
                                 Int incx, const T* beta, T* y, Int incy, Work work) {
  const Factor<T> by = call.Scalar("alpha", alpha), keep = call.Scalar("beta", beta);
  of.Check(call, a);
  call.Increment("incx", incx);
  call.Increment("incy", incy);
  if (!call.ok() || of.n == 0) return call.status();
  a.List(call, of.uplo, of.n, Use::kRead);
  call.Vector("x", x, of.n, incx, Use::kRead);
  call.Vector("y", y, of.n, incy, UseBy(keep));
  return call.Submit([=] {
    const T alpha_now = by(), beta_now = keep();
    work(CblasColMajor, TriangleOf(of.uplo), of.n, ArgumentOf(alpha_now), ArgumentOf(beta_now));
  });
}

// A = alpha * x * x' + A, or with a second vector y. F is the type of the factor.
template <class T, class Storage, class F, class Work>
cublasStatus_t UpdateSymmetric(Call& call, const Symmetric& of, const F* alpha, const T* x, Int incx,
                               std::optional<const T*> y, Int incy, const Storage& a, Work work) {
  const Factor<F> by = call.Scalar("alpha", alpha);
  of.Check(call, a);
  call.Increment("incx", incx);
  call.Increment("incy", incy);
  if (!call.ok() || of.n == 0) return call.status();
  call.Vector("x", x, of.n, incx, Use::kRead);
  if (y) call.Vector("y", *y, of.n, incy, Use::kRead);
  a.List(call, of.uplo, of.n, Use::kReadWrite);
  return call.Submit([=] {
    const F now = by();
    work(CblasColMajor, TriangleOf(of.uplo), of.n, ArgumentOf(now));
  });
}

// A = alpha * x * y' + A, with an m x n matrix.
template <class T, class Function>
cublasStatus_t Ger(Call& call, Function* function, Int m, Int n, const T* alpha, const T* x, Int incx, const T* y,
                   Int incy, T* A, Int lda) {
  const Factor<T> by = call.Scalar("alpha", alpha);
  call.Sizes({{"m", m}, {"n", n}});
  call.Leading("lda", lda, m, "A");
  call.Increment("incx", incx);
  call.Increment("incy", incy);
  if (!call.ok() || m == 0 || n == 0) return call.status();
  call.Vector("x", x, m, incx, Use::kRead);
  call.Vector("y", y, n, incy, Use::kRead);
  call.Matrix("A", A, m, n, lda, Use::kReadWrite);
  return call.Submit([=] {
    const T now = by();
    function(CblasColMajor, m, n, ArgumentOf(now), x, incx, y, incy, A, lda);
  });
}

// Symmetric matrices of complex numbers, which the system's BLAS does not have.
template <class T>
const T& InSymmetric(const T* A, Int lda, cublasFillMode_t uplo, std::int64_t i, std::int64_t j) {
  return (uplo == CUBLAS_FILL_MODE_UPPER) == (i < j) ? A[i + j * lda] : A[j + i * lda];
}
template <class T>
T& InVector(T* first, Int n, Int increment, std::int64_t i) {
  return first[(increment < 0 ? i - n + 1 : i) * increment];
}

template <class T>
void MultiplyComplexSymmetric(cublasFillMode_t uplo, Int n, const T& alpha, const T* A, Int lda, const T* x, Int incx,
                              const T& beta, T* y, Int incy) {
  for (std::int64_t i = 0; i < n; ++i) {
    T sum{};
    for (std::int64_t j = 0; j < n; ++j)
      sum = Sum(sum, Multiply(InSymmetric(A, lda, uplo, i, j), InVector(x, n, incx, j)));
    T& to = InVector(y, n, incy, i);
    to = IsEqual(beta, 0) ? Multiply(alpha, sum) : Sum(Multiply(alpha, sum), Multiply(beta, to));
  }
}

// A = alpha * (x * y' + y * x') + A; without `twice`, only the first product.
template <class T>
void UpdateComplexSymmetric(cublasFillMode_t uplo, Int n, const T& alpha, const T* x, Int incx, const T* y, Int incy,
                            bool twice, T* A, Int lda) {
  for (std::int64_t j = 0; j < n; ++j)
    for (std::int64_t i = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j; i < (uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n);
         ++i) {
      T sum = Multiply(InVector(x, n, incx, i), InVector(y, n, incy, j));
      if (twice) sum = Sum(sum, Multiply(InVector(y, n, incy, i), InVector(x, n, incx, j)));
      A[i + j * lda] = Sum(A[i + j * lda], Multiply(alpha, sum));
    }
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

#define GEMV(T) \
  Gemv<T> { trans, m, n, call.Scalar("alpha", alpha), lda, incx, call.Scalar("beta", beta), incy }

extern "C" {

#define LOCKSTEP_BLAS(S, s, T)                                                                                         \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemv)(cublasHandle_t handle, cublasOperation_t trans, Int m, Int n,         \
                                                 const T* alpha, const T* A, Int lda, const T* x, Int incx,            \
                                                 const T* beta, T* y, Int incy) {                                      \
    NEW_CALL(S##gemv);                                                                                                 \
    return MultiplyGeneral(call, cblas_##s##gemv, GEMV(T), Strided<T>{{A, x, y}}, 1);                                  \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemvStridedBatched)(                                                        \
      cublasHandle_t handle, cublasOperation_t trans, Int m, Int n, const T* alpha, const T* A, Int lda,               \
      long long int strideA, const T* x, Int incx, long long int stridex, const T* beta, T* y, Int incy,               \
      long long int stridey, Int batchCount) {                                                                         \
    NEW_CALL(S##gemvStridedBatched);                                                                                   \
    return MultiplyGeneral(call, cblas_##s##gemv, GEMV(T), Strided<T>{{A, x, y}, strideA, stridex, stridey},           \
                           batchCount);                                                                                \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gemvBatched)(                                                               \
      cublasHandle_t handle, cublasOperation_t trans, Int m, Int n, const T* alpha, const T* const Aarray[], Int lda,  \
      const T* const xarray[], Int incx, const T* beta, T* const yarray[], Int incy, Int batchCount) {                 \
    NEW_CALL(S##gemvBatched);                                                                                          \
    return MultiplyGeneral(call, cblas_##s##gemv, GEMV(T), Listed<T>{Aarray, xarray, yarray}, batchCount);             \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##gbmv)(cublasHandle_t handle, cublasOperation_t trans, Int m, Int n, Int kl, \
                                                 Int ku, const T* alpha, const T* A, Int lda, const T* x, Int incx,    \
                                                 const T* beta, T* y, Int incy) {                                      \
    NEW_CALL(S##gbmv);                                                                                                 \
    return MultiplyBand(call, cblas_##s##gbmv, GEMV(T), kl, ku, {A, x, y});                                            \
  }                                                                                                                    \
  LOCKSTEP_TRIANGULAR(S##trmv, cblas_##s##trmv, T)                                                                     \
  LOCKSTEP_TRIANGULAR(S##trsv, cblas_##s##trsv, T)                                                                     \
  LOCKSTEP_BANDED(S##tbmv, cblas_##s##tbmv, T)                                                                         \
  LOCKSTEP_BANDED(S##tbsv, cblas_##s##tbsv, T)                                                                         \
  LOCKSTEP_PACKED(S##tpmv, cblas_##s##tpmv, T)                                                                         \
  LOCKSTEP_PACKED(S##tpsv, cblas_##s##tpsv, T)

#define LOCKSTEP_TRIANGULAR(name, function, T)                                                                       \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
                                              cublasDiagType_t diag, Int n, const T* A, Int lda, T* x, Int incx) {   \
    NEW_CALL(name);                                                                                                  \
    return Transform(call, {uplo, trans, diag, n}, Full<T>{A, lda}, x, incx,                                         \
                     [=](auto... which) { function(which..., A, lda, x, incx); });                                   \
  }
#define LOCKSTEP_BANDED(name, function, T)                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
                                              cublasDiagType_t diag, Int n, Int k, const T* A, Int lda, T* x,        \
                                              Int incx) {                                                            \
    NEW_CALL(name);                                                                                                  \
    return Transform(call, {uplo, trans, diag, n}, Band<T>{A, k, lda}, x, incx,                                      \
                     [=](auto... which) { function(which..., k, A, lda, x, incx); });                                \
  }
#define LOCKSTEP_PACKED(name, function, T)                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
                                              cublasDiagType_t diag, Int n, const T* AP, T* x, Int incx) {           \
    NEW_CALL(name);                                                                                                  \
    return Transform(call, {uplo, trans, diag, n}, Packed<T>{AP}, x, incx,                                           \
                     [=](auto... which) { function(which..., AP, x, incx); });                                       \
  }
LOCKSTEP_BLAS(S, s, float)
LOCKSTEP_BLAS(D, d, double)
LOCKSTEP_BLAS(C, c, cuComplex)
LOCKSTEP_BLAS(Z, z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
#undef LOCKSTEP_TRIANGULAR
#undef LOCKSTEP_BANDED
#undef LOCKSTEP_PACKED

// Symmetric and Hermitian matrices: names of the function here and of that of the system. R is the type of the factor
// of the updates of rank 1.
#define LOCKSTEP_BLAS(mv, bmv, pmv, r, r2, pr, pr2, c_mv, c_bmv, c_pmv, c_r, c_r2, c_pr, c_pr2, T, R)                  \
  cublasStatus_t LOCKSTEP_SIZED(cublas##mv)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha,       \
                                            const T* A, Int lda, const T* x, Int incx, const T* beta, T* y,            \
                                            Int incy) {                                                                \
    NEW_CALL(mv);                                                                                                      \
    return MultiplySymmetric(call, {uplo, n}, alpha, Full<T>{A, lda}, x, incx, beta, y, incy,                          \
                             [=](auto order, auto triangle, Int n, auto a, auto b) {                                   \
                               c_mv(order, triangle, n, a, A, lda, x, incx, b, y, incy);                               \
                             });                                                                                       \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##bmv)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, Int k,               \
                                             const T* alpha, const T* A, Int lda, const T* x, Int incx, const T* beta, \
                                             T* y, Int incy) {                                                         \
    NEW_CALL(bmv);                                                                                                     \
    return MultiplySymmetric(call, {uplo, n}, alpha, Band<T>{A, k, lda}, x, incx, beta, y, incy,                       \
                             [=](auto order, auto triangle, Int n, auto a, auto b) {                                   \
                               c_bmv(order, triangle, n, k, a, A, lda, x, incx, b, y, incy);                           \
                             });                                                                                       \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##pmv)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha,      \
                                             const T* AP, const T* x, Int incx, const T* beta, T* y, Int incy) {       \
    NEW_CALL(pmv);                                                                                                     \
    return MultiplySymmetric(call, {uplo, n}, alpha, Packed<T>{AP}, x, incx, beta, y, incy,                            \
                             [=](auto order, auto triangle, Int n, auto a, auto b) {                                   \
                               c_pmv(order, triangle, n, a, AP, x, incx, b, y, incy);                                  \
                             });                                                                                       \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##r)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const R* alpha,        \
                                           const T* x, Int incx, T* A, Int lda) {                                      \
    NEW_CALL(r);                                                                                                       \
    return UpdateSymmetric<T>(call, {uplo, n}, alpha, x, incx, std::nullopt, 1, Full<T>{A, lda},                       \
                              [=](auto... which) { c_r(which..., x, incx, A, lda); });                                 \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##r2)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha,       \
                                            const T* x, Int incx, const T* y, Int incy, T* A, Int lda) {               \
    NEW_CALL(r2);                                                                                                      \
    return UpdateSymmetric<T>(call, {uplo, n}, alpha, x, incx, y, incy, Full<T>{A, lda},                               \
                              [=](auto... which) { c_r2(which..., x, incx, y, incy, A, lda); });                       \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##pr)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const R* alpha,       \
                                            const T* x, Int incx, T* AP) {                                             \
    NEW_CALL(pr);                                                                                                      \
    return UpdateSymmetric<T>(call, {uplo, n}, alpha, x, incx, std::nullopt, 1, Packed<T>{AP},                         \
                              [=](auto... which) { c_pr(which..., x, incx, AP); });                                    \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##pr2)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha,      \
                                             const T* x, Int incx, const T* y, Int incy, T* AP) {                      \
    NEW_CALL(pr2);                                                                                                     \
    return UpdateSymmetric<T>(call, {uplo, n}, alpha, x, incx, y, incy, Packed<T>{AP},                                 \
                              [=](auto... which) { c_pr2(which..., x, incx, y, incy, AP); });                          \
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

#define LOCKSTEP_BLAS(name, function, T)                                                                       \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, Int m, Int n, const T* alpha, const T* x, \
                                              Int incx, const T* y, Int incy, T* A, Int lda) {                 \
    NEW_CALL(name);                                                                                            \
    return Ger(call, function, m, n, alpha, x, incx, y, incy, A, lda);                                         \
  }
LOCKSTEP_BLAS(Sger, cblas_sger, float)
LOCKSTEP_BLAS(Dger, cblas_dger, double)
LOCKSTEP_BLAS(Cgeru, cblas_cgeru, cuComplex)
LOCKSTEP_BLAS(Cgerc, cblas_cgerc, cuComplex)
LOCKSTEP_BLAS(Zgeru, cblas_zgeru, cuDoubleComplex)
LOCKSTEP_BLAS(Zgerc, cblas_zgerc, cuDoubleComplex)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(S, T)                                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##symv)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, \
                                                 const T* A, Int lda, const T* x, Int incx, const T* beta, T* y,      \
                                                 Int incy) {                                                          \
    NEW_CALL(S##symv);                                                                                                \
    return MultiplySymmetric(call, {uplo, n}, alpha, Full<T>{A, lda}, x, incx, beta, y, incy,                         \
                             [=](auto, auto, Int, const void* a, const void* b) {                                     \
                               MultiplyComplexSymmetric(uplo, n, *static_cast<const T*>(a), A, lda, x, incx,          \
                                                        *static_cast<const T*>(b), y, incy);                          \
                             });                                                                                      \
  }                                                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##syr)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha,  \
                                                const T* x, Int incx, T* A, Int lda) {                                \
    NEW_CALL(S##syr);                                                                                                 \
    return UpdateSymmetric<T>(                                                                                        \
        call, {uplo, n}, alpha, x, incx, std::nullopt, 1, Full<T>{A, lda}, [=](auto, auto, Int, const void* a) {      \
          UpdateComplexSymmetric(uplo, n, *static_cast<const T*>(a), x, incx, x, incx, false, A, lda);                \
        });                                                                                                           \
  }                                                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##syr2)(cublasHandle_t handle, cublasFillMode_t uplo, Int n, const T* alpha, \
                                                 const T* x, Int incx, const T* y, Int incy, T* A, Int lda) {         \
    NEW_CALL(S##syr2);                                                                                                \
    return UpdateSymmetric<T>(                                                                                        \
        call, {uplo, n}, alpha, x, incx, y, incy, Full<T>{A, lda}, [=](auto, auto, Int, const void* a) {              \
          UpdateComplexSymmetric(uplo, n, *static_cast<const T*>(a), x, incx, y, incy, true, A, lda);                 \
        });                                                                                                           \
  }
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
}
