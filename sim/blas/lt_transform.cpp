// C = alpha * op(A) + beta * op(B), where all three may have other orders of elements: computed in double, and rounded
// once.

#include <fmt/format.h>

#include "sim/blas/lt_problem.h"

namespace lockstep::blas {
namespace {

// A matrix that is added, with its factor.
class Summand {
 public:
  Summand(Call& call, const LtTransform& of, const char* name, const char* descriptor, const char* factor_name,
          std::int32_t op, const void* factor, const void* first, cublasLtMatrixLayout_t layout)
      : name_(name),
        op_(static_cast<cublasOperation_t>(op)),
        factor_(factor),
        first_(first),
        scale_(static_cast<cudaDataType>(of.scale_type)),
        on_device_(of.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE) {
    call.Require(factor != nullptr, [&] { return fmt::format("`{}` is null", factor_name); });
    call.Require(unsigned(op) <= CUBLAS_OP_C, [&] { return fmt::format("the operation of `{}` is {}", name, op); });
    if (!call.ok()) return;
    if (on_device_)
      call.Vector(factor_name, static_cast<const char*>(factor), static_cast<std::int64_t>(SizeOfType(scale_)), 1,
                  Use::kRead);
    else
      value_ = ReadNumber(scale_, factor, 0);
    is_used_ = first != nullptr && (on_device_ || value_ != 0.0);
    if (!is_used_) return;
    const LtLayout* contents = ContentsOf(layout);
    call.Require(contents != nullptr,
                 [&] { return fmt::format("`{}` is null, was never initialised or has been destroyed", descriptor); });
    if (contents) layout_ = *contents;
  }

  bool is_used() const { return is_used_; }
  LtMatrix matrix() const { return {name_, &layout_}; }
  void Check(Call& call, const LtMatrix& result) const {
    if (!is_used_ || !call.ok()) return;
    matrix().Check(call);
    const LtShape shape = ShapeOf(matrix(), op_);
    call.Require(HasShape(result, shape.rows, shape.columns), [&] {
      return fmt::format("op(`{}`) is {} x {}, and `C` is {} x {}", name_, shape.rows, shape.columns, result.rows(),
                         result.columns());
    });
    call.Require(matrix().count() == result.count(), [&] {
      return fmt::format("`{}` has a batch of {} matrices, and `C` one of {}", name_, matrix().count(), result.count());
    });
    if (IsComplex(matrix().type()) != IsComplex(scale_) || SizeOfType(matrix().type()) == 0)
      call.NotSupported(fmt::format("the type of `{}` does not suit that of the factors", name_));
  }
  void List(Call& call) const {
    if (is_used_) matrix().List(call, first_, Use::kRead);
  }
  TypedMatrix Member(std::int64_t batch) const {
    return matrix().As(op_, is_used_ ? matrix().Member(first_, batch) : nullptr);
  }
  Number Factor() const { return on_device_ ? ReadNumber(scale_, factor_, 0) : value_; }

 private:
  const char* name_;
  cublasOperation_t op_;
  const void *factor_, *first_;
  cudaDataType scale_;
  bool on_device_, is_used_ = false;
  Number value_{};
  LtLayout layout_;
};

bool IsScale(std::int32_t type) {
  return type == CUDA_R_16F || type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_R_32I || type == CUDA_C_32F ||
         type == CUDA_C_64F;
}

void Add(const Summand& a, const Summand& b, const LtLayout& layout, void* first) {
  const LtMatrix result{"C", &layout};
  const Number by_a = a.Factor(), by_b = b.Factor();
  for (std::int64_t batch = 0; batch < result.count(); ++batch) {
    const TypedMatrix from_a = a.Member(batch), from_b = b.Member(batch);
    const TypedMatrix to = result.As(CUBLAS_OP_N, result.Member(first, batch));
    for (std::int64_t j = 0; j < to.columns; ++j)
      for (std::int64_t i = 0; i < to.rows; ++i) {
        Number sum{};
        if (a.is_used()) sum += by_a * from_a(i, j);
        if (b.is_used()) sum += by_b * from_b(i, j);
        WriteNumber(to.type, const_cast<void*>(to.first), to.At(i, j), sum);
      }
  }
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t lightHandle, cublasLtMatrixTransformDesc_t transformDesc,
                                       const void* alpha, const void* A, cublasLtMatrixLayout_t Adesc, const void* beta,
                                       const void* B, cublasLtMatrixLayout_t Bdesc, void* C,
                                       cublasLtMatrixLayout_t Cdesc, cudaStream_t stream) {
  Call call(IsLtHandle(lightHandle), stream, "cublasLtMatrixTransform", LOCKSTEP_BLAS_CALLER);
  const LtTransform* of = ContentsOf(transformDesc);
  const LtLayout* layout = ContentsOf(Cdesc);
  call.Require(of != nullptr, [] { return "`transformDesc` is null, was never initialised or has been destroyed"; });
  call.Require(layout != nullptr, [] { return "`Cdesc` is null, was never initialised or has been destroyed"; });
  if (!call.ok()) return call.status();
  call.Require(unsigned(of->pointer_mode) <= CUBLASLT_POINTER_MODE_DEVICE,
               [] { return "the factors are neither on the host nor one number on the device"; });
  if (!IsScale(of->scale_type)) call.NotSupported("the factors have a type that is not supported here");
  const Summand a(call, *of, "A", "Adesc", "alpha", of->transa, alpha, A, Adesc);
  const Summand b(call, *of, "B", "Bdesc", "beta", of->transb, beta, B, Bdesc);
  const LtMatrix result{"C", layout};
  result.Check(call);
  a.Check(call, result);
  b.Check(call, result);
  if (IsComplex(result.type()) != IsComplex(static_cast<cudaDataType>(of->scale_type)) ||
      SizeOfType(result.type()) == 0)
    call.NotSupported("the type of `C` does not suit that of the factors");
  if (!call.ok() || result.rows() == 0 || result.columns() == 0) return call.status();
  a.List(call);
  b.List(call);
  result.List(call, C, Use::kWrite);
  return call.Submit([a, b, layout = *layout, C] { Add(a, b, layout, C); });
}
}
