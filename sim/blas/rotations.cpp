// How to rotate a pair of numbers, and by what: functions that have no sizes.

#include <cblas.h>

#include "sim/blas/call.h"
#include "sim/blas/numbers.h"

namespace lockstep::blas {
namespace {

template <class T, class C, class Function>
cublasStatus_t Rotg(Call& call, T* a, T* b, C* c, T* s, Function* function) {
  call.Result("a", a, Use::kReadWrite);
  call.Result("b", b, Use::kReadWrite);
  call.Result("c", c);
  call.Result("s", s);
  return call.Submit([=] { function(a, b, c, s); });
}

template <class T, class Function>
cublasStatus_t Rotmg(Call& call, T* d1, T* d2, T* x1, const T* y1, T* param, Function* function) {
  call.Result("d1", d1, Use::kReadWrite);
  call.Result("d2", d2, Use::kReadWrite);
  call.Result("x1", x1, Use::kReadWrite);
  const Factor<T> y = call.Scalar("y1", y1);
  call.Require(param != nullptr, [] { return "`param` is null"; });
  if (call.on_device()) call.Vector("param", param, 5, 1, Use::kWrite);
  return call.Submit([=] { function(d1, d2, x1, y(), param); });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

#define LOCKSTEP_BLAS(S, s, T)                                                                         \
  cublasStatus_t cublas##S##rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s) {                      \
    NEW_CALL(S##rotg);                                                                                 \
    return Rotg(call, a, b, c, s, cblas_##s##rotg);                                                    \
  }                                                                                                    \
  cublasStatus_t cublas##S##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) { \
    NEW_CALL(S##rotmg);                                                                                \
    return Rotmg(call, d1, d2, x1, y1, param, cblas_##s##rotmg);                                       \
  }
LOCKSTEP_BLAS(S, s, float)
LOCKSTEP_BLAS(D, d, double)
#undef LOCKSTEP_BLAS

cublasStatus_t cublasCrotg(cublasHandle_t handle, cuComplex* a, cuComplex* b, float* c, cuComplex* s) {
  NEW_CALL(Crotg);
  return Rotg(call, a, b, c, s, cblas_crotg);
}
cublasStatus_t cublasZrotg(cublasHandle_t handle, cuDoubleComplex* a, cuDoubleComplex* b, double* c,
                           cuDoubleComplex* s) {
  NEW_CALL(Zrotg);
  return Rotg(call, a, b, c, s, cblas_zrotg);
}

// All numbers have one type, or c is the real one of complex others.
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void* a, void* b, cudaDataType abType, void* c, void* s,
                            cudaDataType csType, cudaDataType) {
  NEW_CALL(RotgEx);
  if (csType != abType) call.NotSupported("`csType` is not `abType`");
  const auto as = [](auto* type, void* pointer) { return static_cast<decltype(type)>(pointer); };
  if (abType == CUDA_R_32F) {
    float* t = nullptr;
    return Rotg(call, as(t, a), as(t, b), as(t, c), as(t, s), cblas_srotg);
  }
  if (abType == CUDA_R_64F) {
    double* t = nullptr;
    return Rotg(call, as(t, a), as(t, b), as(t, c), as(t, s), cblas_drotg);
  }
  if (abType == CUDA_C_32F) {
    cuComplex* t = nullptr;
    return Rotg(call, as(t, a), as(t, b), static_cast<float*>(c), as(t, s), cblas_crotg);
  }
  if (abType == CUDA_C_64F) {
    cuDoubleComplex* t = nullptr;
    return Rotg(call, as(t, a), as(t, b), static_cast<double*>(c), as(t, s), cblas_zrotg);
  }
  call.NotSupported("the type of the numbers is not supported here");
  return call.status();
}
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void* d1, cudaDataType d1Type, void* d2, cudaDataType d2Type,
                             void* x1, cudaDataType x1Type, const void* y1, cudaDataType y1Type, void* param,
                             cudaDataType paramType, cudaDataType) {
  NEW_CALL(RotmgEx);
  for (const cudaDataType type : {d2Type, x1Type, y1Type, paramType})
    if (type != d1Type) call.NotSupported("the numbers have different types");
  if (d1Type == CUDA_R_32F)
    return Rotmg(call, static_cast<float*>(d1), static_cast<float*>(d2), static_cast<float*>(x1),
                 static_cast<const float*>(y1), static_cast<float*>(param), cblas_srotmg);
  if (d1Type == CUDA_R_64F)
    return Rotmg(call, static_cast<double*>(d1), static_cast<double*>(d2), static_cast<double*>(x1),
                 static_cast<const double*>(y1), static_cast<double*>(param), cblas_drotmg);
  call.NotSupported("the type of the numbers is not supported here");
  return call.status();
}
}
