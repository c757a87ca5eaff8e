#pragma once

// op(A) * op(B) of matrices whose types are named at run time: both are converted to T and multiplied by the system's
// BLAS. A GPU adds up in the type of the computation, so where that is narrower than T (CUBLAS_COMPUTE_16F), its
// results are less exact. Products of 8-bit integers are exact in both.

#include <complex>
#include <cstdint>
#include <vector>

#include "sim/blas/elements.h"
#include "sim/toolkit/cublas_api.h"

namespace lockstep::blas {

// op(X), with so many rows and columns; `leading` and `by_rows` are of X itself, as it lies in memory.
struct TypedMatrix {
  const void* first;
  cudaDataType type;
  cublasOperation_t op;
  std::int64_t rows, columns, leading;
  bool by_rows = false;

  // The index in memory of op(X)(i, j).
  std::int64_t At(std::int64_t i, std::int64_t j) const {
    return by_rows == (op == CUBLAS_OP_N) ? j + i * leading : i + j * leading;
  }
  Number operator()(std::int64_t i, std::int64_t j) const {
    const Number value = ReadNumber(type, first, At(i, j));
    return op == CUBLAS_OP_C ? std::conj(value) : value;
  }
};

// Dense, by columns: element (i, j) is at [i + j * a.rows]. T is float, double, or a complex number of these.
template <class T>
std::vector<T> Multiply(const TypedMatrix& a, const TypedMatrix& b);

}  // namespace lockstep::blas
