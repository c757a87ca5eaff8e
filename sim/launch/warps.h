#pragma once

// The warps of a block: which lanes can go on, which have left, and which wait for their warp to converge.
//
// The invariant whenever a thread of the block is about to hand over, and when it goes on again:
//   - a lane is in at most one of `ready`, `converging` and `exited`; one that is in none waits at a barrier or in a
//     meeting of its warp, and ThreadRun::waits says where;
//   - a lane is in `ready` exactly if it would go on when it is switched to: the running thread is, until it parks;
//   - lanes that the last warp of the block does not have are in `exited`.
// Nobody but the block's own OS thread looks at any of this, so nothing is locked.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "sim/launch/thread_run.h"

namespace lockstep::launch {

inline std::uint32_t WarpOf(const ThreadRun& thread) { return thread.linear / trace::kWarpSize; }
inline std::uint32_t LaneBit(const ThreadRun& thread) { return 1u << (thread.linear % trace::kWarpSize); }

class Warps {
 public:
  // All threads can go on. `threads` are the block's, in linear order.
  Warps(ThreadRun* threads, std::uint32_t count);

  std::uint32_t thread_count() const { return thread_count_; }
  std::uint32_t warp_count() const { return warp_count_; }
  ThreadRun* lanes(std::uint32_t warp) const { return &threads_[warp * trace::kWarpSize]; }
  // Of a set that is not empty.
  ThreadRun* First(std::uint32_t warp, std::uint32_t set) const { return &lanes(warp)[std::countr_zero(set)]; }
  ThreadRun* Last(std::uint32_t warp, std::uint32_t set) const { return &lanes(warp)[std::bit_width(set) - 1]; }

  ThreadRun* LastOfWarp(const ThreadRun& thread) const {
    return &threads_[std::min((WarpOf(thread) + 1) * trace::kWarpSize, thread_count_) - 1];
  }

  std::uint32_t ready(std::uint32_t warp) const { return ready_[warp]; }
  std::uint32_t converging(std::uint32_t warp) const { return converging_[warp]; }
  std::uint32_t exited(std::uint32_t warp) const { return exited_[warp]; }

  void MakeReady(std::uint32_t warp, std::uint32_t lanes) { ready_[warp] |= lanes; }
  // Every lane that has not left: the block's barrier opens, at which all of them wait.
  void MakeAllReady();
  void Park(const ThreadRun& thread) { ready_[WarpOf(thread)] &= ~LaneBit(thread); }
  void Leave(const ThreadRun& thread);

  // The thread parks until the lanes of its warp get no further without it (ThreadRun::wait_detail: 1 where it asks
  // which lanes are with it; they will be in ThreadRun::result).
  void ParkToConverge(const ThreadRun& thread);
  // The lanes that can go on. Where none can, those that wait for the warp to converge have waited long enough: this is
  // the moment that they wait for.
  std::uint32_t ReadyOrConverged(std::uint32_t warp) {
    if (!ready_[warp] && converging_[warp]) Converge(warp);
    return ready_[warp];
  }
  // Lanes of the warp take a turn while others wait to converge. What the former go round in a loop for may be with the
  // latter: after more than `patience` turns those go on.
  void TakeTurn(std::uint32_t warp, std::uint32_t patience);
  // Those that wait for the warp to converge go on. Of lanes that ask who is with them only the group that is furthest
  // behind does: the others may still be met by it.
  void Converge(std::uint32_t warp);

 private:
  std::uint32_t FurthestBehind(std::uint32_t warp, std::uint32_t asking) const;

  ThreadRun* threads_;
  std::uint32_t thread_count_, warp_count_;
  std::array<std::uint32_t, kMaxWarps> ready_{}, converging_{}, exited_{};  // a word a warp, a bit a lane
  std::array<std::uint32_t, kMaxWarps> turns_{};                            // taken since lanes wait to converge
};

}  // namespace lockstep::launch
