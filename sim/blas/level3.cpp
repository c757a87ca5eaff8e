// Products with matrices of a special form, and updates of such matrices. Those with general matrices are in gemm.cpp.

#include <cblas.h>

#include <optional>

#include "sim/blas/call.h"
#include "sim/blas/numbers.h"

namespace lockstep::blas {
namespace {

void CheckSides(Call& call, cublasSideMode_t side, cublasFillMode_t uplo, Int m, Int n) {
  call.Side(side);
  call.Triangle(uplo);
  call.Sizes({{"m", m}, {"n", n}});
}

// C = alpha * A * B + beta * C, or B * A, with a symmetric or Hermitian A.
template <class T, class Function>
cublasStatus_t Symm(Call& call, Function* function, cublasSideMode_t side, cublasFillMode_t uplo, Int m, Int n,
                    const T* alpha, const T* A, Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc) {
  const Factor<T> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);
  const Int order = side == CUBLAS_SIDE_LEFT ? m : n;
  CheckSides(call, side, uplo, m, n);
  call.Leading("lda", lda, order, "A");
  call.Leading("ldb", ldb, m, "B");
  call.Leading("ldc", ldc, m, "C");
  if (!call.ok() || m == 0 || n == 0) return call.status();
  call.Triangle("A", A, uplo, order, lda, Use::kRead);
  call.Matrix("B", B, m, n, ldb, Use::kRead);
  call.Matrix("C", C, m, n, ldc, UseBy(b));
  return call.Submit([=] {
    const T by = a(), keep = b();
    function(CblasColMajor, SideOf(side), TriangleOf(uplo), m, n, ArgumentOf(by), A, lda, B, ldb, ArgumentOf(keep), C,
             ldc);
  });
}

// C = alpha * op(A) * op(A)' + beta * C, or with a second matrix B, of which one triangle is written. F
// and G are the types of the factors.
template <class T, class F, class G, class Work>
cublasStatus_t Rank(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, Int n, Int k, const F* alpha,
                    const T* A, Int lda, std::optional<const T*> B, Int ldb, const G* beta, T* C, Int ldc, Work work) {
  const Factor<F> a = call.Scalar("alpha", alpha);
  const Factor<G> b = call.Scalar("beta", beta);
  const Int rows = trans == CUBLAS_OP_N ? n : k, columns = trans == CUBLAS_OP_N ? k : n;
  CheckSides(call, CUBLAS_SIDE_LEFT, uplo, n, n);
  call.Operation("trans", trans);
  call.Size("k", k);
  call.Leading("lda", lda, rows, "A");
  if (B) call.Leading("ldb", ldb, rows, "B");
  call.Leading("ldc", ldc, n, "C");
  if (!call.ok() || n == 0) return call.status();
  call.Matrix("A", A, rows, columns, lda, Use::kRead);
  if (B) call.Matrix("B", *B, rows, columns, ldb, Use::kRead);
  call.Triangle("C", C, uplo, n, ldc, UseBy(b));
  return call.Submit([=] {
    const F by = a();
    const G keep = b();
    work(CblasColMajor, TriangleOf(uplo), OperationOf(trans), n, k, ArgumentOf(by), ArgumentOf(keep));
  });
}

// op(A) with a triangular A, from either side.
struct Triangular {
  cublasSideMode_t side;
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;
  Int m, n, lda;
  Int Order() const { return side == CUBLAS_SIDE_LEFT ? m : n; }
};

template <class T>
void CheckTriangular(Call& call, const Triangular& of, const T* A) {
  CheckSides(call, of.side, of.uplo, of.m, of.n);
  call.Operation("trans", of.trans);
  call.Diagonal(of.diag);
  call.Leading("lda", of.lda, of.Order(), "A");
  if (call.ok() && of.m > 0 && of.n > 0)
    call.Triangle("A", A, of.uplo, of.Order(), of.lda, Use::kRead, of.diag == CUBLAS_DIAG_NON_UNIT);
}

template <class T, class Function>
cublasStatus_t Trmm(Call& call, Function* function, const Triangular& of, const T* alpha, const T* A, const T* B,
                    Int ldb, T* C, Int ldc) {
  const Factor<T> a = call.Scalar("alpha", alpha);
  CheckTriangular(call, of, A);
  call.Leading("ldb", ldb, of.m, "B");
  call.Leading("ldc", ldc, of.m, "C");
  if (!call.ok() || of.m == 0 || of.n == 0) return call.status();
  call.Matrix("B", B, of.m, of.n, ldb, Use::kRead);
  call.Matrix("C", C, of.m, of.n, ldc, Use::kWrite);
  return call.Submit([=] {
    if (B != C)
      for (std::int64_t j = 0; j < of.n; ++j) std::copy_n(B + j * ldb, of.m, C + j * ldc);
    const T by = a();
    function(CblasColMajor, SideOf(of.side), TriangleOf(of.uplo), OperationOf(of.trans), DiagonalOf(of.diag), of.m,
             of.n, ArgumentOf(by), A, of.lda, C, ldc);
  });
}

template <class T, class Function>
cublasStatus_t Trsm(Call& call, Function* function, const Triangular& of, const T* alpha, const T* A, T* B, Int ldb) {
  const Factor<T> a = call.Scalar("alpha", alpha);
  CheckTriangular(call, of, A);
  call.Leading("ldb", ldb, of.m, "B");
  if (!call.ok() || of.m == 0 || of.n == 0) return call.status();
  call.Matrix("B", B, of.m, of.n, ldb, Use::kReadWrite);
  return call.Submit([=] {
    const T by = a();
    function(CblasColMajor, SideOf(of.side), TriangleOf(of.uplo), OperationOf(of.trans), DiagonalOf(of.diag), of.m,
             of.n, ArgumentOf(by), A, of.lda, B, ldb);
  });
}

template <class T, class Function>
cublasStatus_t TrsmBatched(Call& call, Function* function, const Triangular& of, const T* alpha, const T* const* A,
                           T* const* B, Int ldb, Int count) {
  const Factor<T> a = call.Scalar("alpha", alpha);
  CheckTriangular<T>(call, {of.side, of.uplo, of.trans, of.diag, 0, 0, of.lda}, nullptr);
  call.Sizes({{"m", of.m}, {"n", of.n}, {"batchCount", count}});
  call.Leading("lda", of.lda, of.Order(), "A");
  call.Leading("ldb", ldb, of.m, "B");
  if (!call.ok() || of.m == 0 || of.n == 0 || count == 0) return call.status();
  if (call.Pointers("A", A, count) && call.Pointers("B", B, count))
    for (Int i = 0; i < count; ++i) {
      call.Triangle("A", A[i], of.uplo, of.Order(), of.lda, Use::kRead, of.diag == CUBLAS_DIAG_NON_UNIT);
      call.Matrix("B", B[i], of.m, of.n, ldb, Use::kReadWrite);
    }
  return call.Submit([=] {
    const T by = a();
    for (Int i = 0; i < count; ++i)
      function(CblasColMajor, SideOf(of.side), TriangleOf(of.uplo), OperationOf(of.trans), DiagonalOf(of.diag), of.m,
               of.n, ArgumentOf(by), A[i], of.lda, B[i], ldb);
  });
}

// One triangle of C = alpha * op(A) * op(B)' + beta * C, whose product is known to be symmetric or Hermitian: `other`
// is what B's operation is.
template <class T, class G, class Gemm>
cublasStatus_t RankProduct(Call& call, Gemm* gemm, cublasOperation_t other, cublasFillMode_t uplo,
                           cublasOperation_t trans, Int n, Int k, const T* alpha, const T* A, Int lda, const T* B,
                           Int ldb, const G* beta, T* C, Int ldc) {
  const Factor<G> b = call.Scalar("beta", beta);
  const Factor<T> a = call.Scalar("alpha", alpha);
  const bool is_plain = trans == CUBLAS_OP_N;
  const auto work = [=](auto, auto, auto, Int, Int, auto, auto) {
    const T by = a(), nothing{};
    const G keep = b();
    std::vector<T> product(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    gemm(CblasColMajor, is_plain ? CblasNoTrans : OperationOf(other), is_plain ? OperationOf(other) : CblasNoTrans, n,
         n, k, ArgumentOf(by), A, lda, B, ldb, ArgumentOf(nothing), product.data(), n);
    for (std::int64_t j = 0; j < n; ++j) {
      const std::int64_t begin = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j,
                         end = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n;
      for (std::int64_t i = begin; i < end; ++i) {
        T& to = C[i + j * ldc];
        const T made = product[static_cast<std::size_t>(i + j * n)];
        to = IsEqual(keep, 0) ? made : Sum(made, ScaledBy(keep, to));
      }
    }
  };
  return Rank<T>(call, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, work);
}

// One of the two matrices that are added.
template <class T>
struct Summand {
  const char *name, *leading_name;
  cublasOperation_t operation;
  Factor<T> factor;
  const T* matrix;
  Int leading;

  bool is_used() const { return !factor.Is(0); }
  void Check(Call& call, Int m, Int n, const T* sum) const {
    if (!is_used()) return;
    call.Leading(leading_name, leading, operation == CUBLAS_OP_N ? m : n, name);
    call.Require(operation == CUBLAS_OP_N || matrix != sum, [] { return "a matrix is transposed in place"; });
  }
  void List(Call& call, Int m, Int n) const {
    if (!is_used()) return;
    if (operation != CUBLAS_OP_N) std::swap(m, n);
    call.Matrix(name, matrix, m, n, leading, Use::kRead);
  }
  // Element (i, j) of the matrix after its operation, times the factor `by`.
  T operator()(const T& by, std::int64_t i, std::int64_t j) const {
    if (!is_used()) return T{};
    if (operation == CUBLAS_OP_N) return Multiply(by, matrix[i + j * leading]);
    const T value = matrix[j + i * leading];
    return Multiply(by, operation == CUBLAS_OP_C ? Conjugate(value) : value);
  }
};

// C = alpha * op(A) + beta * op(B). C may be A or B where that is not transposed.
template <class T>
cublasStatus_t Geam(Call& call, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, const T* alpha,
                    const T* A, Int lda, const T* beta, const T* B, Int ldb, T* C, Int ldc) {
  const Summand<T> a{"A", "lda", transa, call.Scalar("alpha", alpha), A, lda};
  const Summand<T> b{"B", "ldb", transb, call.Scalar("beta", beta), B, ldb};
  call.Operation("transa", transa);
  call.Operation("transb", transb);
  call.Sizes({{"m", m}, {"n", n}});
  a.Check(call, m, n, C);
  b.Check(call, m, n, C);
  call.Leading("ldc", ldc, m, "C");
  if (!call.ok() || m == 0 || n == 0) return call.status();
  a.List(call, m, n);
  b.List(call, m, n);
  call.Matrix("C", C, m, n, ldc, Use::kWrite);
  return call.Submit([=] {
    const T by_a = a.factor(), by_b = b.factor();
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i) C[i + j * ldc] = Sum(a(by_a, i, j), b(by_b, i, j));
  });
}

// C = A * diag(x), or diag(x) * A.
template <class T>
cublasStatus_t Dgmm(Call& call, cublasSideMode_t mode, Int m, Int n, const T* A, Int lda, const T* x, Int incx, T* C,
                    Int ldc) {
  CheckSides(call, mode, CUBLAS_FILL_MODE_LOWER, m, n);
  call.Leading("lda", lda, m, "A");
  call.Leading("ldc", ldc, m, "C");
  if (!call.ok() || m == 0 || n == 0) return call.status();
  const bool is_left = mode == CUBLAS_SIDE_LEFT;
  const std::int64_t length = is_left ? m : n;
  call.Matrix("A", A, m, n, lda, Use::kRead);
  if (incx == 0)
    call.Vector("x", x, 1, 1, Use::kRead);
  else
    call.Vector("x", x, length, incx, Use::kRead);
  call.Matrix("C", C, m, n, ldc, Use::kWrite);
  return call.Submit([=] {
    const std::int64_t first = incx < 0 ? -(length - 1) * incx : 0;
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i)
        C[i + j * ldc] = Multiply(A[i + j * lda], x[first + (is_left ? i : j) * incx]);
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

#define LOCKSTEP_SYMM(name, function, T)                                                                              \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,    \
                                              Int m, Int n, const T* alpha, const T* A, Int lda, const T* B, Int ldb, \
                                              const T* beta, T* C, Int ldc) {                                         \
    NEW_CALL(name);                                                                                                   \
    return Symm(call, function, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);                               \
  }
#define LOCKSTEP_RANK(name, function, T, F)                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
                                              Int n, Int k, const F* alpha, const T* A, Int lda, const F* beta, T* C, \
                                              Int ldc) {                                                              \
    NEW_CALL(name);                                                                                                   \
    return Rank<T>(call, uplo, trans, n, k, alpha, A, lda, std::nullopt, 0, beta, C, ldc,                             \
                   [=](auto order, auto triangle, auto op, Int n, Int k, auto a, auto b) {                            \
                     function(order, triangle, op, n, k, a, A, lda, b, C, ldc);                                       \
                   });                                                                                                \
  }
#define LOCKSTEP_RANK2(name, function, T, G)                                                                          \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
                                              Int n, Int k, const T* alpha, const T* A, Int lda, const T* B, Int ldb, \
                                              const G* beta, T* C, Int ldc) {                                         \
    NEW_CALL(name);                                                                                                   \
    return Rank<T>(call, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc,                                      \
                   [=](auto order, auto triangle, auto op, Int n, Int k, auto a, auto b) {                            \
                     function(order, triangle, op, n, k, a, A, lda, B, ldb, b, C, ldc);                               \
                   });                                                                                                \
  }
#define LOCKSTEP_BLAS(S, s, T)                                                                                        \
  LOCKSTEP_SYMM(S##symm, cblas_##s##symm, T)                                                                          \
  LOCKSTEP_RANK(S##syrk, cblas_##s##syrk, T, T)                                                                       \
  LOCKSTEP_RANK2(S##syr2k, cblas_##s##syr2k, T, T)                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##trmm)(                                                                     \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,                   \
      cublasDiagType_t diag, Int m, Int n, const T* alpha, const T* A, Int lda, const T* B, Int ldb, T* C, Int ldc) { \
    NEW_CALL(S##trmm);                                                                                                \
    return Trmm(call, cblas_##s##trmm, {side, uplo, trans, diag, m, n, lda}, alpha, A, B, ldb, C, ldc);               \
  }                                                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##trsm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
                                                 cublasOperation_t trans, cublasDiagType_t diag, Int m, Int n,        \
                                                 const T* alpha, const T* A, Int lda, T* B, Int ldb) {                \
    NEW_CALL(S##trsm);                                                                                                \
    return Trsm(call, cblas_##s##trsm, {side, uplo, trans, diag, m, n, lda}, alpha, A, B, ldb);                       \
  }                                                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##geam)(cublasHandle_t handle, cublasOperation_t transa,                     \
                                                 cublasOperation_t transb, Int m, Int n, const T* alpha, const T* A,  \
                                                 Int lda, const T* beta, const T* B, Int ldb, T* C, Int ldc) {        \
    NEW_CALL(S##geam);                                                                                                \
    return Geam(call, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc);                                     \
  }                                                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##dgmm)(cublasHandle_t handle, cublasSideMode_t mode, Int m, Int n,          \
                                                 const T* A, Int lda, const T* x, Int incx, T* C, Int ldc) {          \
    NEW_CALL(S##dgmm);                                                                                                \
    return Dgmm(call, mode, m, n, A, lda, x, incx, C, ldc);                                                           \
  }
LOCKSTEP_BLAS(S, s, float)
LOCKSTEP_BLAS(D, d, double)
LOCKSTEP_BLAS(C, c, cuComplex)
LOCKSTEP_BLAS(Z, z, cuDoubleComplex)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(S, s, T)                                                                                       \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##trsmBatched)(                                                             \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,                  \
      cublasDiagType_t diag, Int m, Int n, const T* alpha, const T* const A[], Int lda, T* const B[], Int ldb,       \
      Int batchCount) {                                                                                              \
    NEW_CALL(S##trsmBatched);                                                                                        \
    return TrsmBatched(call, cblas_##s##trsm, {side, uplo, trans, diag, m, n, lda}, alpha, A, B, ldb, batchCount);   \
  }                                                                                                                  \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##syrkx)(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                                  cublasOperation_t trans, Int n, Int k, const T* alpha, const T* A, \
                                                  Int lda, const T* B, Int ldb, const T* beta, T* C, Int ldc) {      \
    NEW_CALL(S##syrkx);                                                                                              \
    return RankProduct(call, cblas_##s##gemm, CUBLAS_OP_T, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);  \
  }
LOCKSTEP_BLAS(S, s, float)
LOCKSTEP_BLAS(D, d, double)
LOCKSTEP_BLAS(C, c, cuComplex)
LOCKSTEP_BLAS(Z, z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
#define LOCKSTEP_BLAS(S, s, T, R)                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##herkx)(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                                  cublasOperation_t trans, Int n, Int k, const T* alpha, const T* A, \
                                                  Int lda, const T* B, Int ldb, const R* beta, T* C, Int ldc) {      \
    NEW_CALL(S##herkx);                                                                                              \
    return RankProduct(call, cblas_##s##gemm, CUBLAS_OP_C, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);  \
  }
LOCKSTEP_BLAS(C, c, cuComplex, float)
LOCKSTEP_BLAS(Z, z, cuDoubleComplex, double)
#undef LOCKSTEP_BLAS

LOCKSTEP_SYMM(Chemm, cblas_chemm, cuComplex)
LOCKSTEP_SYMM(Zhemm, cblas_zhemm, cuDoubleComplex)
LOCKSTEP_RANK(Cherk, cblas_cherk, cuComplex, float)
LOCKSTEP_RANK(Zherk, cblas_zherk, cuDoubleComplex, double)
LOCKSTEP_RANK2(Cher2k, cblas_cher2k, cuComplex, float)
LOCKSTEP_RANK2(Zher2k, cblas_zher2k, cuDoubleComplex, double)
#undef LOCKSTEP_SYMM
#undef LOCKSTEP_RANK
#undef LOCKSTEP_RANK2
}
