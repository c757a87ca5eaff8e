#pragma once

// The shape of C = alpha * op(A) * op(B) + beta * C, for one matrix and for batches of them.

#include "sim/blas/call.h"

namespace lockstep::blas {

// The shape of a product: op(A) is m x k, op(B) is k x n, C is m x n.
struct Product {
  cublasOperation_t transa, transb;
  std::int64_t m, n, k, lda, ldb, ldc;

  std::int64_t RowsOfA() const { return transa == CUBLAS_OP_N ? m : k; }
  std::int64_t ColumnsOfA() const { return transa == CUBLAS_OP_N ? k : m; }
  std::int64_t RowsOfB() const { return transb == CUBLAS_OP_N ? k : n; }
  std::int64_t ColumnsOfB() const { return transb == CUBLAS_OP_N ? n : k; }
  bool IsEmpty() const { return m == 0 || n == 0; }

  void Check(Call& call) const {
    call.Operation("transa", transa);
    call.Operation("transb", transb);
    call.Sizes({{"m", m}, {"n", n}, {"k", k}});
    call.Leading("lda", lda, RowsOfA(), "A");
    call.Leading("ldb", ldb, RowsOfB(), "B");
    call.Leading("ldc", ldc, m, "C");
  }
  // `uses_product`: alpha is not known to be 0; `uses_c`: beta is not.
  template <class A, class B, class C>
  void List(Call& call, const A* a, const B* b, const C* c, bool uses_product, bool uses_c) const {
    if (uses_product && k > 0) {
      call.Matrix("A", a, RowsOfA(), ColumnsOfA(), lda, Use::kRead);
      call.Matrix("B", b, RowsOfB(), ColumnsOfB(), ldb, Use::kRead);
    }
    call.Matrix("C", c, m, n, ldc, uses_c ? Use::kReadWrite : Use::kWrite);
  }
};

// The distances in elements between the matrices of a batch.
struct Strides {
  long long a = 0, b = 0, c = 0;
};

}  // namespace lockstep::blas
