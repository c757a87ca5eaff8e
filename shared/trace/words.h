#pragma once

// The vocabulary that compiled code, engine, recorder, checker, counters and views share, with one list of codes for
// each idea. Lists that carry these codes over a C interface or into a file are compared with these by static_assert.

#include <cstdint>

namespace lockstep::trace {

// Lanes of a warp.
inline constexpr std::uint32_t kWarpSize = 32;

// The kind of an access to memory.
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

// The fields of a kExchange step's `offset`. The meeting is one of its warp's: the lanes that took part have the same
// number, from 1 on; 0: not known (recordings of version 8 or older).
struct WarpExchange {
  WarpOperation operation{};
  std::uint32_t lane = 0;     // shuffles: whose value it got: the one that it asked, or itself where that did not come
  std::uint32_t meeting = 0;  // modulo kMeetings

  static constexpr std::uint32_t kMeetings = 1u << 23;
  friend bool operator==(const WarpExchange&, const WarpExchange&) = default;
};
constexpr std::uint32_t Packed(const WarpExchange& exchange) {
  return static_cast<std::uint32_t>(exchange.operation) | exchange.lane << 4 | exchange.meeting << 9;
}
constexpr WarpExchange ExchangeOf(std::uint32_t offset) {
  return {.operation = static_cast<WarpOperation>(offset % 16), .lane = offset >> 4 & 31, .meeting = offset >> 9};
}
constexpr bool IsShuffle(WarpOperation operation) { return operation <= WarpOperation::kShuffleXor; }

}  // namespace lockstep::trace
