#pragma once

// The product of matrices that the lanes of a warp hold in fragments, as PTX's mma (matrices.cpp). Compiled code calls
// it; the plugin (sim/compile/pass/ptx/matrices.cpp) builds the shape.

#include <cstdint>

// The first codes are those of narrow.cpp. Integers begin with kS8.
enum class LockstepElement : std::uint32_t { kF16, kBf16, kTf32, kE4m3, kE5m2, kF64, kS8, kU8, kS4, kU4, kB1 };

// A has `rows` (8 or 16) rows and `k` columns, B has 8 columns.
struct LockstepMatrixShape {
  std::uint32_t rows, k;
  LockstepElement a, b;
  std::uint32_t half_sums;  // the accumulators are halves, one in a word
  std::uint32_t saturates;  // 32-bit sums stay at the limits
  std::uint32_t ands;       // kB1: and instead of xor
};

// `a` and `b` are the fragments of all lanes: two registers of 32 bits, or one of 64, in each word, words[i * 32 +
// lane]. `sums` are this lane's accumulators, each in a word; they are replaced.
extern "C" void __lockstep_mma(const LockstepMatrixShape* shape, const std::uint64_t* a, const std::uint64_t* b,
                               std::uint64_t* sums, unsigned lane);
