// A triangle of a matrix, as a part of the whole or column after column.

#include "sim/blas/call.h"

namespace lockstep::blas {
namespace {

template <class T>
void List(Call& call, cublasFillMode_t uplo, int n, const T* packed, Use use_packed, const T* whole, int lda,
          Use use_whole) {
  call.Triangle(uplo);
  call.Size("n", n);
  call.Leading("lda", lda, n, "A");
  if (!call.ok()) return;
  call.Vector("AP", packed, std::int64_t{n} * (n + 1) / 2, 1, use_packed);
  call.Triangle("A", whole, uplo, n, lda, use_whole);
}

// For each element of the triangle, in the order of AP: its index in the whole matrix.
template <class Body>
void ForTriangle(cublasFillMode_t uplo, int n, int lda, Body body) {
  std::int64_t next = 0;
  for (std::int64_t j = 0; j < n; ++j) {
    const std::int64_t begin = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j, end = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n;
    for (std::int64_t i = begin; i < end; ++i) body(next++, i + j * lda);
  }
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

#define LOCKSTEP_BLAS(S, T)                                                                                          \
  cublasStatus_t cublas##S##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* AP, T* A, int lda) { \
    NEW_CALL(S##tpttr);                                                                                              \
    List(call, uplo, n, AP, Use::kRead, A, lda, Use::kWrite);                                                        \
    return call.Submit([=] { ForTriangle(uplo, n, lda, [=](auto packed, auto whole) { A[whole] = AP[packed]; }); }); \
  }                                                                                                                  \
  cublasStatus_t cublas##S##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, T* AP) { \
    NEW_CALL(S##trttp);                                                                                              \
    List(call, uplo, n, AP, Use::kWrite, A, lda, Use::kRead);                                                        \
    return call.Submit([=] { ForTriangle(uplo, n, lda, [=](auto packed, auto whole) { AP[packed] = A[whole]; }); }); \
  }
LOCKSTEP_BLAS(S, float)
LOCKSTEP_BLAS(D, double)
LOCKSTEP_BLAS(C, cuComplex)
LOCKSTEP_BLAS(Z, cuDoubleComplex)
#undef LOCKSTEP_BLAS
}
