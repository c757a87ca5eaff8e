#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/math/matrices.h"

extern "C" double __lockstep_math_widen(unsigned bits, int format);
extern "C" unsigned __lockstep_math_narrow(double x, int format, int direction, int saturates);
extern "C" double __lockstep_math_fma_odd(double x, double y, double z);

namespace lockstep::math {
namespace {

enum Format { kHalf, kBfloat16, kTf32, kE4m3, kE5m2 };
enum Direction { kNearest, kDown, kUp, kTowardsZero, kAwayAtTies };

TEST(Narrow, AgreesWithTheProcessorOnEveryHalf) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits));
    const double wide = __lockstep_math_widen(bits, kHalf);
    if (half != half) {
      EXPECT_TRUE(std::isnan(wide));
      EXPECT_EQ(__lockstep_math_narrow(wide, kHalf, kNearest, 0), 0x7fffu);
      continue;
    }
    ASSERT_EQ(std::bit_cast<std::uint64_t>(wide), std::bit_cast<std::uint64_t>(static_cast<double>(half))) << bits;
    ASSERT_EQ(__lockstep_math_narrow(wide, kHalf, kNearest, 0), bits);
  }
}

TEST(Narrow, RoundsNumbersBetweenHalvesToTheNeighbourOfTheDirection) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const unsigned low = static_cast<unsigned>(random() % 0x7bff);
    const double below = __lockstep_math_widen(low, kHalf), above = __lockstep_math_widen(low + 1, kHalf);
    const double part = static_cast<double>(random() % 1023 + 1) / 1024, x = below + (above - below) * part;
    EXPECT_EQ(__lockstep_math_narrow(x, kHalf, kDown, 0), low);
    EXPECT_EQ(__lockstep_math_narrow(x, kHalf, kUp, 0), low + 1);
    EXPECT_EQ(__lockstep_math_narrow(-x, kHalf, kDown, 0), 0x8000u | (low + 1));
    EXPECT_EQ(__lockstep_math_narrow(-x, kHalf, kTowardsZero, 0), 0x8000u | low);
    const unsigned nearest = part == 0.5 ? low + (low & 1) : part < 0.5 ? low : low + 1;
    EXPECT_EQ(__lockstep_math_narrow(x, kHalf, kNearest, 0), nearest);
  }
}

TEST(Narrow, TreatsNumbersBeyondTheLargestAsTheFormatSays) {
  EXPECT_EQ(__lockstep_math_narrow(1e6, kHalf, kNearest, 0), 0x7c00u);
  EXPECT_EQ(__lockstep_math_narrow(1e6, kHalf, kNearest, 1), 0x7bffu);
  EXPECT_EQ(__lockstep_math_narrow(1e6, kHalf, kTowardsZero, 0), 0x7bffu);
  EXPECT_EQ(__lockstep_math_narrow(-1e6, kE4m3, kNearest, 1), 0xfeu);
  EXPECT_EQ(__lockstep_math_narrow(1e6, kE4m3, kNearest, 0), 0x7fu);
  EXPECT_EQ(__lockstep_math_widen(0x7e, kE4m3), 448);
  EXPECT_TRUE(std::isnan(__lockstep_math_widen(0x7f, kE4m3)));
  EXPECT_EQ(__lockstep_math_widen(0xfc, kE5m2), -INFINITY);
  EXPECT_EQ(__lockstep_math_widen(0x3f80, kBfloat16), 1);
  EXPECT_EQ(__lockstep_math_narrow(1 + 0x1p-11, kTf32, kAwayAtTies, 0), 0x3f802000u);
}

TEST(Narrow, MarksAnInexactSumInItsLastBit) {
  EXPECT_EQ(__lockstep_math_fma_odd(1, 1, 0x1p-80), std::nextafter(1.0, 2.0));
  EXPECT_EQ(__lockstep_math_fma_odd(3, 5, 1), 16);
}

// --- products of matrices. Each lane's registers are filled as the tables of the PTX ISA say.

struct Case {
  LockstepElement element;
  unsigned bits, rows, k;
};

std::uint64_t Pattern(LockstepElement element, unsigned bits, int value) {
  switch (element) {
    case LockstepElement::kF64: return std::bit_cast<std::uint64_t>(static_cast<double>(value));
    case LockstepElement::kTf32: return __lockstep_math_narrow(value, kTf32, 0, 0);
    case LockstepElement::kF16:
    case LockstepElement::kBf16:
    case LockstepElement::kE4m3:
    case LockstepElement::kE5m2: return __lockstep_math_narrow(value, static_cast<int>(element), 0, 0);
    default: return static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << bits) - 1);
  }
}

bool IsSigned(LockstepElement element) { return element != LockstepElement::kU8 && element != LockstepElement::kU4; }

class Matrices : public testing::TestWithParam<Case> {
 protected:
  int Value(unsigned line, unsigned k) const {
    const Case& of = GetParam();
    const int value = static_cast<int>(line * 5 + k * 3 + line * k);
    if (of.element == LockstepElement::kB1) return value & 1;
    return IsSigned(of.element) ? value % 7 - 3 : value % 7;
  }

  // The registers of the lines that `below` names: elements 0, 1, ... of register `index` are along k.
  std::vector<std::uint64_t> Fill(bool has_rows_below) const {
    const Case& of = GetParam();
    const unsigned in_register = of.bits >= 32 ? 1 : 32 / of.bits, along = of.k / (4 * in_register);
    const unsigned count = along * (has_rows_below ? 2 : 1);
    std::vector<std::uint64_t> words(std::size_t{32} * (of.bits == 64 ? count : (count + 1) / 2));
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned index = 0; index < count; ++index) {
        const unsigned line = lane / 4 + (has_rows_below && index % 2 ? 8 : 0);
        const unsigned first = lane % 4 * in_register + (has_rows_below ? index / 2 : index) * 4 * in_register;
        std::uint64_t bits = 0;
        for (unsigned i = 0; i < in_register; ++i)
          bits |= Pattern(of.element, of.bits, Value(line, first + i)) << i * of.bits;
        if (of.bits == 64)
          words[index * 32 + lane] = bits;
        else
          words[index / 2 * 32 + lane] |= bits << 32 * (index % 2);
      }
    return words;
  }
};

TEST_P(Matrices, AreMultipliedAsTheirLayoutSays) {
  const Case& of = GetParam();
  const bool is_whole = of.element >= LockstepElement::kS8, is_double = of.element == LockstepElement::kF64;
  const LockstepMatrixShape shape{
      .rows = of.rows, .k = of.k, .a = of.element, .b = of.element, .half_starts = 0, .half_sums = 0, .ands = 1};
  const std::vector<std::uint64_t> a = Fill(of.rows == 16), b = Fill(false);
  std::array<std::array<std::uint64_t, 4>, 32> all{};
  std::array<std::uint64_t*, 32> places{};
  for (unsigned lane = 0; lane < 32; ++lane) places[lane] = all[lane].data();
  MultiplyMatrices(shape, a.data(), b.data(), places);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const std::array<std::uint64_t, 4>& sums = all[lane];
    for (unsigned i = 0; i < of.rows / 4; ++i) {
      const unsigned row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
      int want = 0;
      for (unsigned k = 0; k < of.k; ++k) want += Value(row, k) * Value(column, k);
      const double got = is_whole    ? static_cast<std::int32_t>(sums[i])
                         : is_double ? std::bit_cast<double>(sums[i])
                                     : std::bit_cast<float>(static_cast<std::uint32_t>(sums[i]));
      EXPECT_EQ(got, want) << row << ", " << column;
    }
  }
}

using Element = LockstepElement;
INSTANTIATE_TEST_SUITE_P(
    EveryType, Matrices,
    testing::Values(Case{Element::kF16, 16, 16, 8}, Case{Element::kF16, 16, 16, 16}, Case{Element::kBf16, 16, 16, 16},
                    Case{Element::kTf32, 32, 16, 4}, Case{Element::kTf32, 32, 16, 8}, Case{Element::kE4m3, 8, 16, 32},
                    Case{Element::kE5m2, 8, 16, 16}, Case{Element::kF64, 64, 8, 4}, Case{Element::kF64, 64, 16, 16},
                    Case{Element::kS8, 8, 8, 16}, Case{Element::kS8, 8, 16, 32}, Case{Element::kU8, 8, 16, 16},
                    Case{Element::kS4, 4, 8, 32}, Case{Element::kS4, 4, 16, 64}, Case{Element::kU4, 4, 16, 32},
                    Case{Element::kB1, 1, 8, 128}, Case{Element::kB1, 1, 16, 256}));

}  // namespace
}  // namespace lockstep::math
