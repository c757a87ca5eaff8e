#include "sim/fft/transform.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numbers>
#include <numeric>
#include <optional>
#include <unsupported/Eigen/FFT>

#include "shared/base/thread_state.h"

namespace lockstep::fft {
namespace {

template <class Real>
using Complex = std::complex<Real>;

std::int64_t Product(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

// Eigen's transform of n numbers takes time in proportion to n times its largest prime factor.
constexpr std::int64_t kLargestFactor = 128;
bool HasLargeFactor(std::int64_t n) {
  for (std::int64_t factor = 2; factor * factor <= n; ++factor)
    while (n % factor == 0) n /= factor;
  return n > kLargestFactor;
}

// One per thread, because it keeps tables and room for its work.
template <class Real>
Eigen::FFT<Real>& Engine() {
  struct Engine {
    Eigen::FFT<Real> fft{Eigen::default_fft_impl<Real>(), Eigen::FFT<Real>::Unscaled};
  };
  return StateOfThread<Engine>().fft;
}

template <class Real>
void Plain(Complex<Real>* to, const Complex<Real>* from, std::int64_t n, Direction direction) {
  if (direction == Direction::kForward)
    Engine<Real>().fwd(to, from, n);
  else
    Engine<Real>().inv(to, from, n);
}

// L. Bluestein's method (1970): a transform of any size as a convolution, whose size is a power of two. In double, so
// that the chirps cost no digits.
class Bluestein {
 public:
  explicit Bluestein(std::int64_t n) : n_(n), size_(std::bit_ceil(static_cast<std::uint64_t>(2 * n - 1))), chirp_(n) {
    std::vector<Complex<double>> filter(size_);
    for (std::int64_t k = 0; k < n; ++k) {
      // k * k modulo 2 n, so that the angle stays small.
      const auto square = static_cast<double>(static_cast<unsigned __int128>(k) * k % (2 * n));
      chirp_[k] = std::polar(1.0, -std::numbers::pi * square / static_cast<double>(n));
      filter[k] = std::conj(chirp_[k]);
      if (k > 0) filter[size_ - k] = filter[k];
    }
    filter_.resize(size_);
    Plain(filter_.data(), filter.data(), size_, Direction::kForward);
  }

  template <class Real>
  void Run(Complex<Real>* to, const Complex<Real>* from, Direction direction) const {
    const bool mirrored = direction == Direction::kInverse;
    const auto turned = [&](const auto& z) { return mirrored ? std::conj(Complex<double>(z)) : Complex<double>(z); };
    std::vector<Complex<double>> a(size_), b(size_);
    for (std::int64_t k = 0; k < n_; ++k) a[k] = turned(from[k]) * chirp_[k];
    Plain(b.data(), a.data(), size_, Direction::kForward);
    for (std::int64_t k = 0; k < size_; ++k) b[k] *= filter_[k];
    Plain(a.data(), b.data(), size_, Direction::kInverse);
    for (std::int64_t k = 0; k < n_; ++k) to[k] = Complex<Real>(turned(a[k] * chirp_[k] / static_cast<double>(size_)));
  }

 private:
  std::int64_t n_, size_;
  std::vector<Complex<double>> chirp_, filter_;
};

// Rows of n numbers, `stride` apart within a row and one after the other: of an array, one dimension.
template <class Real>
void AlongDimension(Complex<Real>* data, std::int64_t outer, std::int64_t n, std::int64_t stride, Direction direction) {
  if (n == 1) return;
  std::vector<Complex<Real>> row(n), result(n);
  std::optional<Bluestein> bluestein;
  if (HasLargeFactor(n)) bluestein.emplace(n);
  for (std::int64_t i = 0; i < outer; ++i)
    for (std::int64_t j = 0; j < stride; ++j) {
      Complex<Real>* const first = data + i * n * stride + j;
      for (std::int64_t k = 0; k < n; ++k) row[k] = first[k * stride];
      if (bluestein)
        bluestein->Run(result.data(), row.data(), direction);
      else
        Plain(result.data(), row.data(), n, direction);
      for (std::int64_t k = 0; k < n; ++k) first[k * stride] = result[k];
    }
}

// All dimensions but the last, of an array whose rows have `row` numbers.
template <class Real>
void AlongOthers(Complex<Real>* data, const std::vector<std::int64_t>& sizes, std::int64_t row, Direction direction) {
  std::int64_t stride = row, outer = Product(sizes) / sizes.back();
  for (std::size_t d = sizes.size() - 1; d-- > 0;) {
    outer /= sizes[d];
    AlongDimension(data, outer, sizes[d], stride, direction);
    stride *= sizes[d];
  }
}

}  // namespace

template <class Real>
void Transform(Complex<Real>* data, const std::vector<std::int64_t>& sizes, Direction direction) {
  AlongDimension(data, Product(sizes) / sizes.back(), sizes.back(), 1, direction);
  AlongOthers(data, sizes, sizes.back(), direction);
}

template <class Real>
void TransformReal(Real* real, Complex<Real>* half, const std::vector<std::int64_t>& sizes, Direction direction) {
  const std::int64_t n = sizes.back(), half_n = n / 2 + 1, rows = Product(sizes) / n;
  std::vector<Complex<Real>> row(n);
  if (direction == Direction::kInverse) AlongOthers(half, sizes, half_n, direction);
  for (std::int64_t i = 0; i < rows; ++i) {
    Real* const reals = real + i * n;
    Complex<Real>* const halves = half + i * half_n;
    if (direction == Direction::kForward) {
      std::copy_n(reals, n, row.begin());
      AlongDimension(row.data(), 1, n, 1, direction);
      std::copy_n(row.begin(), half_n, halves);
    } else {
      // The imaginary parts of the first number, and of the middle one, do not count.
      std::copy_n(halves, half_n, row.begin());
      row[0].imag(0);
      if (n % 2 == 0) row[n / 2].imag(0);
      for (std::int64_t k = half_n; k < n; ++k) row[k] = std::conj(row[n - k]);
      AlongDimension(row.data(), 1, n, 1, direction);
      for (std::int64_t k = 0; k < n; ++k) reals[k] = row[k].real();
    }
  }
  if (direction == Direction::kForward) AlongOthers(half, sizes, half_n, direction);
}

template void Transform(Complex<float>*, const std::vector<std::int64_t>&, Direction);
template void Transform(Complex<double>*, const std::vector<std::int64_t>&, Direction);
template void TransformReal(float*, Complex<float>*, const std::vector<std::int64_t>&, Direction);
template void TransformReal(double*, Complex<double>*, const std::vector<std::int64_t>&, Direction);

}  // namespace lockstep::fft
