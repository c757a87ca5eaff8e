#pragma once

// In which order the blocks of a grid begin, or the threads of a block that is a plain loop. In: an Order (order.h),
// how many there are, and a number that gives each grid, and each block, chances of its own. Out: their numbers, one
// after the other.
//
//   serial, lockstep  0, 1, 2, ...
//   consumer-first    the last one first
//   shuffled:SEED     any order

#include <array>
#include <cstdint>

#include "shared/session/order.h"

namespace lockstep::launch {

class StartOrder {
 public:
  StartOrder(const session::Order& order, std::uint64_t count, std::uint64_t number);

  // The next one. There are `count`.
  std::uint64_t Next();
  // From now on those that have not begun come in the order of their numbers.
  void GoOnAscending() { ascends_ = true; }
  // How many come before it, if GoOnAscending is never called.
  std::uint64_t PlaceOf(std::uint64_t number) const;

 private:
  std::uint64_t At(std::uint64_t place) const;

  // A permutation without a table: a Feistel network on the smallest even number of bits that holds `count`. Results
  // that are too large go through it again (Black, Rogaway: "Ciphers with Arbitrary Finite Domains", cycle walking).
  static constexpr int kRounds = 4;
  std::uint64_t Encrypt(std::uint64_t value) const;
  std::uint64_t Decrypt(std::uint64_t value) const;
  std::uint64_t Mixed(std::uint64_t half, int round) const;

  session::OrderKind kind_;
  std::uint64_t count_;
  int half_bits_ = 0;
  std::array<std::uint64_t, kRounds> keys_{};
  std::uint64_t begun_ = 0;      // in the order of kind_
  std::uint64_t ascending_ = 0;  // the next one to look at, where ascends_
  bool ascends_;
};

}  // namespace lockstep::launch
