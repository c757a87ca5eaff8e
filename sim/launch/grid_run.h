#pragma once

// The state of one running grid: the blocks still to start, the grid's barrier, and the fault that has ended it.
// Shared by the workers; every member may be called from any of them.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "sim/launch/block_run.h"
#include "sim/launch/launch.h"
#include "sim/launch/observer.h"
#include "sim/launch/start_order.h"

namespace lockstep::launch {

class GridRun {
 public:
  // `number`: of the launch, which gives it chances of its own.
  GridRun(const LaunchRequest& request, const session::Order& order, std::uint32_t number);

  const LaunchRequest& request() const { return request_; }
  std::uint64_t block_count() const { return block_count_; }
  const KernelCall& call() const { return call_; }
  // True if a block may wait for another.
  bool may_wait() const { return request_.kernel->engine == LOCKSTEP_FIBERS; }
  // True if threads take turns. A checked kernel that never waits is a plain loop in serial order, and in each order if
  // it only computes and accesses memory, which is when it has a block_entry: its threads give no signals, before which
  // others could go first.
  bool has_fibers() const;
  std::uint64_t arena_size() const { return arena_size_; }

  LaunchObserver::Plan plan;  // the watched blocks; set before any worker starts
  LaunchObserver* observer = nullptr;
  void SetPlan(LaunchObserver::Plan chosen);
  // True for a block of the plan, which has already run when the others start.
  bool WasWatched(std::uint64_t linear) const { return linear < watched_end_ && watched_.contains(linear); }

  // Takes up to `most` consecutive blocks: [first, first + count). Returns 0 if none is left. With a start order of its
  // own, the grid gives one block at a time, or those of one cluster, and to one worker.
  std::uint64_t TakeBlocks(std::uint64_t most, std::uint64_t& first);
  bool is_for_one_worker() const { return start_order_.has_value(); }
  // From now on those that have not begun come in the order of their numbers.
  void StartAscending() {
    if (start_order_) start_order_->GoOnAscending();
  }
  bool HasUntaken() const { return Untaken() > 0; }
  std::uint64_t Untaken() const {
    const std::uint64_t next = next_.load(std::memory_order_relaxed);
    return next < block_count_ ? block_count_ - next : 0;
  }
  LockstepBlock DescribeBlock(std::uint64_t linear, char* arena) const;
  // The number of blocks in a cluster, and the block of `rank` in the cluster of block `linear`.
  std::uint64_t cluster_size() const { return request_.cluster.Count(); }
  std::uint64_t BlockOfCluster(std::uint64_t cluster, std::uint64_t rank) const;
  std::uint64_t ClusterOf(std::uint64_t linear) const;
  // Poisons the shared variables that the kernel can reach, as far as a whole block does not write them first.
  void PoisonShared(char* arena) const;

  // --- faults
  bool HasStopped() const { return stopped_.load(std::memory_order_relaxed); }
  void Stop(LaunchOutcome outcome);  // the first one counts
  LaunchOutcome outcome() const { return outcome_; }

  // --- a grid in which all threads wait in vain
  void WorkerBegins() { ++workers_; }
  void WorkerEnds();
  // The calling worker has made progress.
  void NoteProgress() { idle_.store(0, std::memory_order_relaxed), ++progress_; }
  std::uint64_t progress() const { return progress_.load(std::memory_order_relaxed); }
  // The calling worker has made no progress for long, for the first time since `progress()` was `seen`. True when the
  // same holds for all workers.
  bool NoteStandstill(std::uint64_t seen);

  // --- the grid's barrier
  // All remaining threads of a block have arrived. True if that opens the barrier.
  bool ArriveAtBarrier();
  void BlockStarted() { resident_threads_.fetch_add(request_.block.Count(), std::memory_order_relaxed); }
  void BlockFinished();
  std::uint64_t resident_threads() const { return resident_threads_.load(std::memory_order_relaxed); }
  std::uint64_t barrier_generation() const { return generation_.load(std::memory_order_acquire); }
  // Waits until the barrier's generation is past `seen`, the grid has stopped, or the barrier can never open. False in
  // the last case.
  bool WaitForBarrier(std::uint64_t seen);

 private:
  bool CannotOpen() const;

  // A part of a block's arena.
  struct Part {
    std::uint64_t offset, size;
  };

  LaunchRequest request_;
  KernelCall call_;
  std::uint64_t block_count_, arena_size_, static_size_;
  std::vector<Part> poisoned_;
  std::optional<StartOrder> start_order_;  // of clusters; null: the order of their numbers
  std::unordered_set<std::uint64_t> watched_;
  std::uint64_t watched_end_ = 0;  // one past the last watched block
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stopped_{false};
  LaunchOutcome outcome_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<std::uint64_t> generation_{0};
  std::uint64_t arrived_ = 0, finished_ = 0;
  std::atomic<std::uint32_t> workers_{0}, idle_{0};
  std::atomic<std::uint64_t> progress_{0}, resident_threads_{0};
};

}  // namespace lockstep::launch
