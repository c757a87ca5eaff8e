#include "sim/blas/products.h"

#include <cblas.h>

#include <algorithm>

namespace lockstep::blas {
namespace {

template <class T>
constexpr cudaDataType kTypeOf = CUDA_R_32F;
template <>
constexpr cudaDataType kTypeOf<double> = CUDA_R_64F;
template <>
constexpr cudaDataType kTypeOf<std::complex<float>> = CUDA_C_32F;
template <>
constexpr cudaDataType kTypeOf<std::complex<double>> = CUDA_C_64F;

// A matrix as the system's BLAS takes it: where it lies, or converted to a dense one.
template <class T>
class Operand {
 public:
  explicit Operand(const TypedMatrix& of) {
    const bool is_plain = of.by_rows != (of.op == CUBLAS_OP_N);
    if (of.type == kTypeOf<T> && !IsConjugatedInPlace(of)) {
      data_ = static_cast<const T*>(of.first);
      leading_ = static_cast<int>(of.leading);
      transposition_ = is_plain ? CblasNoTrans : of.op == CUBLAS_OP_C ? CblasConjTrans : CblasTrans;
      return;
    }
    converted_.resize(static_cast<std::size_t>(of.rows * of.columns));
    for (std::int64_t j = 0; j < of.columns; ++j)
      for (std::int64_t i = 0; i < of.rows; ++i) converted_[static_cast<std::size_t>(i + j * of.rows)] = Read(of, i, j);
    data_ = converted_.data();
    leading_ = static_cast<int>(of.rows);
  }
  const T* data() const { return data_; }
  int leading() const { return std::max(leading_, 1); }
  CBLAS_TRANSPOSE transposition() const { return transposition_; }

 private:
  static bool IsConjugatedInPlace(const TypedMatrix& of) { return of.by_rows && of.op == CUBLAS_OP_C; }
  static T Read(const TypedMatrix& of, std::int64_t i, std::int64_t j) {
    if constexpr (requires(T value) { value.real(); })
      return static_cast<T>(of(i, j));
    else
      return static_cast<T>(ReadElement(of.type, of.first, of.At(i, j)));
  }

  const T* data_;
  int leading_;
  CBLAS_TRANSPOSE transposition_ = CblasNoTrans;
  std::vector<T> converted_;
};

struct Shape {
  int m, n, k;
};

template <class T, class Function>
void CallReal(Function* gemm, const Shape& s, const Operand<T>& a, const Operand<T>& b, T* c) {
  gemm(CblasColMajor, a.transposition(), b.transposition(), s.m, s.n, s.k, 1, a.data(), a.leading(), b.data(),
       b.leading(), 0, c, s.m);
}
template <class T, class Function>
void CallComplex(Function* gemm, const Shape& s, const Operand<T>& a, const Operand<T>& b, T* c) {
  const T one = 1, zero = 0;
  gemm(CblasColMajor, a.transposition(), b.transposition(), s.m, s.n, s.k, &one, a.data(), a.leading(), b.data(),
       b.leading(), &zero, c, s.m);
}
void Gemm(const Shape& s, const Operand<float>& a, const Operand<float>& b, float* c) {
  CallReal(cblas_sgemm, s, a, b, c);
}
void Gemm(const Shape& s, const Operand<double>& a, const Operand<double>& b, double* c) {
  CallReal(cblas_dgemm, s, a, b, c);
}
void Gemm(const Shape& s, const Operand<std::complex<float>>& a, const Operand<std::complex<float>>& b,
          std::complex<float>* c) {
  CallComplex(cblas_cgemm, s, a, b, c);
}
void Gemm(const Shape& s, const Operand<std::complex<double>>& a, const Operand<std::complex<double>>& b,
          std::complex<double>* c) {
  CallComplex(cblas_zgemm, s, a, b, c);
}

}  // namespace

template <class T>
std::vector<T> Multiply(const TypedMatrix& a, const TypedMatrix& b) {
  std::vector<T> product(static_cast<std::size_t>(a.rows * b.columns));
  if (product.empty() || a.columns == 0) return product;
  const Shape shape{static_cast<int>(a.rows), static_cast<int>(b.columns), static_cast<int>(a.columns)};
  Gemm(shape, Operand<T>(a), Operand<T>(b), product.data());
  return product;
}
template std::vector<float> Multiply(const TypedMatrix&, const TypedMatrix&);
template std::vector<double> Multiply(const TypedMatrix&, const TypedMatrix&);
template std::vector<std::complex<float>> Multiply(const TypedMatrix&, const TypedMatrix&);
template std::vector<std::complex<double>> Multiply(const TypedMatrix&, const TypedMatrix&);

}  // namespace lockstep::blas
