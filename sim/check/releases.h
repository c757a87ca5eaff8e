#pragma once

// Order between threads by way of atomics and fences: the message-passing patterns of the CUDA memory model.
//
// A thread releases what it has done by an atomic (or a volatile write) with a fence before it, or by one that is a
// release itself; a thread that then reads the same address by an atomic (or a volatile read) has acquired it. That
// orders the two, so that a missing fence on the reading side is no race; whether there was one is known all the same.
// Each address has a list of releases in the order they happened, so what a thread has acquired is an address and how
// many of its releases: whether a certain deed is among them is looked up only when two deeds seem to be unordered.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "sim/check/order.h"

namespace lockstep::check {

// The events that one side of a fence has seen: everything of its thread up to and with `episode`, everything of its
// block below `floor`, everything of its warp below `warp_floor`.
struct Reach {
  std::uint32_t episode = 0, floor = 0, warp_floor = 0;
};

// The first `count` releases by `address`.
struct Acquired {
  std::uint64_t address = 0;
  std::uint32_t count = 0;
  // The first so many of them are fenced: the thread has made a fence since it read them, or read them by an acquire.
  std::uint32_t fenced = 0;
  std::uint32_t fenced_in_block = 0;  // likewise, by a fence of block scope at least
  std::uint32_t site = 0;             // number of the place where a thread has waited for the last of them
};
using AcquiredList = std::vector<Acquired>;

// `list` knows afterwards what `more` knows.
void Learn(AcquiredList& list, const AcquiredList& more);
// A read of `address` has seen `count` releases. One that is no acquire, and that the thread waited by, owes a fence
// for those that are news.
void LearnByRead(AcquiredList& list, const Acquired& read, bool owes_fence);
// The thread makes a fence; `in_block`: of block scope.
void Fence(AcquiredList& list, bool in_block);
// The list as it would be if only fenced reads counted; `in_block`: for what threads of the same block have done.
AcquiredList FencedPartOf(const AcquiredList& list, bool in_block);

// The episodes up to which the lanes of a warp have fenced, as one of them knows.
struct WarpFences {
  std::array<std::uint32_t, trace::kWarpSize> in_block{}, anywhere{};
};

struct Release {
  std::uint32_t block = 0, thread = 0;
  Reach in_block, anywhere;  // by fences of block scope and of device scope
  Reach read;                // what it has read, though not fenced: no later write can change that
  // Other threads' own fences before the block's last barrier, by thread; null where no thread fenced.
  std::shared_ptr<const std::vector<std::uint32_t>> fenced;
  std::uint32_t barrier_floor = 0;
  // And those of the lanes that the thread has met since.
  std::shared_ptr<const WarpFences> warp_fences;
  std::shared_ptr<const AcquiredList> acquired;  // what the thread had acquired itself
};

// The question of one thread about another.
struct EarlierDeed {
  Episode who;
  Segment segment = 0;
  bool same_block = false;  // as the one that asks
  bool was_read = false;    // it is asked whether a write may still change what was read
};

class Releases {
 public:
  bool IsEmpty() const { return !any_.load(std::memory_order_relaxed); }
  void Clear();
  void Add(std::uint64_t address, Release release);
  // How many releases there have been by `address`.
  std::uint32_t Count(std::uint64_t address);
  // True if a thread that acquired `list` knows what was done in `earlier`.
  bool Covers(const AcquiredList& list, const EarlierDeed& earlier);

 private:
  struct Variable {
    std::vector<Release> releases;
    // Places in `releases`, in their order: of each block, and of each thread (block << 32 | thread).
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_block;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_thread;
  };
  bool CoversThroughOthers(const AcquiredList& list, const EarlierDeed& earlier);

  std::mutex mutex_;
  std::atomic<bool> any_{false};
  std::unordered_map<std::uint64_t, Variable> variables_;
};

}  // namespace lockstep::check
