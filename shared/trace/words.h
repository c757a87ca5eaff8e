#pragma once

// The vocabulary that compiled code, engine, recorder, checker, counters and views share, with one list of codes for
// each idea. Lists that carry these codes over a C interface or into a file are compared with these by static_assert.

#include <cstdint>

namespace lockstep::trace {

// Lanes of a warp.
inline constexpr std::uint32_t kWarpSize = 32;

// What an access does with memory.
enum class AccessKind : std::uint8_t { kRead, kWrite, kAtomic };

// The values that kArrive, kPass and kExchange steps carry in `offset`.
enum class BarrierKind : std::uint32_t { kBlock, kWarp, kGrid, kGroup };

enum class WarpOperation : std::uint32_t {
  kShuffle,
  kShuffleUp,
  kShuffleDown,
  kShuffleXor,
  kAny,
  kAll,
  kUni,
  kBallot,
  kMatchAny,
  kMatchAll,
  kReduce,
  kMultiply,  // matrices in fragments: the values are those of the first accumulators
};

}  // namespace lockstep::trace
