#pragma once

// The product of matrices that the lanes of a warp hold in fragments, as PTX's mma (matrices.cpp). The runtime calls it
// (sim/launch/matrices.cpp); the plugin (sim/compile/pass/language/ptx/matrices.cpp) and mma.h describe the shape.

#include <array>
#include <cstdint>

// The first codes are those of narrow.cpp. Integers begin with kS8. mma.h has the same codes.
enum class LockstepElement : std::uint32_t { kF16, kBf16, kTf32, kE4m3, kE5m2, kF64, kS8, kU8, kS4, kU4, kB1 };

// A has `rows` (8 or 16) rows and `k` columns, B has 8 columns.
struct LockstepMatrixShape {
  std::uint32_t rows, k;
  LockstepElement a, b;
  std::uint32_t half_starts;  // the accumulators are halves before
  std::uint32_t half_sums;    // and after
  std::uint32_t saturates;    // whole sums stay at the limits
  std::uint32_t ands;         // kB1: and instead of xor
};

namespace lockstep::math {

// `a` and `b` are the fragments of all lanes: two registers of 32 bits, or one of 64, in each word, words[i * 32 +
// lane]. `sums` are the accumulators of each lane, each in a word; they are replaced. Null: the lane gets none.
void MultiplyMatrices(const LockstepMatrixShape& shape, const std::uint64_t* a, const std::uint64_t* b,
                      const std::array<std::uint64_t*, 32>& sums);

}  // namespace lockstep::math
