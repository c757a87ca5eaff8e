#include "sim/blas/lt_epilogue.h"

#include <cmath>
#include <numbers>

namespace lockstep::blas {
namespace {

constexpr unsigned kGradientOfBias = CUBLASLT_EPILOGUE_DRELU_BGRAD & ~CUBLASLT_EPILOGUE_DRELU;

std::int64_t SizeIn(cudaDataType type) { return static_cast<std::int64_t>(SizeOfType(type)); }

bool WritesGradient(const LtProblem& problem) {
  return problem.Has(kGradientOfBias) || problem.Has(CUBLASLT_EPILOGUE_BGRADA) || problem.Has(CUBLASLT_EPILOGUE_BGRADB);
}
std::int64_t LengthOfBias(const LtProblem& problem) {
  return problem.Has(CUBLASLT_EPILOGUE_BGRADB) ? problem.n() : problem.m();
}
// Bytes of so many elements of the auxiliary matrix, whose mask has eight of them in a byte.
std::int64_t BytesOfAux(const LtProblem& problem, std::int64_t elements) {
  return problem.AuxIsMask() ? (elements + 7) / 8 : elements * SizeIn(problem.aux_type());
}

void ListBias(Call& call, const LtProblem& problem) {
  const bool is_read = problem.Has(CUBLASLT_EPILOGUE_BIAS);
  if (!is_read && !WritesGradient(problem)) return;
  const LtMatmul& of = problem.of;
  call.Require(of.bias != nullptr, [] { return "CUBLASLT_MATMUL_DESC_BIAS_POINTER is null"; });
  const std::int64_t size = SizeIn(problem.types.bias);
  for (std::int64_t b = 0; b < (of.bias_stride ? problem.count() : 1); ++b)
    call.Vector("bias", static_cast<const char*>(of.bias) + b * of.bias_stride * size, LengthOfBias(problem) * size, 1,
                is_read ? Use::kRead : Use::kWrite);
}

void ListAux(Call& call, const LtProblem& problem) {
  if (!problem.HasAux()) return;
  const LtMatmul& of = problem.of;
  call.Require(of.aux != nullptr, [] { return "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER is null"; });
  for (std::int64_t b = 0; b < problem.count(); ++b)
    call.Matrix("aux", static_cast<const char*>(of.aux) + BytesOfAux(problem, b * of.aux_stride),
                BytesOfAux(problem, problem.m()), problem.n(), BytesOfAux(problem, of.aux_leading),
                problem.WritesAux() ? Use::kWrite : Use::kRead);
}

// GELU's approximation with tanh, which is cuBLASLt's, and its derivative.
constexpr double kInner = std::numbers::sqrt2 * std::numbers::inv_sqrtpi, kCubic = 0.044715;
double Gelu(double x) { return 0.5 * x * (1 + std::tanh(kInner * (x + kCubic * x * x * x))); }
double SlopeOfGelu(double x) {
  const double t = std::tanh(kInner * (x + kCubic * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kInner * (1 + 3 * kCubic * x * x);
}

}  // namespace

void ListEpilogue(Call& call, const LtProblem& problem) {
  ListBias(call, problem);
  ListAux(call, problem);
}

Epilogue::Epilogue(const LtProblem& problem) : problem_(problem) {
  if (WritesGradient(problem)) gradient_.resize(static_cast<std::size_t>(LengthOfBias(problem)));
}

void Epilogue::BeginMember(std::int64_t batch) {
  const LtMatmul& of = problem_.of;
  bias_ = static_cast<char*>(of.bias) + batch * of.bias_stride * SizeIn(problem_.types.bias);
  aux_ = static_cast<char*>(of.aux) + BytesOfAux(problem_, batch * of.aux_stride);
  std::ranges::fill(gradient_, 0.0);
}

double Epilogue::Bias(std::int64_t row) const { return ReadElement(problem_.types.bias, bias_, row); }

bool Epilogue::MaskBit(std::int64_t i, std::int64_t j) const {
  const std::int64_t bit = i + j * problem_.of.aux_leading;
  return (aux_[bit / 8] >> bit % 8 & 1) != 0;
}
void Epilogue::SetMaskBit(std::int64_t i, std::int64_t j, bool value) const {
  const std::int64_t bit = i + j * problem_.of.aux_leading;
  if (bit % 8 == 0) aux_[bit / 8] = 0;
  if (value) aux_[bit / 8] = static_cast<char>(aux_[bit / 8] | 1 << bit % 8);
}
double Epilogue::Aux(std::int64_t i, std::int64_t j) const {
  return ReadElement(problem_.aux_type(), aux_, i + j * problem_.of.aux_leading);
}
void Epilogue::SetAux(std::int64_t i, std::int64_t j, double value) {
  largest_aux_ = std::max(largest_aux_, std::fabs(value));
  const double scale = problem_.of.aux_scale ? *problem_.of.aux_scale : 1;
  WriteElement(problem_.aux_type(), aux_, i + j * problem_.of.aux_leading, value * scale);
}

double Epilogue::operator()(double x, std::int64_t i, std::int64_t j) {
  if (problem_.Has(CUBLASLT_EPILOGUE_BIAS)) x += Bias(i);
  if (problem_.Has(CUBLASLT_EPILOGUE_RELU)) {
    if (problem_.HasAux()) SetMaskBit(i, j, x > 0);
    x = x > 0 ? x : 0;
  } else if (problem_.Has(CUBLASLT_EPILOGUE_GELU)) {
    if (problem_.HasAux()) SetAux(i, j, x);
    x = Gelu(x);
  } else if (problem_.Has(CUBLASLT_EPILOGUE_DRELU)) {
    if (!MaskBit(i, j)) x = 0;
  } else if (problem_.Has(CUBLASLT_EPILOGUE_DGELU)) {
    x *= SlopeOfGelu(Aux(i, j));
  }
  if (problem_.Has(kGradientOfBias)) gradient_[static_cast<std::size_t>(i)] += x;
  largest_ = std::max(largest_, std::fabs(x));
  return problem_.of.d_scale ? x * *problem_.of.d_scale : x;
}

void Epilogue::AddUp(const TypedMatrix& a, double scale_a, const TypedMatrix& b, double scale_b) {
  if (problem_.Has(CUBLASLT_EPILOGUE_BGRADA))
    for (std::int64_t i = 0; i < a.rows; ++i)
      for (std::int64_t p = 0; p < a.columns; ++p) gradient_[static_cast<std::size_t>(i)] += scale_a * a(i, p).real();
  if (problem_.Has(CUBLASLT_EPILOGUE_BGRADB))
    for (std::int64_t j = 0; j < b.columns; ++j)
      for (std::int64_t p = 0; p < b.rows; ++p) gradient_[static_cast<std::size_t>(j)] += scale_b * b(p, j).real();
}

void Epilogue::EndMember() {
  for (std::size_t i = 0; i < gradient_.size(); ++i)
    WriteElement(problem_.types.bias, bias_, static_cast<std::int64_t>(i), gradient_[i]);
}

void Epilogue::End() const {
  if (problem_.of.d_amax) *problem_.of.d_amax = static_cast<float>(largest_);
  if (problem_.of.aux_amax) *problem_.of.aux_amax = static_cast<float>(largest_aux_);
}

}  // namespace lockstep::blas
