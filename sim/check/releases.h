#pragma once

// Order between threads by way of atomics and fences: the message-passing patterns of the CUDA memory model.
//
// A thread releases what it has done by an atomic (or a volatile write) with a fence before it, or by one that is a
// release itself; a thread that then reads the same address by an atomic (or a volatile read) has acquired it. That
// orders the two, so that a missing fence on the reading side is no race; whether there was one is known all the same.
// The releases of an address are numbered in the order they happened, so what a thread has acquired is an address and
// how many of its releases: whether a certain deed is among them is looked up only when two deeds seem to be unordered.
// A later release adds to what the first ones of an address tell, and takes nothing back, so their sum is kept.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
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
  bool operator==(const Acquired&) const = default;
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
  bool operator==(const WarpFences&) const = default;
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

// A number for each way in which it may count: fenced in the block, fenced for all, and read.
struct Told {
  std::uint32_t in_block = 0, anywhere = 0, read = 0;
  void Learn(std::uint32_t in_block, std::uint32_t anywhere, std::uint32_t read);
  // The largest that counts for this deed.
  std::uint32_t For(const EarlierDeed& earlier) const;
  bool operator==(const Told&) const = default;
};

// The sum of what the first releases of a variable tell; an entry for each release that adds to it, by its number.
template <class Sum>
class History {
 public:
  // `add` adds the release to the sum of those before.
  template <class Add>
  void Append(std::uint32_t number, Add&& add) {
    const Sum before = sums_.empty() ? Sum() : sums_.back().second;
    Sum sum = before;
    add(sum);
    if (!(sum == before)) sums_.emplace_back(number, std::move(sum));
  }
  // Null: the first `count` releases tell nothing.
  const Sum* Of(std::uint32_t count) const;

 private:
  std::vector<std::pair<std::uint32_t, Sum>> sums_;
};

class Releases {
 public:
  bool IsEmpty() const { return !any_.load(std::memory_order_relaxed); }
  void Clear();
  void Add(std::uint64_t address, const Release& release);
  // How many releases there have been by `address`.
  std::uint32_t Count(std::uint64_t address);
  // True if a thread that acquired `list` knows what was done in `earlier`.
  bool Covers(const AcquiredList& list, const EarlierDeed& earlier);

 private:
  struct ByThread {
    Told episode;  // up to and with it
    bool operator==(const ByThread&) const = default;
  };
  struct ByWarp {
    Told floor;
    std::shared_ptr<const WarpFences> fences;
    bool operator==(const ByWarp&) const = default;
  };
  struct ByBlock {
    Told floor;
    std::uint32_t barrier_floor = 0;
    std::shared_ptr<const std::vector<std::uint32_t>> fenced;
    bool operator==(const ByBlock&) const = default;
  };
  struct Variable {
    std::uint32_t count = 0;
    // By block << 32 and the number of the thread or of the warp.
    std::unordered_map<std::uint64_t, History<ByThread>> threads;
    std::unordered_map<std::uint64_t, History<ByWarp>> warps;
    std::unordered_map<std::uint32_t, History<ByBlock>> blocks;
    History<std::shared_ptr<const AcquiredList>> acquired;  // by those who released
  };
  static bool Tells(const Variable& variable, std::uint32_t count, const EarlierDeed& earlier);
  bool CoversThroughOthers(const AcquiredList& list, const EarlierDeed& earlier);

  std::mutex mutex_;
  std::atomic<bool> any_{false};
  std::unordered_map<std::uint64_t, Variable> variables_;
};

}  // namespace lockstep::check
