// Batches of matrices and vectors of 16-bit numbers: added up in float, and rounded once.

#include "sim/blas/call.h"
#include "sim/blas/elements.h"

namespace lockstep::blas {
namespace {

template <class T>
constexpr cudaDataType kTypeOf = CUDA_R_32F;
template <>
constexpr cudaDataType kTypeOf<__half> = CUDA_R_16F;
template <>
constexpr cudaDataType kTypeOf<__nv_bfloat16> = CUDA_R_16BF;

struct Shape {
  cublasOperation_t trans;
  Int m, n, lda, incx, incy;

  bool is_plain() const { return trans == CUBLAS_OP_N; }
  std::int64_t LengthOfX() const { return is_plain() ? n : m; }
  std::int64_t LengthOfY() const { return is_plain() ? m : n; }
  void Check(Call& call) const {
    call.Operation("trans", trans);
    call.Sizes({{"m", m}, {"n", n}});
    call.Leading("lda", lda, m, "A");
    call.Increment("incx", incx);
    call.Increment("incy", incy);
  }
};

template <class T, class R>
struct Operands {
  const T *a, *x;
  R* y;
};

std::int64_t At(std::int64_t i, std::int64_t length, std::int64_t increment) {
  return (increment < 0 ? i - length + 1 : i) * increment;
}

template <class T, class R>
void Multiply(const Shape& s, float alpha, const Operands<T, R>& of, float beta) {
  for (std::int64_t i = 0; i < s.LengthOfY(); ++i) {
    float sum = 0;
    for (std::int64_t j = 0; j < s.LengthOfX(); ++j) {
      const std::int64_t in_a = s.is_plain() ? i + j * s.lda : j + i * s.lda;
      sum += static_cast<float>(ReadElement(kTypeOf<T>, of.a, in_a) *
                                ReadElement(kTypeOf<T>, of.x, At(j, s.LengthOfX(), s.incx)));
    }
    const std::int64_t to = At(i, s.LengthOfY(), s.incy);
    const double kept = beta == 0 ? 0 : double{beta} * ReadElement(kTypeOf<R>, of.y, to);
    WriteElement(kTypeOf<R>, of.y, to, double{alpha} * sum + kept);
  }
}

// `at(i)`: the operands of member i; `known`: how many of them can be asked for now.
template <class T, class R, class Batch>
cublasStatus_t Gemv(Call& call, const Shape& s, const float* alpha, const float* beta, Int count, Int known, Batch at) {
  const Factor<float> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);
  s.Check(call);
  call.Size("batchCount", count);
  if (!call.ok() || s.m == 0 || s.n == 0) return call.status();
  for (Int i = 0; i < known; ++i) {
    const Operands<T, R> of = at(i);
    call.Matrix("A", of.a, s.m, s.n, s.lda, Use::kRead);
    call.Vector("x", of.x, s.LengthOfX(), s.incx, Use::kRead);
    call.Vector("y", of.y, s.LengthOfY(), s.incy, UseBy(b));
  }
  return call.Submit([=] {
    for (Int i = 0; i < count; ++i) Multiply<T, R>(s, a(), at(i), b());
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

#define LOCKSTEP_BLAS(name, T, R)                                                                                     \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name##Batched)(                                                               \
      cublasHandle_t handle, cublasOperation_t trans, Int m, Int n, const float* alpha, const T* const Aarray[],      \
      Int lda, const T* const xarray[], Int incx, const float* beta, R* const yarray[], Int incy, Int batchCount) {   \
    NEW_CALL(name##Batched);                                                                                          \
    const bool is_known = call.Pointers("Aarray", Aarray, batchCount) &&                                              \
                          call.Pointers("xarray", xarray, batchCount) && call.Pointers("yarray", yarray, batchCount); \
    return Gemv<T, R>(call, {trans, m, n, lda, incx, incy}, alpha, beta, batchCount, is_known ? batchCount : 0,       \
                      [=](Int i) { return Operands<T, R>{Aarray[i], xarray[i], yarray[i]}; });                        \
  }                                                                                                                   \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name##StridedBatched)(                                                        \
      cublasHandle_t handle, cublasOperation_t trans, Int m, Int n, const float* alpha, const T* A, Int lda,          \
      long long int strideA, const T* x, Int incx, long long int stridex, const float* beta, R* y, Int incy,          \
      long long int stridey, Int batchCount) {                                                                        \
    NEW_CALL(name##StridedBatched);                                                                                   \
    return Gemv<T, R>(call, {trans, m, n, lda, incx, incy}, alpha, beta, batchCount, batchCount,                      \
                      [=](Int i) { return Operands<T, R>{A + i * strideA, x + i * stridex, y + i * stridey}; });      \
  }
LOCKSTEP_BLAS(HSHgemv, __half, __half)
LOCKSTEP_BLAS(HSSgemv, __half, float)
LOCKSTEP_BLAS(TSTgemv, __nv_bfloat16, __nv_bfloat16)
LOCKSTEP_BLAS(TSSgemv, __nv_bfloat16, float)
#undef LOCKSTEP_BLAS
}
