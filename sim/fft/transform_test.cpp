#include "sim/fft/transform.h"

#include <gtest/gtest.h>

#include <numbers>

#include "sim/fft/layout.h"

namespace lockstep::fft {
namespace {

// By the definition.
std::vector<std::complex<double>> Sums(const std::vector<std::complex<double>>& x, int sign) {
  const auto n = static_cast<std::int64_t>(x.size());
  std::vector<std::complex<double>> sums(x.size());
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t j = 0; j < n; ++j)
      sums[k] += x[j] * std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(j * k % n) / double(n));
  return sums;
}

TEST(Transform, IsTheSumOfTheDefinitionForEverySize) {
  for (std::int64_t n = 1; n <= 140; ++n)
    for (const int sign : {-1, 1}) {
      std::vector<std::complex<double>> x(n);
      for (std::int64_t i = 0; i < n; ++i) x[i] = {std::sin(double(i * i)), std::cos(3.0 * double(i))};
      const auto wanted = Sums(x, sign);
      Transform(x.data(), {n}, sign < 0 ? Direction::kForward : Direction::kInverse);
      for (std::int64_t k = 0; k < n; ++k) ASSERT_LT(std::abs(x[k] - wanted[k]), 1e-11) << n << " " << k;
    }
}

TEST(Transform, OfARealArrayIgnoresImaginaryPartsThatCannotBe) {
  for (const std::int64_t n : {4, 5, 262}) {
    std::vector<std::complex<double>> half(n / 2 + 1, 1.0), strange = half;
    strange[0].imag(9);
    if (n % 2 == 0) strange[n / 2].imag(9);
    std::vector<double> wanted(n), got(n);
    TransformReal(wanted.data(), half.data(), {n}, Direction::kInverse);
    TransformReal(got.data(), strange.data(), {n}, Direction::kInverse);
    EXPECT_EQ(got, wanted);
  }
}

std::uint64_t Bytes(const std::vector<LockstepOperand>& operands) {
  std::uint64_t bytes = 0;
  for (const LockstepOperand& operand : operands) bytes += operand.width * operand.height;
  return bytes;
}

TEST(Layout, OfADenseBatchIsOneOperand) {
  const auto operands = OperandsOf(Dense({4, 6, 8}, 8, 5, 8), "idata", nullptr, false);
  ASSERT_EQ(operands.size(), 1u);
  EXPECT_EQ(operands[0].width, 4u * 6 * 8 * 5 * 8);
}

TEST(Layout, OfAlternatingArraysIsOneOperand) {
  const auto operands = OperandsOf(Embedded({4, 6}, {4, 6}, 3, 1, 3, 8), "idata", nullptr, false);
  ASSERT_EQ(operands.size(), 1u);
  EXPECT_EQ(Bytes(operands), 4u * 6 * 3 * 8);
}

TEST(Layout, LeavesGapsOut) {
  EXPECT_EQ(Bytes(OperandsOf(Embedded({4, 6}, {4, 8}, 2, 100, 3, 8), "odata", nullptr, true)), 4u * 6 * 3 * 8);
  const auto rows = OperandsOf(Dense({4, 6}, 8, 1, 4), "idata", nullptr, false);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].width, 24u);
  EXPECT_EQ(rows[0].pitch, 32u);
  EXPECT_EQ(rows[0].height, 4u);
}

}  // namespace
}  // namespace lockstep::fft
