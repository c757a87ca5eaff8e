// Vectors. On a GPU the sums of dot, nrm2 and asum are formed in another order, so last digits differ.

#include <cblas.h>

#include <cmath>

#include "sim/blas/call.h"
#include "sim/blas/numbers.h"

namespace lockstep::blas {
namespace {

// A vector for the system's BLAS.
template <class T>
void List(Call& call, const char* name, const T* first, Int n, Int increment, Use use) {
  call.Fits("n", n);
  call.Fits("increment", increment);
  call.Vector(name, first, n, increment, use);
}

// The position, from 1 on, of the first element whose size no other's exceeds (or undercuts); 0 where there is none.
template <class T, class Before>
Int PositionOf(Int n, const T* x, Int increment, Before&& before) {
  Int best = 0;
  for (Int i = 1; i < n; ++i)
    if (before(SizeOf(x[std::int64_t{i} * increment]), SizeOf(x[std::int64_t{best} * increment]))) best = i;
  return best + 1;
}

template <class T, class Before>
cublasStatus_t Position(cublasHandle_t handle, const char* function, const void* caller, Int n, const T* x, Int incx,
                        Int* result, Before before) {
  Call call(handle, function, caller);
  call.Result("result", result);
  const bool any = n > 0 && incx > 0;
  if (any) List(call, "x", x, n, incx, Use::kRead);
  return call.Submit([=] { *result = any ? PositionOf(n, x, incx, before) : 0; });
}

template <class T, class R, class Work>
cublasStatus_t Reduce(cublasHandle_t handle, const char* function, const void* caller, Int n, const T* x, Int incx,
                      R* result, Work work) {
  Call call(handle, function, caller);
  call.Result("result", result);
  const bool any = n > 0 && incx > 0;
  if (any) List(call, "x", x, n, incx, Use::kRead);
  return call.Submit([=] { *result = any ? work(n, x, incx) : R{}; });
}

// Two vectors of n elements, of which the second, or both, are written.
template <class T, class U, class Work>
cublasStatus_t Pair(Call& call, Int n, T* x, Int incx, Use use_x, U* y, Int incy, Use use_y, Work work) {
  List(call, "x", x, n, incx, use_x);
  List(call, "y", y, n, incy, use_y);
  return n > 0 ? call.Submit(work) : call.status();
}

template <class T, class A, class Work>
cublasStatus_t Scale(cublasHandle_t handle, const char* function, const void* caller, Int n, const A* alpha, T* x,
                     Int incx, Work work) {
  Call call(handle, function, caller);
  const Factor<A> a = call.Scalar("alpha", alpha);
  if (n <= 0 || incx <= 0) return call.status();
  List(call, "x", x, n, incx, UseBy(a));
  return call.Submit([=] {
    const A factor = a();
    work(n, ArgumentOf(factor), x, incx);
  });
}

// The element i of a vector; with a negative increment, the last one comes first.
template <class T>
T& At(T* first, Int n, Int increment, Int i) {
  return first[std::int64_t{increment < 0 ? i - n + 1 : i} * increment];
}

// (x, y) = (c * x + s * y, c * y - conj(s) * x)
template <class T, class C, class S>
cublasStatus_t Rotate(Call& call, Int n, T* x, Int incx, T* y, Int incy, const C* c, const S* s) {
  const Factor<C> cosine = call.Scalar("c", c);
  const Factor<S> sine = call.Scalar("s", s);
  return Pair(call, n, x, incx, Use::kReadWrite, y, incy, Use::kReadWrite, [=] {
    const C by = cosine();
    const S with = sine(), back = Conjugate(sine());
    for (Int i = 0; i < n; ++i) {
      T &a = At(x, n, incx, i), &b = At(y, n, incy, i);
      const T first = a, second = b;
      a = Sum(ScaledBy(by, first), ScaledBy(with, second));
      b = Sum(ScaledBy(by, second), ScaledBy(C{-1}, ScaledBy(back, first)));
    }
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

// Of complex numbers, the size is the sum of both parts' sizes, as in every BLAS.
#define LOCKSTEP_BLAS(S, i, s, T, R, RS, rs)                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##axpy)(cublasHandle_t handle, Int n, const T* alpha, const T* x, Int incx,   \
                                                 T* y, Int incy) {                                                     \
    NEW_CALL(S##axpy);                                                                                                 \
    const Factor<T> a = call.Scalar("alpha", alpha);                                                                   \
    return Pair(call, n, x, incx, Use::kRead, y, incy, Use::kReadWrite, [=] {                                          \
      const T factor = a();                                                                                            \
      cblas_##s##axpy(n, ArgumentOf(factor), x, incx, y, incy);                                                        \
    });                                                                                                                \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##copy)(cublasHandle_t handle, Int n, const T* x, Int incx, T* y, Int incy) { \
    NEW_CALL(S##copy);                                                                                                 \
    return Pair(call, n, x, incx, Use::kRead, y, incy, Use::kWrite, [=] { cblas_##s##copy(n, x, incx, y, incy); });    \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##swap)(cublasHandle_t handle, Int n, T * x, Int incx, T * y, Int incy) {     \
    NEW_CALL(S##swap);                                                                                                 \
    return Pair(call, n, x, incx, Use::kReadWrite, y, incy, Use::kReadWrite,                                           \
                [=] { cblas_##s##swap(n, x, incx, y, incy); });                                                        \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##scal)(cublasHandle_t handle, Int n, const T* alpha, T* x, Int incx) {       \
    return Scale(handle, FUNCTION(S##scal), LOCKSTEP_BLAS_CALLER, n, alpha, x, incx, cblas_##s##scal);                 \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublasI##i##amax)(cublasHandle_t handle, Int n, const T* x, Int incx, Int* result) {   \
    return Position(handle, FUNCTION(I##i##amax), LOCKSTEP_BLAS_CALLER, n, x, incx, result,                            \
                    [](R a, R b) { return a > b; });                                                                   \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublasI##i##amin)(cublasHandle_t handle, Int n, const T* x, Int incx, Int* result) {   \
    return Position(handle, FUNCTION(I##i##amin), LOCKSTEP_BLAS_CALLER, n, x, incx, result,                            \
                    [](R a, R b) { return a < b; });                                                                   \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##RS##nrm2)(cublasHandle_t handle, Int n, const T* x, Int incx, R* result) {     \
    return Reduce(handle, FUNCTION(RS##nrm2), LOCKSTEP_BLAS_CALLER, n, x, incx, result, cblas_##rs##nrm2);             \
  }                                                                                                                    \
  cublasStatus_t LOCKSTEP_SIZED(cublas##RS##asum)(cublasHandle_t handle, Int n, const T* x, Int incx, R* result) {     \
    return Reduce(handle, FUNCTION(RS##asum), LOCKSTEP_BLAS_CALLER, n, x, incx, result, cblas_##rs##asum);             \
  }
LOCKSTEP_BLAS(S, s, s, float, float, S, s)
LOCKSTEP_BLAS(D, d, d, double, double, D, d)
LOCKSTEP_BLAS(C, c, c, cuComplex, float, Sc, sc)
LOCKSTEP_BLAS(Z, z, z, cuDoubleComplex, double, Dz, dz)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(S, s, T)                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##dot)(cublasHandle_t handle, Int n, const T* x, Int incx, const T* y,  \
                                                Int incy, T* result) {                                           \
    NEW_CALL(S##dot);                                                                                            \
    call.Result("result", result);                                                                               \
    List(call, "x", x, n, incx, Use::kRead);                                                                     \
    List(call, "y", y, n, incy, Use::kRead);                                                                     \
    return call.Submit([=] { *result = n > 0 ? cblas_##s##dot(n, x, incx, y, incy) : T{}; });                    \
  }                                                                                                              \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##rot)(cublasHandle_t handle, Int n, T * x, Int incx, T * y, Int incy,  \
                                                const T* c, const T* s) {                                        \
    NEW_CALL(S##rot);                                                                                            \
    const Factor<T> cosine = call.Scalar("c", c), sine = call.Scalar("s", s);                                    \
    return Pair(call, n, x, incx, Use::kReadWrite, y, incy, Use::kReadWrite,                                     \
                [=] { cblas_##s##rot(n, x, incx, y, incy, cosine(), sine()); });                                 \
  }                                                                                                              \
  cublasStatus_t LOCKSTEP_SIZED(cublas##S##rotm)(cublasHandle_t handle, Int n, T * x, Int incx, T * y, Int incy, \
                                                 const T* param) {                                               \
    NEW_CALL(S##rotm);                                                                                           \
    call.Require(param != nullptr, [] { return "`param` is null"; });                                            \
    if (call.on_device()) call.Vector("param", param, 5, 1, Use::kRead);                                         \
    const auto kept = Kept<T, 5>::Of(param, call.on_device());                                                   \
    return Pair(call, n, x, incx, Use::kReadWrite, y, incy, Use::kReadWrite,                                     \
                [=] { cblas_##s##rotm(n, x, incx, y, incy, kept.data()); });                                     \
  }
LOCKSTEP_BLAS(S, s, float)
LOCKSTEP_BLAS(D, d, double)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(name, c, T)                                                                             \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, Int n, const T* x, Int incx, const T* y, \
                                              Int incy, T* result) {                                          \
    NEW_CALL(name);                                                                                           \
    call.Result("result", result);                                                                            \
    List(call, "x", x, n, incx, Use::kRead);                                                                  \
    List(call, "y", y, n, incy, Use::kRead);                                                                  \
    return call.Submit([=] {                                                                                  \
      *result = T{};                                                                                          \
      if (n > 0) cblas_##c##_sub(n, x, incx, y, incy, result);                                                \
    });                                                                                                       \
  }
LOCKSTEP_BLAS(Cdotu, cdotu, cuComplex)
LOCKSTEP_BLAS(Cdotc, cdotc, cuComplex)
LOCKSTEP_BLAS(Zdotu, zdotu, cuDoubleComplex)
LOCKSTEP_BLAS(Zdotc, zdotc, cuDoubleComplex)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(name, T, C, S)                                                                          \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, Int n, T * x, Int incx, T * y, Int incy, \
                                              const C* c, const S* s) {                                       \
    NEW_CALL(name);                                                                                           \
    return Rotate(call, n, x, incx, y, incy, c, s);                                                           \
  }
LOCKSTEP_BLAS(Crot, cuComplex, float, cuComplex)
LOCKSTEP_BLAS(Csrot, cuComplex, float, float)
LOCKSTEP_BLAS(Zrot, cuDoubleComplex, double, cuDoubleComplex)
LOCKSTEP_BLAS(Zdrot, cuDoubleComplex, double, double)
#undef LOCKSTEP_BLAS

cublasStatus_t LOCKSTEP_SIZED(cublasCsscal)(cublasHandle_t handle, Int n, const float* alpha, cuComplex* x, Int incx) {
  return Scale(handle, FUNCTION(Csscal), LOCKSTEP_BLAS_CALLER, n, alpha, x, incx, cblas_csscal);
}
cublasStatus_t LOCKSTEP_SIZED(cublasZdscal)(cublasHandle_t handle, Int n, const double* alpha, cuDoubleComplex* x,
                                            Int incx) {
  return Scale(handle, FUNCTION(Zdscal), LOCKSTEP_BLAS_CALLER, n, alpha, x, incx, cblas_zdscal);
}
}
