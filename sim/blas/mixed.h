#pragma once

// Products of matrices whose types are named at run time, or that the system's BLAS does not have: the operands are
// converted to float or double, multiplied, and the result is rounded once. A GPU adds up in the type of the
// computation, so where that is narrower than here (CUBLAS_COMPUTE_16F), its results are less exact. Products of 8-bit
// numbers are exact in both.

#include "sim/blas/gemm.h"

namespace lockstep::blas {

struct MixedTypes {
  cudaDataType a, b, c;
  bool in_double;
};

// Bytes of one element; 0: not a type of a real or complex matrix here.
std::size_t SizeOfType(cudaDataType type);

// The element at an index of an array of such a type.
double ReadElement(cudaDataType type, const void* from, std::int64_t index);
void WriteElement(cudaDataType type, void* to, std::int64_t index, double value);

void MultiplyMixed(const Product& p, const MixedTypes& types, double alpha, const void* a, const void* b, double beta,
                   void* c);

}  // namespace lockstep::blas
