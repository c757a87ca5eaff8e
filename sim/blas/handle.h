#pragma once

// The state of a cuBLAS handle: where its work goes and how its scalars are given.

#include "sim/toolkit/cublas_api.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  int multiprocessors = 0;  // 0: all
};

namespace lockstep::blas {

// Made by cublasCreate and not destroyed since.
bool IsHandle(cublasHandle_t handle);

}  // namespace lockstep::blas
