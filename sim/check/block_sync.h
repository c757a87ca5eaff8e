#pragma once

// Order by atomics and fences (releases.h), as seen by the threads of one block: what each has released and acquired,
// and what they learn of one another where they meet.

#include <memory>
#include <optional>
#include <vector>

#include "sim/check/releases.h"

namespace lockstep::check {

// Used by the OS thread that runs the block only, but for `releases`, which all blocks share.
class BlockSync {
 public:
  BlockSync(Releases& releases, const Episodes& episodes, BlockOrder& order)
      : releases_(releases), episodes_(episodes), order_(order) {}

  enum class Scope : std::uint8_t { kBlock, kDevice };
  void Fence(std::uint32_t thread, Scope scope);
  // An atomic or volatile write of `address`. It releases what the thread has fenced before; one that is a release
  // itself (`own`) releases all that the thread has done, within its scope.
  void Release(std::uint32_t thread, std::uint64_t address, std::optional<Scope> own);
  // A volatile write of `address` without a fence, whose value depends on what the thread has read: who sees the value
  // knows that those reads are over. Says nothing of what was written. Only a block's first thousand count.
  void ReleaseReads(std::uint32_t thread, std::uint64_t address);
  // An atomic or volatile read of `address` has been done at the site of that number. `owes_fence`: the thread waited
  // by it, and it is no acquire.
  void Acquire(std::uint32_t thread, std::uint64_t address, std::uint32_t site, bool owes_fence);
  // All threads of the block have met.
  void PassBarrier();
  // The lanes of the mask have met.
  void MeetWarp(std::uint32_t warp, std::uint32_t lanes);

  // True if `thread` knows, by what it has acquired, that what was done in `earlier` is past; `was_read`: or only that
  // no write can change any more what was read there.
  bool IsOrdered(std::uint32_t thread, Segment earlier, bool was_read = false) const;
  // It knows by a wait after which it has made no fence, or none that reaches the other block.
  bool OwesFence(std::uint32_t thread, Segment earlier) const;
  // The number of the site where a thread waited for the flag that `earlier` was released by; 0: not known.
  std::uint32_t SiteOfWait(std::uint32_t thread, Segment earlier) const;
  bool HasAcquired(std::uint32_t thread, std::uint64_t address) const;
  // The thread launches a grid: what it knows to be past. What it does from now on is no part of that.
  KnownToThread Launch(std::uint32_t thread);

 private:
  struct OfThread {
    bool has_fenced = false;
    Reach in_block, anywhere;
    std::shared_ptr<const WarpFences> warp_fences;  // of the lanes that it has met
    AcquiredList acquired;
  };

  OfThread& Of(std::uint32_t thread);
  Reach ReachOf(std::uint32_t thread) const;
  // Later events are not part of the release.
  void BeginEpisode(std::uint32_t thread);
  // The releases that the thread has acquired by itself; nothing where none has.
  const AcquiredList& AcquiredBy(std::uint32_t thread) const;
  // The releases that the thread and its block have acquired; null where that is nothing.
  std::shared_ptr<const AcquiredList> AllAcquired(std::uint32_t thread) const;
  bool Knows(const AcquiredList& acquired, Segment earlier, bool was_read = false) const;
  void ShareFences(std::uint32_t warp, std::uint32_t lanes);

  Releases& releases_;
  const Episodes& episodes_;
  BlockOrder& order_;
  std::vector<OfThread> threads_;  // empty until one of them needs it
  std::vector<std::uint32_t> fence_episodes_;
  std::shared_ptr<const std::vector<std::uint32_t>> fenced_;  // as they were at the last barrier
  AcquiredList acquired_;                                     // by the whole block
  std::uint32_t reads_released_ = 0;                          // how often
};

}  // namespace lockstep::check
