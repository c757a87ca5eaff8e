// Small systems of equations, one per member of a batch: LU and QR factors, solutions, inverses. Arrays of pointers,
// pivots and most results lie on the device, as cuBLAS has it.

#include <complex>
#include <type_traits>

#include "sim/blas/call.h"
#include "sim/blas/lapack.h"

namespace lockstep::blas {
namespace {

template <class T>
struct Standard {
  using Type = T;
};
template <>
struct Standard<cuComplex> {
  using Type = std::complex<float>;
};
template <>
struct Standard<cuDoubleComplex> {
  using Type = std::complex<double>;
};

// A = P * L * U in place, with a 1 on the diagonal of L. `pivots`: the row, from 1 on, that each row was exchanged
// with; null: none is. The position from 1 on of the first 0 on U's diagonal, or 0.
template <class T>
int Factorize(int n, T* matrix, std::int64_t lda, int* pivots) {
  using Number = typename Standard<T>::Type;
  auto* a = reinterpret_cast<Number*>(matrix);
  int singular = 0;
  for (int k = 0; k < n; ++k) {
    if (pivots) {
      int best = k;
      for (int i = k + 1; i < n; ++i)
        if (SizeOf(matrix[i + k * lda]) > SizeOf(matrix[best + k * lda])) best = i;
      pivots[k] = best + 1;
      if (best != k)
        for (int j = 0; j < n; ++j) std::swap(a[k + j * lda], a[best + j * lda]);
    }
    if (a[k + k * lda] == Number{}) {
      if (singular == 0) singular = k + 1;
      continue;
    }
    for (int i = k + 1; i < n; ++i) a[i + k * lda] /= a[k + k * lda];
    for (int j = k + 1; j < n; ++j)
      for (int i = k + 1; i < n; ++i) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
  }
  return singular;
}

template <class T>
void ExchangeRows(int n, int columns, const int* pivots, T* b, std::int64_t ldb, bool backwards) {
  if (!pivots) return;
  for (int step = 0; step < n; ++step) {
    const int row = backwards ? n - 1 - step : step, other = std::clamp(pivots[row], 1, n) - 1;
    if (row == other) continue;
    for (std::int64_t j = 0; j < columns; ++j) std::swap(b[row + j * ldb], b[other + j * ldb]);
  }
}

// op(A) * X = B in place of B, by the factors of A.
template <class T>
void Solve(cublasOperation_t trans, int n, int columns, const T* a, int lda, const int* pivots, T* b, int ldb) {
  const CBLAS_TRANSPOSE op = OperationOf(trans);
  if (trans == CUBLAS_OP_N) {
    ExchangeRows(n, columns, pivots, b, ldb, false);
    SolveTriangular(CblasLower, op, CblasUnit, n, columns, a, lda, b, ldb);
    SolveTriangular(CblasUpper, op, CblasNonUnit, n, columns, a, lda, b, ldb);
  } else {
    SolveTriangular(CblasUpper, op, CblasNonUnit, n, columns, a, lda, b, ldb);
    SolveTriangular(CblasLower, op, CblasUnit, n, columns, a, lda, b, ldb);
    ExchangeRows(n, columns, pivots, b, ldb, true);
  }
}

template <class T>
void Invert(int n, const T* a, int lda, const int* pivots, T* inverse, int ldc) {
  for (std::int64_t j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) inverse[i + j * ldc] = i == j ? OneOf<T>() : T{};
  Solve(CUBLAS_OP_N, n, n, a, lda, pivots, inverse, ldc);
}

// The matrices of a batch, as far as they can be known now.
template <class T>
void List(Call& call, const char* name, T* const* array, int count, std::int64_t rows, std::int64_t columns,
          std::int64_t leading, Use use) {
  if (!call.Pointers(name, array, count)) return;
  for (int i = 0; i < count; ++i) call.Matrix(name, array[i], rows, columns, leading, use);
}

// A status in the host's memory: 0, or minus the position of the argument that is wrong.
void Report(Call& call, int* info) {
  call.Require(info != nullptr, [] { return "`info` is null"; });
  if (info) *info = 0;
}

constexpr int kMostInvertedRows = 32;

// Those of matrix `i`, or null without exchanges.
template <class Pivot>
Pivot* PivotsOf(int i, int n, Pivot* pivots) {
  return pivots ? pivots + std::int64_t{i} * n : nullptr;
}

template <class T>
cublasStatus_t Getrf(Call& call, int n, T* const* A, int lda, int* pivots, int* info, int count) {
  call.Sizes({{"n", n}, {"batchSize", count}});
  call.Leading("lda", lda, n, "A");
  if (!call.ok() || n == 0 || count == 0) return call.status();
  List(call, "Aarray", A, count, n, n, lda, Use::kReadWrite);
  if (pivots) call.Vector("PivotArray", pivots, std::int64_t{n} * count, 1, Use::kWrite);
  call.Vector("infoArray", info, count, 1, Use::kWrite);
  return call.Submit([=] {
    for (int i = 0; i < count; ++i) info[i] = Factorize(n, A[i], lda, PivotsOf(i, n, pivots));
  });
}

template <class T>
cublasStatus_t Getri(Call& call, int n, const T* const* A, int lda, const int* pivots, T* const* C, int ldc, int* info,
                     int count) {
  call.Sizes({{"n", n}, {"batchSize", count}});
  call.Leading("lda", lda, n, "A");
  call.Leading("ldc", ldc, n, "C");
  if (!call.ok() || n == 0 || count == 0) return call.status();
  List(call, "Aarray", A, count, n, n, lda, Use::kRead);
  List(call, "Carray", C, count, n, n, ldc, Use::kWrite);
  if (pivots) call.Vector("PivotArray", pivots, std::int64_t{n} * count, 1, Use::kRead);
  call.Vector("infoArray", info, count, 1, Use::kWrite);
  return call.Submit([=] {
    for (int i = 0; i < count; ++i) {
      info[i] = 0;
      for (int k = n; k-- > 0;)
        if (IsEqual(A[i][k + std::int64_t{k} * lda], 0)) info[i] = k + 1;
      if (info[i] == 0) Invert(n, A[i], lda, PivotsOf(i, n, pivots), C[i], ldc);
    }
  });
}

template <class T>
cublasStatus_t Getrs(Call& call, cublasOperation_t trans, int n, int columns, const T* const* A, int lda,
                     const int* pivots, T* const* B, int ldb, int* info, int count) {
  Report(call, info);
  call.Operation("trans", trans);
  call.Sizes({{"n", n}, {"nrhs", columns}, {"batchSize", count}});
  call.Leading("lda", lda, n, "A");
  call.Leading("ldb", ldb, n, "B");
  if (!call.ok() || n == 0 || columns == 0 || count == 0) return call.status();
  List(call, "Aarray", A, count, n, n, lda, Use::kRead);
  List(call, "Barray", B, count, n, columns, ldb, Use::kReadWrite);
  if (pivots) call.Vector("devIpiv", pivots, std::int64_t{n} * count, 1, Use::kRead);
  return call.Submit([=] {
    for (int i = 0; i < count; ++i) Solve(trans, n, columns, A[i], lda, PivotsOf(i, n, pivots), B[i], ldb);
  });
}

template <class T>
cublasStatus_t Matinv(Call& call, int n, const T* const* A, int lda, T* const* inverse, int lda_inv, int* info,
                      int count) {
  call.Sizes({{"n", n}, {"batchSize", count}});
  call.Require(n <= kMostInvertedRows, [] { return "`n` is more than 32"; });
  call.Leading("lda", lda, n, "A");
  call.Leading("lda_inv", lda_inv, n, "Ainv");
  if (!call.ok() || n == 0 || count == 0) return call.status();
  List(call, "A", A, count, n, n, lda, Use::kRead);
  List(call, "Ainv", inverse, count, n, n, lda_inv, Use::kWrite);
  call.Vector("info", info, count, 1, Use::kWrite);
  return call.Submit([=] {
    std::vector<T> factors(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    int pivots[kMostInvertedRows];
    for (int i = 0; i < count; ++i) {
      for (std::int64_t j = 0; j < n; ++j) std::copy_n(A[i] + j * lda, n, factors.data() + j * n);
      info[i] = Factorize(n, factors.data(), n, pivots);
      if (info[i] == 0) Invert(n, factors.data(), n, pivots, inverse[i], lda_inv);
    }
  });
}

template <class T>
cublasStatus_t Geqrf(Call& call, int m, int n, T* const* A, int lda, T* const* tau, int* info, int count) {
  Report(call, info);
  call.Sizes({{"m", m}, {"n", n}, {"batchSize", count}});
  call.Leading("lda", lda, m, "A");
  if (!call.ok() || m == 0 || n == 0 || count == 0) return call.status();
  List(call, "Aarray", A, count, m, n, lda, Use::kReadWrite);
  List(call, "TauArray", tau, count, std::min(m, n), 1, std::min(m, n), Use::kWrite);
  return call.Submit([=] {
    for (int i = 0; i < count; ++i) FactorizeQr(m, n, A[i], lda, tau[i]);
  });
}

template <class T>
cublasStatus_t Gels(Call& call, cublasOperation_t trans, int m, int n, int columns, T* const* A, int lda, T* const* C,
                    int ldc, int* info, int* singular, int count) {
  Report(call, info);
  call.Operation("trans", trans);
  call.Sizes({{"m", m}, {"n", n}, {"nrhs", columns}, {"batchSize", count}});
  call.Leading("lda", lda, m, "A");
  call.Leading("ldc", ldc, m, "C");
  if (trans != CUBLAS_OP_N || m < n)
    call.NotSupported("cuBLAS solves systems that are not transposed and have as many rows as columns, or more");
  if (!call.ok() || n == 0 || columns == 0 || count == 0) return call.status();
  List(call, "Aarray", A, count, m, n, lda, Use::kReadWrite);
  List(call, "Carray", C, count, m, columns, ldc, Use::kReadWrite);
  if (singular) call.Vector("devInfoArray", singular, count, 1, Use::kWrite);
  return call.Submit([=] {
    for (int i = 0; i < count; ++i) {
      const int result = SolveLeastSquares(m, n, columns, A[i], lda, C[i], ldc);
      if (singular) singular[i] = result;
    }
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

#define LOCKSTEP_BLAS(S, T)                                                                                           \
  cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T* const A[], int lda, int* P, int* info,      \
                                         int batchSize) {                                                             \
    NEW_CALL(S##getrfBatched);                                                                                        \
    return Getrf(call, n, A, lda, P, info, batchSize);                                                                \
  }                                                                                                                   \
  cublasStatus_t cublas##S##getriBatched(cublasHandle_t handle, int n, const T* const A[], int lda, const int* P,     \
                                         T* const C[], int ldc, int* info, int batchSize) {                           \
    NEW_CALL(S##getriBatched);                                                                                        \
    return Getri(call, n, A, lda, P, C, ldc, info, batchSize);                                                        \
  }                                                                                                                   \
  cublasStatus_t cublas##S##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,             \
                                         const T* const A[], int lda, const int* P, T* const B[], int ldb, int* info, \
                                         int batchSize) {                                                             \
    NEW_CALL(S##getrsBatched);                                                                                        \
    return Getrs(call, trans, n, nrhs, A, lda, P, B, ldb, info, batchSize);                                           \
  }                                                                                                                   \
  cublasStatus_t cublas##S##matinvBatched(cublasHandle_t handle, int n, const T* const A[], int lda, T* const Ainv[], \
                                          int lda_inv, int* info, int batchSize) {                                    \
    NEW_CALL(S##matinvBatched);                                                                                       \
    return Matinv(call, n, A, lda, Ainv, lda_inv, info, batchSize);                                                   \
  }                                                                                                                   \
  cublasStatus_t cublas##S##geqrfBatched(cublasHandle_t handle, int m, int n, T* const A[], int lda, T* const Tau[],  \
                                         int* info, int batchSize) {                                                  \
    NEW_CALL(S##geqrfBatched);                                                                                        \
    return Geqrf(call, m, n, A, lda, Tau, info, batchSize);                                                           \
  }                                                                                                                   \
  cublasStatus_t cublas##S##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs,       \
                                        T* const A[], int lda, T* const C[], int ldc, int* info, int* devInfo,        \
                                        int batchSize) {                                                              \
    NEW_CALL(S##gelsBatched);                                                                                         \
    return Gels(call, trans, m, n, nrhs, A, lda, C, ldc, info, devInfo, batchSize);                                   \
  }
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
}
