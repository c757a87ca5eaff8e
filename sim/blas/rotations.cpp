// How to rotate a pair of numbers, and by what: functions that have no sizes.

#include <cblas.h>

#include "sim/blas/call.h"
#include "sim/blas/numbers.h"

using namespace lockstep::blas;

extern "C" {

#define LOCKSTEP_BLAS(S, s, T)                                                                         \
  cublasStatus_t cublas##S##rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s) {                      \
    NEW_CALL(S##rotg);                                                                                 \
    call.Result("a", a, Use::kReadWrite);                                                              \
    call.Result("b", b, Use::kReadWrite);                                                              \
    call.Result("c", c);                                                                               \
    call.Result("s", s);                                                                               \
    return call.Submit([=] { cblas_##s##rotg(a, b, c, s); });                                          \
  }                                                                                                    \
  cublasStatus_t cublas##S##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) { \
    NEW_CALL(S##rotmg);                                                                                \
    call.Result("d1", d1, Use::kReadWrite);                                                            \
    call.Result("d2", d2, Use::kReadWrite);                                                            \
    call.Result("x1", x1, Use::kReadWrite);                                                            \
    const Factor<T> y = call.Scalar("y1", y1);                                                         \
    call.Require(param != nullptr, [] { return "`param` is null"; });                                  \
    if (call.on_device()) call.Vector("param", param, 5, 1, Use::kWrite);                              \
    return call.Submit([=] { cblas_##s##rotmg(d1, d2, x1, y(), param); });                             \
  }
LOCKSTEP_BLAS(S, s, float)
LOCKSTEP_BLAS(D, d, double)
#undef LOCKSTEP_BLAS
}
