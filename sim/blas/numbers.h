#pragma once

// The number types of cuBLAS, and how the system's BLAS takes them.

#include <cblas.h>

#include <array>
#include <cmath>

#include "sim/toolkit/cublas_api.h"

namespace lockstep::blas {

// A scalar argument: real numbers by value, complex ones by address, which must stay.
inline float ArgumentOf(const float& value) { return value; }
inline double ArgumentOf(const double& value) { return value; }
inline const void* ArgumentOf(const cuComplex& value) { return &value; }
inline const void* ArgumentOf(const cuDoubleComplex& value) { return &value; }

inline float SizeOf(float value) { return std::fabs(value); }
inline double SizeOf(double value) { return std::fabs(value); }
inline float SizeOf(const cuComplex& value) { return std::fabs(value.x) + std::fabs(value.y); }
inline double SizeOf(const cuDoubleComplex& value) { return std::fabs(value.x) + std::fabs(value.y); }

inline float Multiply(float a, float b) { return a * b; }
inline double Multiply(double a, double b) { return a * b; }
inline cuComplex Multiply(const cuComplex& a, const cuComplex& b) { return cuCmulf(a, b); }
inline cuDoubleComplex Multiply(const cuDoubleComplex& a, const cuDoubleComplex& b) { return cuCmul(a, b); }
inline float ScaledBy(float factor, float value) { return factor * value; }
inline double ScaledBy(double factor, double value) { return factor * value; }
inline cuComplex ScaledBy(float factor, const cuComplex& value) { return {factor * value.x, factor * value.y}; }
inline cuDoubleComplex ScaledBy(double factor, const cuDoubleComplex& value) {
  return {factor * value.x, factor * value.y};
}
inline cuComplex ScaledBy(const cuComplex& factor, const cuComplex& value) { return Multiply(factor, value); }
inline cuDoubleComplex ScaledBy(const cuDoubleComplex& factor, const cuDoubleComplex& value) {
  return Multiply(factor, value);
}
inline float Sum(float a, float b) { return a + b; }
inline double Sum(double a, double b) { return a + b; }
inline cuComplex Sum(const cuComplex& a, const cuComplex& b) { return cuCaddf(a, b); }
inline cuDoubleComplex Sum(const cuDoubleComplex& a, const cuDoubleComplex& b) { return cuCadd(a, b); }
inline float Conjugate(float a) { return a; }
inline double Conjugate(double a) { return a; }
inline cuComplex Conjugate(const cuComplex& a) { return cuConjf(a); }
inline cuDoubleComplex Conjugate(const cuDoubleComplex& a) { return cuConj(a); }

inline CBLAS_TRANSPOSE OperationOf(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N ? CblasNoTrans : operation == CUBLAS_OP_T ? CblasTrans : CblasConjTrans;
}
inline CBLAS_UPLO TriangleOf(cublasFillMode_t mode) { return mode == CUBLAS_FILL_MODE_UPPER ? CblasUpper : CblasLower; }
inline CBLAS_DIAG DiagonalOf(cublasDiagType_t type) { return type == CUBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit; }
inline CBLAS_SIDE SideOf(cublasSideMode_t side) { return side == CUBLAS_SIDE_RIGHT ? CblasRight : CblasLeft; }

// A few numbers that the host passes: a copy, or, where they are on the device, their place.
template <class T, std::size_t N>
struct Kept {
  std::array<T, N> values{};
  const T* on_device = nullptr;
  static Kept Of(const T* given, bool is_on_device) {
    Kept kept;
    if (is_on_device)
      kept.on_device = given;
    else if (given)
      std::copy_n(given, N, kept.values.begin());
    return kept;
  }
  const T* data() const { return on_device ? on_device : values.data(); }
};

}  // namespace lockstep::blas
