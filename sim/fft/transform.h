#pragma once

// Discrete Fourier transforms of dense arrays, without a factor: X[k] = sum of x[j] * exp(sign * 2 pi i j k / n) in
// each dimension.

#include <complex>
#include <cstdint>
#include <vector>

namespace lockstep::fft {

enum class Direction : std::uint8_t { kForward, kInverse };  // the sign is -1, or 1

// `sizes`: of the array, the slowest dimension first.
template <class Real>
void Transform(std::complex<Real>* data, const std::vector<std::int64_t>& sizes, Direction direction);

// Between a real array and the half of its transform that is not the mirror of the other: rows of n / 2 + 1. Forwards
// reads `real` and writes `half`; back, `half` is changed too.
template <class Real>
void TransformReal(Real* real, std::complex<Real>* half, const std::vector<std::int64_t>& sizes, Direction direction);

}  // namespace lockstep::fft
