#pragma once

// The names of the orders of `--order`, which policy.h carries out. The same order, seed and input give the same run.
//
//   serial         lowest thread first; each goes on until it waits. After a barrier the first warp comes last, but in
//                  check mode (policy.h)
//   lockstep       the lanes of a warp go line by line; of lanes that diverged, those furthest back go first, so that
//                  they meet again after the branch (recordings use it). Warps as in serial
//   consumer-first last block and highest thread first; before a thread signals by an atomic or volatile store, all
//                  others run as far as they can, so that a thread that does not wait for them is overtaken
//   shuffled:SEED  blocks begin in any order; a thread chosen at random among those that can go on

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::session {

enum class OrderKind : std::uint8_t { kSerial, kLockstep, kConsumerFirst, kShuffled };

struct Order {
  OrderKind kind = OrderKind::kSerial;
  std::uint64_t seed = 0;
};

// "serial", "lockstep", "consumer-first", "shuffled" (seed 1), "shuffled:7"; nothing for any other text.
std::optional<Order> ParseOrder(std::string_view text);
std::string OrderName(const Order& order);
// True if the blocks of a grid begin as 0, 1, 2, ...
bool StartsAscending(const Order& order);

// A small random number generator for kShuffled, with the same numbers on every machine (splitmix64).
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint32_t Below(std::uint32_t limit) { return static_cast<std::uint32_t>((Next() >> 32) * limit >> 32); }

 private:
  std::uint64_t state_;
};

}  // namespace lockstep::session
