#pragma once

// gemm of matrices whose types are named at run time, or that the system's BLAS does not have: computed in float or
// double (products.h), and the result is rounded once.

#include "sim/blas/elements.h"
#include "sim/blas/gemm_shape.h"

namespace lockstep::blas {

struct MixedTypes {
  cudaDataType a, b, c;
  bool in_double;
};

void MultiplyMixed(const Product& p, const MixedTypes& types, const Number& alpha, const void* a, const void* b,
                   const Number& beta, void* c);

}  // namespace lockstep::blas
