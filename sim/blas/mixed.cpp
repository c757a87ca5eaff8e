#include "sim/blas/mixed.h"

#include <vector>

#include "sim/blas/products.h"

namespace lockstep::blas {
namespace {

// A factor in the type of the computation.
template <class T>
T As(const Number& value) {
  if constexpr (requires(T of) { of.real(); })
    return static_cast<T>(value);
  else
    return static_cast<T>(value.real());
}

template <class T>
void MultiplyIn(const Product& p, const MixedTypes& types, const Number& alpha, const void* a, const void* b,
                const Number& beta, void* c) {
  const std::vector<T> product =
      Multiply<T>({a, types.a, p.transa, p.m, p.k, p.lda}, {b, types.b, p.transb, p.k, p.n, p.ldb});
  const T by = As<T>(alpha), keep = As<T>(beta);
  for (std::int64_t j = 0; j < p.n; ++j)
    for (std::int64_t i = 0; i < p.m; ++i) {
      const T scaled = by * product[static_cast<std::size_t>(i + j * p.m)];
      // With a beta of 0, C is not read, whatever it holds.
      const T kept = beta == 0.0 ? T{} : keep * As<T>(ReadNumber(types.c, c, i + j * p.ldc));
      WriteNumber(types.c, c, i + j * p.ldc, scaled + kept);
    }
}

}  // namespace

void MultiplyMixed(const Product& p, const MixedTypes& types, const Number& alpha, const void* a, const void* b,
                   const Number& beta, void* c) {
  if (IsComplex(types.c))
    types.in_double ? MultiplyIn<std::complex<double>>(p, types, alpha, a, b, beta, c)
                    : MultiplyIn<std::complex<float>>(p, types, alpha, a, b, beta, c);
  else
    types.in_double ? MultiplyIn<double>(p, types, alpha, a, b, beta, c)
                    : MultiplyIn<float>(p, types, alpha, a, b, beta, c);
}

}  // namespace lockstep::blas
