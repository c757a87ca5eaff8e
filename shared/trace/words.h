#pragma once

// The values that kArrive, kPass and kExchange steps carry in `offset`.

#include <cstdint>

namespace lockstep {

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
