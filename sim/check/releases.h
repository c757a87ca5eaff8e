#pragma once

// Order between threads by way of atomics and fences: the message-passing patterns of the CUDA memory model.
//
// A thread releases what it has done by an atomic (or a volatile write) with a fence before it, or by one that is a
// release itself; whoever then reads the same address by an atomic (or a volatile read) has acquired it. Fences on the
// reading side are not asked for. Each address has a list of releases in the order they happened, so what a thread has
// acquired is an address and how many of its releases: whether a certain deed is among them is looked up only when two
// deeds seem to be in no order.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "sim/check/order.h"

namespace lockstep {

// What one side of a fence has seen: everything of its thread up to and with `episode`, everything of its block below
// `floor`, everything of its warp below `warp_floor`.
struct Reach {
  std::uint32_t episode = 0, floor = 0, warp_floor = 0;
};

// The first `count` releases by `address`.
struct Acquired {
  std::uint64_t address = 0;
  std::uint32_t count = 0;
};
using AcquiredList = std::vector<Acquired>;

// The episodes up to which the lanes of a warp have fenced, as one of them knows.
struct WarpFences {
  std::array<std::uint32_t, kWarpSize> in_block{}, anywhere{};
};

struct Release {
  std::uint32_t block = 0, thread = 0;
  Reach in_block, anywhere;  // by fences of block scope and of device scope
  // Other threads' own fences before the block's last barrier, by thread; null where nobody fenced.
  std::shared_ptr<const std::vector<std::uint32_t>> fenced;
  std::uint32_t barrier_floor = 0;
  // And those of the lanes that the thread has met since.
  std::shared_ptr<const WarpFences> warp_fences;
  std::shared_ptr<const AcquiredList> acquired;  // what the thread had acquired itself
};

class Releases {
 public:
  bool IsEmpty() const { return !any_.load(std::memory_order_relaxed); }
  void Clear();
  void Add(std::uint64_t address, Release release);
  // How many releases there have been by `address`.
  std::uint32_t Count(std::uint64_t address);
  // Whether somebody who acquired `list` knows what was done in `earlier`, of `who`; same_block: as seen from that
  // block.
  bool Covers(const AcquiredList& list, const Episode& who, Segment earlier, bool same_block);

 private:
  struct Variable {
    std::vector<Release> releases;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_block;
  };
  bool CoversThroughOthers(const AcquiredList& list, const Episode& who, Segment earlier, bool same_block);

  std::mutex mutex_;
  std::atomic<bool> any_{false};
  std::unordered_map<std::uint64_t, Variable> variables_;
};

}  // namespace lockstep
