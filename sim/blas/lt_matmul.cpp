// D = epilogue(alpha * op(A) * op(B) + beta * C), with batches. Products are added up by the system's BLAS; what
// follows is computed in double, and each element is rounded once.

#include <fmt/format.h>

#include <memory>

#include "sim/blas/lt_epilogue.h"

namespace lockstep::blas {
namespace {

// alpha or beta: one number of the host or the device, or one for each row of D on the device.
class LtFactor {
 public:
  enum class Source { kHost, kDevice, kDeviceVector, kZero };

  LtFactor(Call& call, const char* name, const void* given, Source source, const LtProblem& problem)
      : source_(source), given_(given), type_(problem.types.scale), stride_(problem.of.alpha_stride) {
    if (source == Source::kZero) return;
    call.Require(given != nullptr, [&] { return fmt::format("`{}` is null", name); });
    if (!call.ok()) return;
    const auto size = static_cast<std::int64_t>(SizeOfType(type_));
    if (source == Source::kHost)
      value_ = ReadNumber(type_, given, 0);
    else if (source == Source::kDevice)
      call.Vector(name, static_cast<const char*>(given), size, 1, Use::kRead);
    else
      for (std::int64_t b = 0; b < (stride_ ? problem.count() : 1); ++b)
        call.Vector(name, static_cast<const char*>(given) + b * stride_ * size, problem.m() * size, 1, Use::kRead);
  }
  bool IsKnown() const { return source_ == Source::kHost || source_ == Source::kZero; }
  bool IsZero() const { return IsKnown() && value_ == 0.0; }
  Number operator()(std::int64_t row, std::int64_t batch) const {
    if (source_ == Source::kDevice) return ReadNumber(type_, given_, 0);
    return source_ == Source::kDeviceVector ? ReadNumber(type_, given_, row + batch * stride_) : value_;
  }

 private:
  Source source_;
  const void* given_;
  cudaDataType type_;
  std::int64_t stride_;
  Number value_{};
};

struct Places {
  LtFactor::Source alpha, beta;
};
Places PlacesOf(std::int32_t pointer_mode) {
  using enum LtFactor::Source;
  switch (pointer_mode) {
    case CUBLASLT_POINTER_MODE_DEVICE: return {kDevice, kDevice};
    case CUBLASLT_POINTER_MODE_DEVICE_VECTOR: return {kDeviceVector, kDeviceVector};
    case CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO: return {kDeviceVector, kZero};
    case CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST: return {kDeviceVector, kHost};
    default: return {kHost, kHost};
  }
}

struct Pointers {
  const void *a, *b, *c;
  void* d;
};

// A factor for a matrix of 8-bit floats: one, or one for each of its outer vectors.
struct LtScale {
  const float* values;
  std::int32_t mode;

  double operator()(std::int64_t vector) const {
    return values ? values[mode == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F ? vector : 0] : 1;
  }
  void List(Call& call, const char* name, std::int64_t vectors) const {
    if (values)
      call.Vector(name, values, mode == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F ? vectors : 1, 1, Use::kRead);
  }
};

// One call: its problem, its matrices and its factors.
class Matmul {
 public:
  Matmul(Call& call, const LtProblem& problem, const Pointers& at, const void* alpha, const void* beta)
      : problem_(problem),
        at_(at),
        alpha_(call, "alpha", alpha, PlacesOf(problem.of.pointer_mode).alpha, problem),
        beta_(call, "beta", beta, PlacesOf(problem.of.pointer_mode).beta, problem),
        scale_a_{problem.of.a_scale, problem.of.a_scale_mode},
        scale_b_{problem.of.b_scale, problem.of.b_scale_mode},
        scale_c_{problem.of.c_scale, 0} {}

  void List(Call& call) const;
  void Do() const;

 private:
  template <class T>
  void DoMember(Epilogue& epilogue, std::int64_t batch) const;
  void ListScales(Call& call) const;
  template <class T>
  auto Sum(const T& product, const TypedMatrix& c, std::int64_t i, std::int64_t j, std::int64_t batch) const;

  LtProblem problem_;
  Pointers at_;
  LtFactor alpha_, beta_;
  LtScale scale_a_, scale_b_, scale_c_;
};

void Matmul::ListScales(Call& call) const {
  const LtMatmul& of = problem_.of;
  scale_a_.List(call, "scaleA", problem_.m());
  scale_b_.List(call, "scaleB", problem_.n());
  scale_c_.List(call, "scaleC", 1);
  LtScale{of.d_scale, 0}.List(call, "scaleD", 1);
  LtScale{of.aux_scale, 0}.List(call, "scaleAux", 1);
  if (of.d_amax) call.Vector("amaxD", of.d_amax, 1, 1, Use::kWrite);
  if (of.aux_amax) call.Vector("amaxAux", of.aux_amax, 1, 1, Use::kWrite);
}

void Matmul::List(Call& call) const {
  const LtLayout &c = problem_.layout_c, &d = problem_.layout_d;
  const bool is_alike = c.leading == d.leading && c.type == d.type && c.batch_stride == d.batch_stride;
  call.Require(at_.c != at_.d || is_alike || beta_.IsZero(), [] { return "`C` is `D`, and their layouts differ"; });
  if (problem_.k() > 0) {
    problem_.a().List(call, at_.a, Use::kRead);
    problem_.b().List(call, at_.b, Use::kRead);
  }
  // A beta on the device is not known yet: C in the place of D may never have been written.
  if (!beta_.IsZero() && (beta_.IsKnown() || at_.c != at_.d)) problem_.c().List(call, at_.c, Use::kRead);
  problem_.d().List(call, at_.d, Use::kWrite);
  ListEpilogue(call, problem_);
  ListScales(call);
}

// alpha * product + beta * C(i, j); with a beta of 0, C is not read, whatever it holds.
template <class T>
auto Matmul::Sum(const T& product, const TypedMatrix& c, std::int64_t i, std::int64_t j, std::int64_t batch) const {
  const Number alpha = alpha_(i, batch), beta = beta_(i, batch);
  if constexpr (requires { product.real(); }) {
    const Number scaled = alpha * Number(product);
    return beta == 0.0 ? scaled : scaled + beta * c(i, j);
  } else {
    const double scaled = alpha.real() * scale_a_(i) * scale_b_(j) * static_cast<double>(product);
    return beta == 0.0 ? scaled : scaled + beta.real() * scale_c_(0) * ReadElement(c.type, c.first, c.At(i, j));
  }
}

template <class T>
void Matmul::DoMember(Epilogue& epilogue, std::int64_t batch) const {
  const TypedMatrix a = problem_.a().As(problem_.transa(), problem_.a().Member(at_.a, batch));
  const TypedMatrix b = problem_.b().As(problem_.transb(), problem_.b().Member(at_.b, batch));
  const TypedMatrix c = problem_.c().As(CUBLAS_OP_N, beta_.IsZero() ? nullptr : problem_.c().Member(at_.c, batch));
  const TypedMatrix d = problem_.d().As(CUBLAS_OP_N, problem_.d().Member(at_.d, batch));
  void* result = const_cast<void*>(d.first);
  const std::vector<T> product = Multiply<T>(a, b);
  for (std::int64_t j = 0; j < d.columns; ++j)
    for (std::int64_t i = 0; i < d.rows; ++i) {
      const auto sum = Sum(product[static_cast<std::size_t>(i + j * d.rows)], c, i, j, batch);
      if constexpr (requires { sum.real(); })
        WriteNumber(d.type, result, d.At(i, j), sum);
      else
        WriteElement(d.type, result, d.At(i, j), epilogue(sum, i, j));
    }
  epilogue.AddUp(a, scale_a_(0), b, scale_b_(0));
}

void Matmul::Do() const {
  Epilogue epilogue(problem_);
  for (std::int64_t batch = 0; batch < problem_.count(); ++batch) {
    epilogue.BeginMember(batch);
    switch (problem_.types.a) {
      case CUDA_R_64F:
      case CUDA_R_8I: DoMember<double>(epilogue, batch); break;
      case CUDA_C_64F: DoMember<std::complex<double>>(epilogue, batch); break;
      case CUDA_C_8I:
      case CUDA_C_32F: DoMember<std::complex<float>>(epilogue, batch); break;
      default: DoMember<float>(epilogue, batch);
    }
    epilogue.EndMember();
  }
  epilogue.End();
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t cublasLtMatmul(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t computeDesc, const void* alpha,
                              const void* A, cublasLtMatrixLayout_t Adesc, const void* B, cublasLtMatrixLayout_t Bdesc,
                              const void* beta, const void* C, cublasLtMatrixLayout_t Cdesc, void* D,
                              cublasLtMatrixLayout_t Ddesc, const cublasLtMatmulAlgo_t* algo, void*, size_t,
                              cudaStream_t stream) {
  Call call(IsLtHandle(lightHandle), stream, "cublasLtMatmul", LOCKSTEP_BLAS_CALLER);
  if (!call.ok()) return call.status();
  const LtProblem problem = ProblemOf(call, {computeDesc, Adesc, Bdesc, Cdesc, Ddesc});
  call.Require(!algo || ContentsOf(algo), [] { return "`algo` was never initialised"; });
  if (!call.ok()) return call.status();
  const auto matmul = std::make_shared<Matmul>(call, problem, Pointers{A, B, C, D}, alpha, beta);
  if (!call.ok() || problem.m() == 0 || problem.n() == 0) return call.status();
  matmul->List(call);
  return call.Submit([matmul] { matmul->Do(); });
}
}
