#pragma once

// The state of a cuBLAS handle: where its work goes and how its scalars are given.

#include "sim/toolkit/cublas_api.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  int multiprocessors = 0;  // 0: all
  // The words about emulated floating point.
  cublasEmulationStrategy_t strategy = CUBLAS_EMULATION_STRATEGY_DEFAULT;
  cudaEmulationSpecialValuesSupport special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
  cudaEmulationMantissaControl control = CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC;
  int most_bits = 0, bit_offset = 0;
  int* bit_count = nullptr;
};

namespace lockstep::blas {

// Made by cublasCreate and not destroyed since.
bool IsHandle(cublasHandle_t handle);

}  // namespace lockstep::blas
