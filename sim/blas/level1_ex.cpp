// Vectors whose types are named at run time. Numbers are converted to double, or complex ones of double, and a result
// is rounded once; a GPU computes in the type of the execution, so that its results may be less exact.

#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "sim/blas/call.h"
#include "sim/blas/elements.h"

namespace lockstep::blas {
namespace {

bool IsFloating(cudaDataType type) {
  return type == CUDA_C_32F || type == CUDA_C_64F || type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_32F ||
         type == CUDA_R_64F;
}
void RequireFloating(Call& call, const char* name, cudaDataType type) {
  if (!IsFloating(type)) call.NotSupported(std::string("the type of `") + name + "` is not supported here");
}
std::int64_t Bytes(cudaDataType type) { return static_cast<std::int64_t>(SizeOfType(type)); }

struct TypedVector {
  const char* name;
  void* first;
  cudaDataType type;
  Int increment;
  std::int64_t count;

  TypedVector(const char* name, const void* first, cudaDataType type, Int increment, Int count)
      : name(name),
        first(const_cast<void*>(first)),
        type(type),
        increment(increment),
        count(std::max<std::int64_t>(count, 0)) {}

  void List(Call& call, Use use) const {
    RequireFloating(call, name, type);
    if (!call.ok() || count == 0) return;
    const std::int64_t step = std::abs(std::int64_t{increment});
    call.Matrix(name, static_cast<const char*>(first), Bytes(type), step == 0 ? 1 : count,
                std::max<std::int64_t>(step, 1) * Bytes(type), use);
  }
  std::int64_t At(std::int64_t i) const { return (increment < 0 ? i - count + 1 : i) * increment; }
  Number operator[](std::int64_t i) const { return ReadNumber(type, first, At(i)); }
  void Set(std::int64_t i, const Number& value) const { WriteNumber(type, first, At(i), value); }
};

// A factor or a result that has one of these types: on the host or the device, as the handle says.
std::function<Number()> FactorOf(Call& call, const char* name, const void* given, cudaDataType type) {
  RequireFloating(call, name, type);
  call.Require(given != nullptr, [&] { return "`" + std::string(name) + "` is null"; });
  if (!call.ok()) return [] { return Number{}; };
  if (!call.on_device()) return [value = ReadNumber(type, given, 0)] { return value; };
  call.Matrix(name, static_cast<const char*>(given), Bytes(type), 1, Bytes(type), Use::kRead);
  return [=] { return ReadNumber(type, given, 0); };
}
void ListResult(Call& call, void* result, cudaDataType type) {
  RequireFloating(call, "result", type);
  if (Bytes(type) == 8)
    call.Result("result", static_cast<double*>(result));
  else if (Bytes(type) == 16)
    call.Result("result", static_cast<cuDoubleComplex*>(result));
  else if (Bytes(type) == 4)
    call.Result("result", static_cast<float*>(result));
  else
    call.Result("result", static_cast<std::uint16_t*>(result));
}

cublasStatus_t Dot(Call& call, bool conjugated, Int n, const void* x, cudaDataType xType, Int incx, const void* y,
                   cudaDataType yType, Int incy, void* result, cudaDataType resultType) {
  const TypedVector a("x", x, xType, incx, n), b("y", y, yType, incy, n);
  ListResult(call, result, resultType);
  a.List(call, Use::kRead);
  b.List(call, Use::kRead);
  return call.Submit([=] {
    Number sum{};
    for (std::int64_t i = 0; i < a.count; ++i) sum += (conjugated ? std::conj(a[i]) : a[i]) * b[i];
    WriteNumber(resultType, result, 0, sum);
  });
}

// A number of a vector, of which the increment must be positive.
template <class Find>
cublasStatus_t Reduce(Call& call, Int n, const void* x, cudaDataType xType, Int incx, void* result,
                      cudaDataType resultType, Find find) {
  const TypedVector a("x", x, xType, incx, incx > 0 ? n : 0);
  ListResult(call, result, resultType);
  a.List(call, Use::kRead);
  return call.Submit([=] { WriteNumber(resultType, result, 0, find(a)); });
}

double SizeOf(const Number& value) { return std::fabs(value.real()) + std::fabs(value.imag()); }

template <class Before>
cublasStatus_t Position(Call& call, Int n, const void* x, cudaDataType xType, Int incx, Int* result, Before before) {
  const TypedVector a("x", x, xType, incx, incx > 0 ? n : 0);
  call.Result("result", result);
  a.List(call, Use::kRead);
  return call.Submit([=] {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < a.count; ++i)
      if (before(SizeOf(a[i]), SizeOf(a[best]))) best = i;
    *result = a.count > 0 ? static_cast<Int>(best + 1) : 0;
  });
}

// Replaces the elements of both vectors by those of the pair that `change` gives.
template <class Change>
cublasStatus_t ForPairs(Call& call, const TypedVector& a, Use use_a, const TypedVector& b, Use use_b, Change change) {
  a.List(call, use_a);
  b.List(call, use_b);
  if (!call.ok() || a.count == 0) return call.status();
  return call.Submit([=] {
    for (std::int64_t i = 0; i < a.count; ++i) change(a, b, i);
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t LOCKSTEP_SIZED(cublasAxpyEx)(cublasHandle_t handle, Int n, const void* alpha, cudaDataType alphaType,
                                            const void* x, cudaDataType xType, Int incx, void* y, cudaDataType yType,
                                            Int incy, cudaDataType) {
  NEW_CALL(AxpyEx);
  const auto factor = FactorOf(call, "alpha", alpha, alphaType);
  return ForPairs(
      call, {"x", x, xType, incx, n}, Use::kRead, {"y", y, yType, incy, n}, Use::kReadWrite,
      [=](const TypedVector& a, const TypedVector& b, std::int64_t i) { b.Set(i, factor() * a[i] + b[i]); });
}
cublasStatus_t LOCKSTEP_SIZED(cublasCopyEx)(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx,
                                            void* y, cudaDataType yType, Int incy) {
  NEW_CALL(CopyEx);
  return ForPairs(call, {"x", x, xType, incx, n}, Use::kRead, {"y", y, yType, incy, n}, Use::kWrite,
                  [](const TypedVector& a, const TypedVector& b, std::int64_t i) { b.Set(i, a[i]); });
}
cublasStatus_t LOCKSTEP_SIZED(cublasSwapEx)(cublasHandle_t handle, Int n, void* x, cudaDataType xType, Int incx,
                                            void* y, cudaDataType yType, Int incy) {
  NEW_CALL(SwapEx);
  return ForPairs(call, {"x", x, xType, incx, n}, Use::kReadWrite, {"y", y, yType, incy, n}, Use::kReadWrite,
                  [](const TypedVector& a, const TypedVector& b, std::int64_t i) {
                    const Number kept = a[i];
                    a.Set(i, b[i]);
                    b.Set(i, kept);
                  });
}
cublasStatus_t LOCKSTEP_SIZED(cublasRotEx)(cublasHandle_t handle, Int n, void* x, cudaDataType xType, Int incx, void* y,
                                           cudaDataType yType, Int incy, const void* c, const void* s,
                                           cudaDataType csType, cudaDataType) {
  NEW_CALL(RotEx);
  const auto cosine = FactorOf(call, "c", c, RealOf(csType)), sine = FactorOf(call, "s", s, csType);
  return ForPairs(call, {"x", x, xType, incx, n}, Use::kReadWrite, {"y", y, yType, incy, n}, Use::kReadWrite,
                  [=](const TypedVector& a, const TypedVector& b, std::int64_t i) {
                    const Number first = a[i], second = b[i];
                    a.Set(i, cosine() * first + sine() * second);
                    b.Set(i, cosine() * second - std::conj(sine()) * first);
                  });
}
// param[0] says which members of the matrix (h11, h21, h12, h22) that follows are given: -1 all, 0 those beside the
// diagonal, 1 those on it, -2 none.
cublasStatus_t LOCKSTEP_SIZED(cublasRotmEx)(cublasHandle_t handle, Int n, void* x, cudaDataType xType, Int incx,
                                            void* y, cudaDataType yType, Int incy, const void* param,
                                            cudaDataType paramType, cudaDataType) {
  NEW_CALL(RotmEx);
  RequireFloating(call, "param", paramType);
  call.Require(param != nullptr, [] { return "`param` is null"; });
  if (!call.ok()) return call.status();
  std::array<double, 5> kept{};
  if (call.on_device())
    call.Vector("param", static_cast<const char*>(param), 5 * Bytes(paramType), 1, Use::kRead);
  else
    for (int i = 0; i < 5; ++i) kept[static_cast<std::size_t>(i)] = ReadElement(paramType, param, i);
  const auto at = [=, on_device = call.on_device()](int i) {
    return on_device ? ReadElement(paramType, param, i) : kept[static_cast<std::size_t>(i)];
  };
  return ForPairs(call, {"x", x, xType, incx, n}, Use::kReadWrite, {"y", y, yType, incy, n}, Use::kReadWrite,
                  [=](const TypedVector& a, const TypedVector& b, std::int64_t i) {
                    const double flag = at(0);
                    if (flag == -2) return;
                    const double h11 = flag == 0 ? 1 : at(1), h21 = flag == 1 ? -1 : at(2);
                    const double h12 = flag == 1 ? 1 : at(3), h22 = flag == 0 ? 1 : at(4);
                    const Number first = a[i], second = b[i];
                    a.Set(i, h11 * first + h12 * second);
                    b.Set(i, h21 * first + h22 * second);
                  });
}
cublasStatus_t LOCKSTEP_SIZED(cublasScalEx)(cublasHandle_t handle, Int n, const void* alpha, cudaDataType alphaType,
                                            void* x, cudaDataType xType, Int incx, cudaDataType) {
  NEW_CALL(ScalEx);
  const auto factor = FactorOf(call, "alpha", alpha, alphaType);
  const TypedVector a("x", x, xType, incx, incx > 0 ? n : 0);
  a.List(call, Use::kReadWrite);
  if (!call.ok() || a.count == 0) return call.status();
  return call.Submit([=] {
    for (std::int64_t i = 0; i < a.count; ++i) a.Set(i, factor() * a[i]);
  });
}
cublasStatus_t LOCKSTEP_SIZED(cublasDotEx)(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx,
                                           const void* y, cudaDataType yType, Int incy, void* result,
                                           cudaDataType resultType, cudaDataType) {
  NEW_CALL(DotEx);
  return Dot(call, false, n, x, xType, incx, y, yType, incy, result, resultType);
}
cublasStatus_t LOCKSTEP_SIZED(cublasDotcEx)(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx,
                                            const void* y, cudaDataType yType, Int incy, void* result,
                                            cudaDataType resultType, cudaDataType) {
  NEW_CALL(DotcEx);
  return Dot(call, true, n, x, xType, incx, y, yType, incy, result, resultType);
}
cublasStatus_t LOCKSTEP_SIZED(cublasNrm2Ex)(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx,
                                            void* result, cudaDataType resultType, cudaDataType) {
  NEW_CALL(Nrm2Ex);
  return Reduce(call, n, x, xType, incx, result, resultType, [](const TypedVector& a) {
    double norm = 0;
    for (std::int64_t i = 0; i < a.count; ++i) norm = std::hypot(norm, std::abs(a[i]));
    return norm;
  });
}
cublasStatus_t LOCKSTEP_SIZED(cublasAsumEx)(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx,
                                            void* result, cudaDataType resultType, cudaDataType) {
  NEW_CALL(AsumEx);
  return Reduce(call, n, x, xType, incx, result, resultType, [](const TypedVector& a) {
    double sum = 0;
    for (std::int64_t i = 0; i < a.count; ++i) sum += SizeOf(a[i]);
    return sum;
  });
}
cublasStatus_t LOCKSTEP_SIZED(cublasIamaxEx)(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx,
                                             Int* result) {
  NEW_CALL(IamaxEx);
  return Position(call, n, x, xType, incx, result, [](double a, double b) { return a > b; });
}
cublasStatus_t LOCKSTEP_SIZED(cublasIaminEx)(cublasHandle_t handle, Int n, const void* x, cudaDataType xType, Int incx,
                                             Int* result) {
  NEW_CALL(IaminEx);
  return Position(call, n, x, xType, incx, result, [](double a, double b) { return a < b; });
}
}
