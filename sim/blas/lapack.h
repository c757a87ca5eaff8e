#pragma once

// The functions of LAPACK that cuBLAS has for batches; they come with the system's BLAS.

#include <algorithm>
#include <vector>

#include "sim/blas/numbers.h"

extern "C" {
#define LOCKSTEP_LAPACK(s, T)                                                                                     \
  void s##geqrf_(const int* m, const int* n, T* a, const int* lda, T* tau, T* work, const int* lwork, int* info); \
  void s##gels_(const char* trans, const int* m, const int* n, const int* nrhs, T* a, const int* lda, T* b,       \
                const int* ldb, T* work, const int* lwork, int* info, std::size_t trans_length);
LOCKSTEP_LAPACK(s, float)
LOCKSTEP_LAPACK(d, double)
LOCKSTEP_LAPACK(c, cuComplex)
LOCKSTEP_LAPACK(z, cuDoubleComplex)
#undef LOCKSTEP_LAPACK
}

namespace lockstep::blas {

#define LOCKSTEP_LAPACK(s, T)                                                                                         \
  /* A = Q * R: R above, and Q's reflectors below the diagonal, with their factors in `tau`. */                       \
  inline void FactorizeQr(int m, int n, T* a, int lda, T* tau) {                                                      \
    const int size = std::max(1, 32 * n);                                                                             \
    std::vector<T> work(static_cast<std::size_t>(size));                                                              \
    int info;                                                                                                         \
    s##geqrf_(&m, &n, a, &lda, tau, work.data(), &size, &info);                                                       \
  }                                                                                                                   \
  /* The least squares of A * X = C, for m >= n. The position from 1 on of a 0 on R's diagonal, or 0. */              \
  inline int SolveLeastSquares(int m, int n, int right_sides, T* a, int lda, T* c, int ldc) {                         \
    const int size = std::max(1, n + 32 * std::max(m, right_sides));                                                  \
    std::vector<T> work(static_cast<std::size_t>(size));                                                              \
    int info;                                                                                                         \
    s##gels_("N", &m, &n, &right_sides, a, &lda, c, &ldc, work.data(), &size, &info, 1);                              \
    return info;                                                                                                      \
  }                                                                                                                   \
  inline void SolveTriangular(CBLAS_UPLO triangle, CBLAS_TRANSPOSE op, CBLAS_DIAG diagonal, int m, int n, const T* a, \
                              int lda, T* b, int ldb) {                                                               \
    const T one = OneOf<T>();                                                                                         \
    cblas_##s##trsm(CblasColMajor, CblasLeft, triangle, op, diagonal, m, n, ArgumentOf(one), a, lda, b, ldb);         \
  }
template <class T>
T OneOf() {
  T one{};
  if constexpr (requires { one.x; })
    one.x = 1;
  else
    one = 1;
  return one;
}
LOCKSTEP_LAPACK(s, float)
LOCKSTEP_LAPACK(d, double)
LOCKSTEP_LAPACK(c, cuComplex)
LOCKSTEP_LAPACK(z, cuDoubleComplex)
#undef LOCKSTEP_LAPACK

}  // namespace lockstep::blas
