// The product of matrices that the lanes of a warp hold in fragments, as PTX's mma. The layouts are those of the PTX
// ISA, "Matrix Fragments for mma": a register of A or B holds elements that are neighbours along k, four lanes next to
// each other hold what follows, and further registers continue; in A, every other register is 8 rows below.

#include "sim/math/matrices.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

extern "C" double __lockstep_math_widen(unsigned bits, int format);
extern "C" unsigned __lockstep_math_narrow(double x, int format, int direction, int saturates);

namespace {

using Shape = LockstepMatrixShape;
using Element = LockstepElement;

unsigned BitsOf(Element element) {
  switch (element) {
    case Element::kF16:
    case Element::kBf16: return 16;
    case Element::kTf32: return 32;
    case Element::kF64: return 64;
    case Element::kS4:
    case Element::kU4: return 4;
    case Element::kB1: return 1;
    default: return 8;
  }
}

// The fragments of all lanes: two registers of 32 bits, or one of 64, in each word: words[i * 32 + lane].
struct Fragments {
  const std::uint64_t* words;
  Element element;
  bool has_rows_below;  // A with 16 rows

  // Element `k` along the common dimension, of row or column `line`.
  std::uint64_t At(unsigned line, unsigned k) const {
    const unsigned bits = BitsOf(element), in_register = std::max(1u, 32 / bits);
    const unsigned lane = line % 8 * 4 + k / in_register % 4;
    unsigned number = k / (4 * in_register);
    if (has_rows_below) number = 2 * number + line / 8;
    if (bits == 64) return words[number * 32 + lane];
    const std::uint64_t both = words[number / 2 * 32 + lane] >> 32 * (number % 2);
    return both >> k % in_register * bits & ((std::uint64_t{1} << bits) - 1);
  }
  double Real(unsigned line, unsigned k) const {
    const std::uint64_t bits = At(line, k);
    return element == Element::kF64 ? std::bit_cast<double>(bits)
                                    : __lockstep_math_widen(static_cast<unsigned>(bits), static_cast<int>(element));
  }
  std::int64_t Whole(unsigned line, unsigned k) const {
    const auto bits = static_cast<std::int64_t>(At(line, k));
    const unsigned width = BitsOf(element);
    const bool is_signed = element == Element::kS8 || element == Element::kS4;
    return is_signed && bits >> (width - 1) ? bits - (std::int64_t{1} << width) : bits;
  }
};

// The elements of A and B as numbers, line by line along the common dimension.
template <class Number, unsigned kMostK>
struct Numbers {
  std::array<std::array<Number, kMostK>, 16> rows;
  std::array<std::array<Number, kMostK>, 8> columns;

  template <class Decode>
  Numbers(const Shape& shape, const Fragments& a, const Fragments& b, Decode decode) {
    for (unsigned row = 0; row < shape.rows; ++row)
      for (unsigned k = 0; k < shape.k; ++k) rows[row][k] = decode(a, row, k);
    for (unsigned column = 0; column < 8; ++column)
      for (unsigned k = 0; k < shape.k; ++k) columns[column][k] = decode(b, column, k);
  }
};
using Wholes = Numbers<std::int32_t, 256>;
using Reals = Numbers<double, 32>;

std::uint64_t WholeSum(const Shape& shape, const Wholes& numbers, unsigned row, unsigned column, std::uint64_t start) {
  std::int64_t sum = static_cast<std::int32_t>(start);
  for (unsigned k = 0; k < shape.k; ++k) {
    const std::int64_t x = numbers.rows[row][k], y = numbers.columns[column][k];
    sum += shape.a != Element::kB1 ? x * y : shape.ands ? x & y : x ^ y;
  }
  if (shape.saturates)
    sum = std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max());
  return static_cast<std::uint32_t>(sum);
}

// Products of narrow numbers are exact in double; their sum is rounded once to the type of the accumulators.
std::uint64_t RealSum(const Shape& shape, const Reals& numbers, unsigned row, unsigned column, std::uint64_t start) {
  constexpr auto kHalf = static_cast<int>(Element::kF16);
  const auto &x = numbers.rows[row], &y = numbers.columns[column];
  if (shape.a == Element::kF64) {
    double sum = std::bit_cast<double>(start);
    for (unsigned k = 0; k < shape.k; ++k) sum = std::fma(x[k], y[k], sum);
    return std::bit_cast<std::uint64_t>(sum);
  }
  const auto bits = static_cast<std::uint32_t>(start);
  double sum = 0;
  for (unsigned k = 0; k < shape.k; ++k) sum += x[k] * y[k];
  sum += shape.half_starts ? __lockstep_math_widen(bits, kHalf) : std::bit_cast<float>(bits);
  if (shape.half_sums) return __lockstep_math_narrow(sum, kHalf, 0, 0);
  return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

template <class Compute>
void ForEachSum(const Shape& shape, const std::array<std::uint64_t*, 32>& sums, Compute compute) {
  for (unsigned lane = 0; lane < sums.size(); ++lane) {
    if (!sums[lane]) continue;
    for (unsigned i = 0; i < shape.rows / 4; ++i)
      sums[lane][i] = compute(lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2, sums[lane][i]);
  }
}

}  // namespace

void lockstep::math::MultiplyMatrices(const LockstepMatrixShape& shape, const std::uint64_t* a, const std::uint64_t* b,
                                      const std::array<std::uint64_t*, 32>& sums) {
  const Fragments left{.words = a, .element = shape.a, .has_rows_below = shape.rows == 16};
  const Fragments right{.words = b, .element = shape.b, .has_rows_below = false};
  if (shape.a >= Element::kS8) {
    const Wholes numbers(shape, left, right, [](const Fragments& from, unsigned line, unsigned k) {
      return static_cast<std::int32_t>(from.Whole(line, k));
    });
    ForEachSum(shape, sums, [&](unsigned row, unsigned column, std::uint64_t start) {
      return WholeSum(shape, numbers, row, column, start);
    });
  } else {
    const Reals numbers(shape, left, right,
                        [](const Fragments& from, unsigned line, unsigned k) { return from.Real(line, k); });
    ForEachSum(shape, sums, [&](unsigned row, unsigned column, std::uint64_t start) {
      return RealSum(shape, numbers, row, column, start);
    });
  }
}
