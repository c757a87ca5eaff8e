// Vectors. On a GPU the sums of dot, nrm2 and asum are formed in another order, so last digits differ.

#include <cblas.h>

#include <cmath>

#include "sim/blas/call.h"
#include "sim/blas/numbers.h"

namespace lockstep::blas {
namespace {

// The position, from 1 on, of the first element whose size no other's exceeds (or undercuts); 0 where there is none.
template <class T, class Before>
int PositionOf(int n, const T* x, int increment, Before&& before) {
  int best = 0;
  for (int i = 1; i < n; ++i)
    if (before(SizeOf(x[std::int64_t{i} * increment]), SizeOf(x[std::int64_t{best} * increment]))) best = i;
  return best + 1;
}

template <class T, class Before>
cublasStatus_t Position(cublasHandle_t handle, const char* function, const void* caller, int n, const T* x, int incx,
                        int* result, Before before) {
  Call call(handle, function, caller);
  call.Result("result", result);
  const bool any = n > 0 && incx > 0;
  if (any) call.Vector("x", x, n, incx, Use::kRead);
  return call.Submit([=] { *result = any ? PositionOf(n, x, incx, before) : 0; });
}

template <class T, class R, class Work>
cublasStatus_t Reduce(cublasHandle_t handle, const char* function, const void* caller, int n, const T* x, int incx,
                      R* result, Work work) {
  Call call(handle, function, caller);
  call.Result("result", result);
  const bool any = n > 0 && incx > 0;
  if (any) call.Vector("x", x, n, incx, Use::kRead);
  return call.Submit([=] { *result = any ? work(n, x, incx) : R{}; });
}

// Two vectors of n elements, of which the second, or both, are written.
template <class T, class U, class Work>
cublasStatus_t Pair(Call& call, int n, T* x, int incx, Use use_x, U* y, int incy, Use use_y, Work work) {
  call.Vector("x", x, n, incx, use_x);
  call.Vector("y", y, n, incy, use_y);
  return n > 0 ? call.Submit(work) : call.status();
}

template <class T, class A, class Work>
cublasStatus_t Scale(cublasHandle_t handle, const char* function, const void* caller, int n, const A* alpha, T* x,
                     int incx, Work work) {
  Call call(handle, function, caller);
  const Factor<A> a = call.Scalar("alpha", alpha);
  if (n <= 0 || incx <= 0) return call.status();
  call.Vector("x", x, n, incx, UseBy(a));
  return call.Submit([=] {
    const A factor = a();
    work(n, ArgumentOf(factor), x, incx);
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

#define FUNCTION(name) "cublas" #name

extern "C" {

// Of complex numbers, the size is the sum of both parts' sizes, as in every BLAS.
#define LOCKSTEP_BLAS(S, i, s, T, R, RS, rs)                                                                           \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) { \
    NEW_CALL(S##axpy);                                                                                                 \
    const Factor<T> a = call.Scalar("alpha", alpha);                                                                   \
    return Pair(call, n, x, incx, Use::kRead, y, incy, Use::kReadWrite, [=] {                                          \
      const T factor = a();                                                                                            \
      cblas_##s##axpy(n, ArgumentOf(factor), x, incx, y, incy);                                                        \
    });                                                                                                                \
  }                                                                                                                    \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {                 \
    NEW_CALL(S##copy);                                                                                                 \
    return Pair(call, n, x, incx, Use::kRead, y, incy, Use::kWrite, [=] { cblas_##s##copy(n, x, incx, y, incy); });    \
  }                                                                                                                    \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {                       \
    NEW_CALL(S##swap);                                                                                                 \
    return Pair(call, n, x, incx, Use::kReadWrite, y, incy, Use::kReadWrite,                                           \
                [=] { cblas_##s##swap(n, x, incx, y, incy); });                                                        \
  }                                                                                                                    \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {                       \
    return Scale(handle, FUNCTION(S##scal), LOCKSTEP_BLAS_CALLER, n, alpha, x, incx, cblas_##s##scal);                 \
  }                                                                                                                    \
  cublasStatus_t cublasI##i##amax(cublasHandle_t handle, int n, const T* x, int incx, int* result) {                   \
    return Position(handle, FUNCTION(I##i##amax), LOCKSTEP_BLAS_CALLER, n, x, incx, result,                            \
                    [](R a, R b) { return a > b; });                                                                   \
  }                                                                                                                    \
  cublasStatus_t cublasI##i##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result) {                   \
    return Position(handle, FUNCTION(I##i##amin), LOCKSTEP_BLAS_CALLER, n, x, incx, result,                            \
                    [](R a, R b) { return a < b; });                                                                   \
  }                                                                                                                    \
  cublasStatus_t cublas##RS##nrm2(cublasHandle_t handle, int n, const T* x, int incx, R* result) {                     \
    return Reduce(handle, FUNCTION(RS##nrm2), LOCKSTEP_BLAS_CALLER, n, x, incx, result, cblas_##rs##nrm2);             \
  }                                                                                                                    \
  cublasStatus_t cublas##RS##asum(cublasHandle_t handle, int n, const T* x, int incx, R* result) {                     \
    return Reduce(handle, FUNCTION(RS##asum), LOCKSTEP_BLAS_CALLER, n, x, incx, result, cblas_##rs##asum);             \
  }
LOCKSTEP_BLAS(S, s, s, float, float, S, s)
LOCKSTEP_BLAS(D, d, d, double, double, D, d)
LOCKSTEP_BLAS(C, c, c, cuComplex, float, Sc, sc)
LOCKSTEP_BLAS(Z, z, z, cuDoubleComplex, double, Dz, dz)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(S, s, T)                                                                                         \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) { \
    NEW_CALL(S##dot);                                                                                                  \
    call.Result("result", result);                                                                                     \
    call.Vector("x", x, n, incx, Use::kRead);                                                                          \
    call.Vector("y", y, n, incy, Use::kRead);                                                                          \
    return call.Submit([=] { *result = n > 0 ? cblas_##s##dot(n, x, incx, y, incy) : T{}; });                          \
  }                                                                                                                    \
  cublasStatus_t cublas##S##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c,              \
                                const T* s) {                                                                          \
    NEW_CALL(S##rot);                                                                                                  \
    const Factor<T> cosine = call.Scalar("c", c), sine = call.Scalar("s", s);                                          \
    return Pair(call, n, x, incx, Use::kReadWrite, y, incy, Use::kReadWrite,                                           \
                [=] { cblas_##s##rot(n, x, incx, y, incy, cosine(), sine()); });                                       \
  }                                                                                                                    \
  cublasStatus_t cublas##S##rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s) {                                      \
    NEW_CALL(S##rotg);                                                                                                 \
    call.Result("a", a, Use::kReadWrite);                                                                              \
    call.Result("b", b, Use::kReadWrite);                                                                              \
    call.Result("c", c);                                                                                               \
    call.Result("s", s);                                                                                               \
    return call.Submit([=] { cblas_##s##rotg(a, b, c, s); });                                                          \
  }                                                                                                                    \
  cublasStatus_t cublas##S##rotm(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* param) {       \
    NEW_CALL(S##rotm);                                                                                                 \
    call.Require(param != nullptr, [] { return "`param` is null"; });                                                  \
    if (call.on_device()) call.Vector("param", param, 5, 1, Use::kRead);                                               \
    const auto kept = Kept<T, 5>::Of(param, call.on_device());                                                         \
    return Pair(call, n, x, incx, Use::kReadWrite, y, incy, Use::kReadWrite,                                           \
                [=] { cblas_##s##rotm(n, x, incx, y, incy, kept.data()); });                                           \
  }                                                                                                                    \
  cublasStatus_t cublas##S##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) {                 \
    NEW_CALL(S##rotmg);                                                                                                \
    call.Result("d1", d1, Use::kReadWrite);                                                                            \
    call.Result("d2", d2, Use::kReadWrite);                                                                            \
    call.Result("x1", x1, Use::kReadWrite);                                                                            \
    const Factor<T> y = call.Scalar("y1", y1);                                                                         \
    call.Require(param != nullptr, [] { return "`param` is null"; });                                                  \
    if (call.on_device()) call.Vector("param", param, 5, 1, Use::kWrite);                                              \
    return call.Submit([=] { cblas_##s##rotmg(d1, d2, x1, y(), param); });                                             \
  }
LOCKSTEP_BLAS(S, s, float)
LOCKSTEP_BLAS(D, d, double)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(name, c, T)                                                                                    \
  cublasStatus_t cublas##name(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) { \
    NEW_CALL(name);                                                                                                  \
    call.Result("result", result);                                                                                   \
    call.Vector("x", x, n, incx, Use::kRead);                                                                        \
    call.Vector("y", y, n, incy, Use::kRead);                                                                        \
    return call.Submit([=] {                                                                                         \
      *result = T{};                                                                                                 \
      if (n > 0) cblas_##c##_sub(n, x, incx, y, incy, result);                                                       \
    });                                                                                                              \
  }
LOCKSTEP_BLAS(Cdotu, cdotu, cuComplex)
LOCKSTEP_BLAS(Cdotc, cdotc, cuComplex)
LOCKSTEP_BLAS(Zdotu, zdotu, cuDoubleComplex)
LOCKSTEP_BLAS(Zdotc, zdotc, cuDoubleComplex)
#undef LOCKSTEP_BLAS

cublasStatus_t cublasCsscal(cublasHandle_t handle, int n, const float* alpha, cuComplex* x, int incx) {
  return Scale(handle, "cublasCsscal", LOCKSTEP_BLAS_CALLER, n, alpha, x, incx, cblas_csscal);
}
cublasStatus_t cublasZdscal(cublasHandle_t handle, int n, const double* alpha, cuDoubleComplex* x, int incx) {
  return Scale(handle, "cublasZdscal", LOCKSTEP_BLAS_CALLER, n, alpha, x, incx, cblas_zdscal);
}
}
