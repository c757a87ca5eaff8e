#pragma once

// One block on its way through a kernel: its threads, and the barriers and warp operations at which they wait for one
// another.
//
// A block runs on one OS thread from start to end, and one of its threads at a time. Threads are fibers; a thread that
// must wait hands over to the next that can go on, directly. When none can, the block goes back to its worker, which
// distinguishes a deadlock from a block that waits for other blocks.
//
// The parts: which threads can go on (warps.h), which of them is next (policy.h), whether the block gets anywhere by
// itself (progress.h). What holds at every hand-over stands in block_run.cpp.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "shared/session/order.h"
#include "sim/hooks/state.h"
#include "sim/launch/fiber.h"
#include "sim/launch/policy.h"
#include "sim/launch/progress.h"
#include "sim/launch/thread_run.h"
#include "sim/launch/warps.h"
#include "sim/machine/shared_memory.h"

namespace lockstep::launch {

// Blocks of a grid that can all be kept in flight.
inline constexpr std::uint64_t kFewBlocks = 64;
// Meetings of a warp that loops over polls may have in an iteration.
inline constexpr std::uint32_t kMeetingsOfPoll = 256;
inline constexpr unsigned kNamedBarriers = 16;
// Behind them, one for every tile of 512, 256, 128 and 64 threads of the largest block.
inline constexpr unsigned kTileBarriers = 2 + 4 + 8 + 16;

class BlockRun;

// Blocks that run together on one worker and may use one another's shared memory.
struct ClusterRun {
  std::vector<BlockRun*> blocks;  // by rank; null once it has left the kernel
  machine::ClusterMemory memory;
  std::uint32_t waiting = 0, left = 0;
  std::uint64_t generation = 0;  // of the cluster's barrier

  // Opens the barrier when all blocks that are left wait at it.
  bool OpenWhenAllWait() {
    if (waiting == 0 || waiting + left < blocks.size()) return false;
    waiting = 0;
    ++generation;
    return true;
  }
};

enum class BlockState : std::uint8_t {
  kFinished,   // every thread has left
  kStarved,    // those that can go on only poll, or have met very often: another block must run
  kAside,      // it can go on, and lets others go first (OrderKind::kShuffled, kConsumerFirst)
  kAtCluster,  // every thread that is left waits at the cluster's barrier
  kAtGrid,     // every thread that is left waits at the grid barrier
  kDeadlock,   // no thread can ever continue
};

struct KernelCall {
  const LockstepKernel* kernel = nullptr;
  void* const* arguments = nullptr;
  session::Order order;
  bool watched = false;           // an observer looks on
  bool cooperative = false;       // a cooperative launch
  bool played = false;            // by the host (player.h): no thread hands over to another
  bool others_met_often = false;  // blocks that began before this one, and have not ended
  bool judged = false;            // a check: a barrier changes nothing in the order (Policy's NextAfterBarrier)
};

class BlockRun {
 public:
  BlockRun(StackPool& stacks, const KernelCall& call, const LockstepBlock& block, std::uint64_t block_linear);
  ~BlockRun();
  BlockRun(const BlockRun&) = delete;

  // Runs until no thread can go on. False from Prepare(): no memory for the stacks.
  bool Prepare();
  BlockState Run();
  // The barrier of the grid (kGridBarrier) or the cluster has opened: those who wait at it can go on.
  void LeaveBarrier(Waits barrier);
  // The waits of the threads, in one sentence.
  std::string DescribeWaits() const;
  bool AnyWaits(Waits at) const;

  // --- called by the running thread
  void ArriveAtBlockBarrier(ThreadRun& self);
  // `number` below kNamedBarriers + kTileBarriers; `count` 0: all threads that are left. A thread that waits has in
  // ThreadRun::result the number of predicates that hold.
  void ArriveAtNamedBarrier(ThreadRun& self, unsigned number, unsigned count, bool waits = true,
                            bool predicate = false);
  // The barrier of the tile of `size` threads (64 to 512) that has `self` in it.
  void ArriveAtTileBarrier(ThreadRun& self, unsigned size);
  void ArriveAtGridBarrier(ThreadRun& self);
  // Of a block that has a cluster.
  void ArriveAtClusterBarrier(ThreadRun& self);
  // Every lane of `mask` that has not exited must come; the last one completes. Lanes that come to different
  // operations get what each would get alone: CUDA leaves that undefined.
  void MeetWarp(ThreadRun& self, std::uint32_t mask, bool orders_memory, WarpCompletion complete);
  // Waits until no lane of the warp can go on otherwise, or those that can only poll.
  void Converge(ThreadRun& self);
  // The same; returns the lanes that wait at the same place. Lanes further behind are let go first, so that they may
  // come to the places of the others.
  std::uint32_t AskForLanes(ThreadRun& self);
  void Poll(ThreadRun& self);  // a round of a loop that waits for others
  void Yield(ThreadRun& self);
  // At a place where threads speak to each other without waiting: OrderKind::kShuffled may let another go first,
  // kConsumerFirst does.
  void Shake(ThreadRun& self);
  // Others may go on, those of its warp first. Says nothing of whether anybody gets anywhere.
  void LetOthersGoOn(ThreadRun& self);
  // A new line is reached (recordings).
  void ReachLine(ThreadRun& self, std::uint32_t order, std::uint32_t site);

  // --- facts
  const LockstepBlock& block() const { return block_; }
  std::uint64_t linear() const { return linear_; }
  std::uint32_t thread_count() const { return count_; }
  ThreadRun& thread(std::uint32_t linear) { return threads_[linear]; }
  std::uint32_t live() const { return live_; }
  bool watched() const { return call_.watched; }
  bool is_played() const { return call_.played; }
  // Of a played block: each thread is played by a thread of the host of its own.
  bool has_host_threads() const { return has_host_threads_; }
  void set_has_host_threads() { has_host_threads_ = true; }
  // It last let others run because its threads had met very often, at a barrier or in a warp; or it waits for the
  // grid's barrier, which has opened very often.
  bool has_met_often() const { return has_met_often_; }
  void HasMetOften() { has_met_often_ = true; }
  // A thread asks what time it is; whether one has since the last call.
  void AskClock() { clock_asked_ = true; }
  // True if each thread that can go on has come back, at a poll, to a state that it has had at a poll since `moment`, a
  // number above 0 that is another one once anything has been written: then none of them ever stops polling by itself.
  // The first question about a moment begins the comparison.
  bool RepeatsAtPolls(std::uint64_t moment);
  bool TakeClockAsked() { return std::exchange(clock_asked_, false); }
  // Null where the block is a cluster of one.
  ClusterRun* cluster() const { return cluster_.get(); }
  void set_cluster(std::shared_ptr<ClusterRun> cluster) { cluster_ = std::move(cluster); }
  bool is_cooperative() const { return call_.cooperative; }
  bool IsReady(const ThreadRun& thread) const { return warps_.ready(WarpOf(thread)) & LaneBit(thread); }
  // The result so far of the open barrier's counting operations: number of threads whose predicate held.
  std::uint32_t predicate_count() const { return predicate_count_; }
  std::uint32_t gathered() const { return gathered_; }
  void AddPredicate(bool holds) { gathered_ += holds; }
  struct NamedBarrier {
    std::uint32_t arrived = 0, expected = 0, gathered = 0;
    bool is_whole = false;  // it expects all threads that are left
  };
  std::span<const NamedBarrier> named_barriers() const { return named_; }
  // The warp that met very often when the block last let others run for that; others begin the next turn.
  std::uint32_t left_in_warp() const { return left_in_ ? WarpOf(*left_in_) + 1 : 0; }
  // The thread leaves the kernel.
  [[noreturn]] void Exit(ThreadRun& self);

 private:
  static void ThreadMain(boost::context::detail::transfer_t transfer);

  // --- handing over
  // `self` cannot continue until another thread makes it ready.
  void Park(ThreadRun& self, Waits waits);
  void ParkToConverge(ThreadRun& self, bool asks);
  void MakeReady(ThreadRun& thread) { warps_.MakeReady(WarpOf(thread), LaneBit(thread)); }
  // Hands over to the next thread, or to the worker where none can go on. Returns when `self` is next again.
  void HandOver(ThreadRun& self);
  // The answer of the policy.
  void Do(ThreadRun& self, Then then);
  // To the worker; `why` is kStarve or kStepAside. Returns when `self` is next in a later turn of the block.
  void LeaveBlock(ThreadRun& self, Then why);
  // The same for a thread that has let others go on from where they wait together.
  void LeaveMeeting(ThreadRun& self, Waits met);
  // A warp has met often since one of its lanes last polled: it works while others poll.
  bool SomeMeetUnpolled() const;
  void NoteStateAtPoll(ThreadRun& self) const;
  void SwitchTo(ThreadRun& self, ThreadRun* next);
  // `self`: the last one that ran; null where nobody has.
  ThreadRun* Next(const ThreadRun* self) {
    if (std::exchange(barrier_opened_, false) && !call_.judged)
      return std::visit([&](auto& policy) { return policy.NextAfterBarrier(warps_); }, policy_);
    return std::visit([&](auto& policy) { return policy.Next(warps_, self); }, policy_);
  }
  void HasHadShare(const ThreadRun& self) {
    std::visit([&](auto& policy) { policy.HasHadShare(self); }, policy_);
  }
  bool IsSerial() const { return std::holds_alternative<SerialPolicy>(policy_); }

  void Leave(ThreadRun& self);
  [[noreturn]] void GoOnForever(ThreadRun& self);
  BlockState StateWhenNobodyRuns() const;

  // --- waiting together
  void OpenBlockBarrier();
  void CompleteMeetings(std::uint32_t warp);
  bool IsComplete(const WarpMeeting& meeting, std::uint32_t warp) const;
  void Complete(const WarpMeeting& meeting, std::uint32_t warp);

  StackPool& stacks_;
  KernelCall call_;
  LockstepBlock block_;
  std::uint64_t linear_;
  std::shared_ptr<ClusterRun> cluster_;
  std::uint32_t count_, live_;
  std::unique_ptr<ThreadRun[]> threads_;
  Warps warps_;
  Policy policy_;
  Progress progress_;
  std::uint32_t at_block_barrier_ = 0, at_grid_barrier_ = 0, at_cluster_barrier_ = 0;  // threads that wait there
  std::uint32_t gathered_ = 0, predicate_count_ = 0;
  void OpenNamedBarrier(unsigned number);
  std::array<NamedBarrier, kNamedBarriers + kTileBarriers> named_{};
  std::array<std::uint32_t, kMaxWarps> meetings_since_poll_{}, meetings_held_{};
  std::uint64_t polls_compared_since_ = 0;          // 0: they are not
  std::vector<std::vector<WarpMeeting>> meetings_;  // a warp's open meetings: none of them is complete
  Context worker_context_;
  bool has_host_threads_ = false, has_met_often_ = false, clock_asked_ = false;
  bool barrier_opened_ = false;  // and no thread has gone on since
  const ThreadRun* left_in_ = nullptr;
  Then left_for_ = Then::kGoOn;  // why the block went back to its worker, where a thread of it could go on
};

}  // namespace lockstep::launch
