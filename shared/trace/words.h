#pragma once

// The words that compiled code, engine, recorder, checker, counters and views have in common, each with its one list of
// codes. Other lists that carry them over an interface of C or into a file are compared with these where they are used.

#include <cstdint>

namespace lockstep {

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
};

}  // namespace lockstep
