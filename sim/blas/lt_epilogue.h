#pragma once

// The work of cuBLASLt on a product before it is stored: a bias, ReLU or GELU, or the gradients of these. Real numbers
// only.

#include <vector>

#include "sim/blas/lt_problem.h"

namespace lockstep::blas {

// The vector of the bias or of its gradient, and the auxiliary matrix, as far as the epilogue uses them.
void ListEpilogue(Call& call, const LtProblem& problem);

// The epilogue of one call while its work is done. Members of the batch follow one another.
class Epilogue {
 public:
  explicit Epilogue(const LtProblem& problem);
  void BeginMember(std::int64_t batch);
  // The number for D(i, j), from alpha * op(A) * op(B) + beta * C.
  double operator()(double value, std::int64_t i, std::int64_t j);
  // Gradients of the bias, which are sums along the matrices of the product: `a` and `b` are op(A) and op(B).
  void AddUp(const TypedMatrix& a, double scale_a, const TypedMatrix& b, double scale_b);
  void EndMember();
  void End() const;  // stores the largest sizes

 private:
  double Bias(std::int64_t row) const;
  bool MaskBit(std::int64_t i, std::int64_t j) const;
  void SetMaskBit(std::int64_t i, std::int64_t j, bool value) const;
  double Aux(std::int64_t i, std::int64_t j) const;
  void SetAux(std::int64_t i, std::int64_t j, double value);

  const LtProblem& problem_;
  char *bias_ = nullptr, *aux_ = nullptr;  // of the member
  std::vector<double> gradient_;
  double largest_ = 0, largest_aux_ = 0;
};

}  // namespace lockstep::blas
