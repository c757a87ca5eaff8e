#pragma once

// Which thread of a block goes next: a policy for each OrderKind (order.h). The block asks its policy at every
// hand-over, and at the places where threads that could go on may let others go first.
//
// The promises of every policy:
//   - Next returns a thread that can go on (Warps::ready), and null only where no lane of any warp can, not even after
//     all warps have converged. So null means that the block waits for another block, or for ever.
//   - It depends on the block's own past and the order's seed only, never on time or on other OS threads: the same
//     order gives the same run.
//   - No thread is passed over for ever while others hand over: a loop that waits for another thread of the block ends.
//     (Serial and consumer-first go round all threads; lockstep takes turns after its patience; shuffled has chance.)

#include <array>
#include <cstdint>
#include <variant>

#include "shared/session/order.h"
#include "sim/launch/progress.h"
#include "sim/launch/warps.h"

namespace lockstep::launch {

// The action of a thread that could go on.
enum class Then : std::uint8_t {
  kGoOn,
  kHandOver,   // to Next
  kStepAside,  // other blocks go first
  kStarve,     // the block goes round in circles: another block must run
};

// After a barrier of the block (NextAfterBarrier), serial and lockstep begin with the second warp and end with the
// first one. On a GPU all warps leave a barrier together, and read what they share before one of them is at its next
// write; the warp that collects, decides and cleans up for the others is nearly always the first one. So it comes after
// those that still read. At the start it comes first, where it sets up what the others use.

// After a turn that a block ended because a warp of it met very often (NextWarp), all policies but shuffled begin with
// another warp: what the first one may wait for is with the others, and its own lanes can always go on.

// The cases that a policy need not care for.
struct AnyPolicy {
  // The thread reaches a line of the source, in record mode.
  Then AtLine(ThreadRun&, std::uint32_t /*order*/, std::uint32_t /*site*/, Progress&) { return Then::kGoOn; }
  // The thread is about to signal: an atomic, a volatile store. `few_blocks`: all of the grid can be kept in flight.
  Then AtSignal(ThreadRun&, bool /*few_blocks*/) { return Then::kGoOn; }
  // The thread goes round a loop that waits for others.
  void AtPoll(const Warps&, const ThreadRun&) {}
  // The thread lets other warps go first.
  void AtYield() {}
  // The thread has had its share of what its warp does now; the whole warp begins anew.
  void HasHadShare(const ThreadRun&) {}
  void BeginsAnew(std::uint32_t /*warp*/) {}
};

// The next thread that can go on, upwards, and round again.
struct SerialPolicy : AnyPolicy {
  ThreadRun* Next(Warps& warps, const ThreadRun* self) const;
  ThreadRun* NextAfterBarrier(Warps& warps) const {
    return Next(warps, warps.warp_count() > 1 ? warps.Last(0, ~0u) : nullptr);
  }
  ThreadRun* NextWarp(Warps& warps, const ThreadRun& self) const { return Next(warps, warps.LastOfWarp(self)); }
};

// The next one downwards: a thread of a higher number, which more often is one that takes what others give, is ahead.
class ConsumerFirstPolicy : public AnyPolicy {
 public:
  ThreadRun* Next(Warps& warps, const ThreadRun* self) const;
  ThreadRun* NextAfterBarrier(Warps& warps) const { return Next(warps, nullptr); }
  ThreadRun* NextWarp(Warps& warps, const ThreadRun& self) const { return Next(warps, warps.lanes(WarpOf(self))); }
  Then AtSignal(ThreadRun& self, bool few_blocks);

 private:
  std::uint32_t signals_aside_ = 0;  // before which other blocks went first
  std::uint32_t signals_ = 0;        // the others
};

// Any thread that can go on, each with the same chance.
class ShuffledPolicy : public AnyPolicy {
 public:
  explicit ShuffledPolicy(std::uint64_t seed) : chance_(seed) {}
  ThreadRun* Next(Warps& warps, const ThreadRun* self);
  ThreadRun* NextAfterBarrier(Warps& warps) { return Next(warps, nullptr); }
  ThreadRun* NextWarp(Warps& warps, const ThreadRun& self) { return Next(warps, &self); }
  Then AtLine(ThreadRun& self, std::uint32_t order, std::uint32_t site, Progress& progress);
  Then AtSignal(ThreadRun& self, bool few_blocks);

 private:
  session::Chance chance_;
  std::uint32_t signals_ = 0;        // of the block
  std::uint32_t signals_aside_ = 0;  // before which other blocks went first
};

// The lanes of a warp go line by line, as those of a GPU go instruction by instruction. The work of a warp is cut into
// rounds: a round is the set of lanes that are at one line, and each of them goes to its next line once. Where lanes
// have diverged, the round is that of the lanes furthest behind, so that they reach the end of the branch before the
// others leave it.
//
// Invariants:
//   - round_[w] holds lanes that can go on, all at one key, that have not gone on in this round: it is a subset of
//     ready(w), because a thread that parks or leaves has had its share first;
//   - a warp keeps its turn until none of its lanes can go on, or until leave_warp_: after many lines, after polls in
//     vain, and where a thread yields.
// Furthest behind is not always right. A lane that spins for a lock is behind the lane that holds it, and a lane that
// waits to converge may be needed by those behind it. kPatience bounds both: after so many rounds in a row that leave
// lanes behind, they and the others take turns.
class LockstepPolicy : public AnyPolicy {
 public:
  ThreadRun* Next(Warps& warps, const ThreadRun* self);
  ThreadRun* NextAfterBarrier(Warps& warps) { return NextFrom(warps, 1); }
  ThreadRun* NextWarp(Warps& warps, const ThreadRun& self) { return NextFrom(warps, WarpOf(self) + 1); }
  Then AtLine(ThreadRun& self, std::uint32_t order, std::uint32_t site, Progress& progress);
  // In check mode, which has no lines: the lanes come to a signal before one of them gives it.
  Then AtSignal(ThreadRun& self, bool few_blocks);
  void AtPoll(const Warps& warps, const ThreadRun& self);
  void AtYield() { leave_warp_ = true; }
  void HasHadShare(const ThreadRun& self) { round_[WarpOf(self)] &= ~LaneBit(self); }
  void BeginsAnew(std::uint32_t warp) { round_[warp] = 0; }

 private:
  // In this warp or the first one after it that can go on.
  ThreadRun* NextFrom(Warps& warps, std::uint32_t warp);
  ThreadRun* NextInWarp(Warps& warps, std::uint32_t warp);
  std::uint32_t NewRound(Warps& warps, std::uint32_t warp);

  std::array<std::uint32_t, kMaxWarps> round_{};
  std::array<std::uint32_t, kMaxWarps> left_behind_{};  // rounds in a row that left some lanes waiting
  std::uint32_t polls_in_warp_ = 0;                     // since a warp was last left for its polls
  bool leave_warp_ = false;                             // the next thread is to be one of another warp
};

// A closed set: a switch on its index costs less at each hand-over than a virtual call would.
using Policy = std::variant<SerialPolicy, LockstepPolicy, ConsumerFirstPolicy, ShuffledPolicy>;

// For one block; `block_linear` gives each block chances of its own.
Policy PolicyOf(const session::Order& order, std::uint64_t block_linear);

}  // namespace lockstep::launch
