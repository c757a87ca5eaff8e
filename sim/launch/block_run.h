#pragma once

// One block on its way through a kernel: its threads, who of them can go on, and what the others wait for.
//
// A block runs on one OS thread from start to end. Threads that can wait are fibers; a thread that must wait hands over
// to the next that can go on, directly. When none can, the block goes back to its worker, which tells a deadlock from a
// block that waits for other blocks.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "shared/trace/words.h"
#include "sim/hooks/state.h"
#include "sim/launch/fiber.h"
#include "sim/launch/order.h"

namespace lockstep {

inline constexpr unsigned kMaxThreads = 1024;
inline constexpr unsigned kMaxWarps = kMaxThreads / kWarpSize;
inline constexpr unsigned kNamedBarriers = 16;
// Behind them, one for every tile of 512, 256, 128 and 64 threads of the largest block.
inline constexpr unsigned kTileBarriers = 2 + 4 + 8 + 16;

enum class Waits : std::uint8_t {
  kNothing,
  kBlockBarrier,
  kNamedBarrier,
  kWarp,
  kConvergence,
  kClusterBarrier,
  kGridBarrier,
  kExited
};

class BlockRun;
struct ThreadRun;

// What a warp operation does once all lanes have come. It reads operands and writes results.
using WarpCompletion = void (*)(ThreadRun* lanes, std::uint32_t arrived);

// What led a thread to where it asks which lanes are with it (sim/compile/pass/call_paths.h): lanes are together where
// `place` is equal. `rounds` compares lanes of one place whose loops have gone round differently often: the smaller,
// the further behind. Its low bits count the loops, and the rounds of the outermost lie highest.
struct CallPath {
  std::uint64_t place = 0, rounds = 0;

  void AddPlace(std::uint64_t id) { place = (std::rotl(place, 29) ^ id) * 0x9e3779b97f4a7c15u; }
  // Limit: of loops deeper than four, and of rounds beyond 16383, it is not known who is behind.
  void AddRound(std::uint32_t round) {
    constexpr std::uint32_t kBits = 14, kMostRounds = (1u << kBits) - 1;
    AddPlace(round + 1ull);
    const std::uint64_t depth = rounds % 8;
    if (depth < 4) rounds += (std::uint64_t{std::min(round, kMostRounds)} << (64 - kBits * (depth + 1))) + 1;
  }
};

// A thread: what compiled code sees of it first, then what is ours. What a switch needs lies in one line of the cache.
struct alignas(64) ThreadRun : LockstepThread {
  BlockRun* run = nullptr;  // null where the block is a plain loop
  Context context;
  bool watched = false;  // an observer looks on (plain loops; others ask their block)
  Waits waits = Waits::kNothing;
  std::uint32_t wait_detail = 0;  // kNamedBarrier: its number; kWarp: the mask; kConvergence: 1 where it asks for lanes
  Stack stack;
  std::uint64_t operand = 0;                            // what the thread brings to a warp operation
  std::uint32_t operand_lane = 0;                       // shuffles: whose value it wants
  WarpCompletion complete = nullptr;                    // of the operation that it has come to
  std::uint64_t result = 0;                             // what it gets
  std::uint32_t operand_origin = 0, result_origin = 0;  // check mode: where values that nobody has written come from
  std::uint32_t depth = 0;                              // of calls (recordings)
  std::uint64_t key = 0;                                // how far it has come, for OrderKind::kLockstep
  CallPath path;
  std::uint64_t call_context = 0;  // sim/hooks/explain.h: of the call that it makes
  std::uint32_t ahead = 0;         // ... requests that it came to first since it let others go on
};

// What the lanes of one mask are doing together.
struct WarpMeeting {
  std::uint32_t mask = 0;  // 0: free
  std::uint32_t arrived = 0;
  // `__syncwarp`: what the lanes have done to memory is seen by the others. Shuffles, votes and their kin promise no
  // such thing (CUDA C++ Programming Guide, "Warp Shuffle Functions").
  bool orders_memory = false;
};

class BlockRun;

// Blocks that run together on one worker and may use one another's shared memory.
struct ClusterRun {
  std::vector<BlockRun*> blocks;  // by rank; null once it has left the kernel
  std::vector<char*> shared;      // their shared memory, of `shared_size` bytes each
  std::uint64_t shared_size = 0;
  std::uint32_t waiting = 0, left = 0;
  std::uint64_t generation = 0;  // of the cluster's barrier

  // The block whose shared memory holds `address`; blocks.size() where none does.
  std::size_t RankOf(const void* address) const {
    std::size_t rank = 0;
    while (rank < shared.size() &&
           static_cast<std::uint64_t>(static_cast<const char*>(address) - shared[rank]) >= shared_size)
      ++rank;
    return rank;
  }
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
  kStarved,    // those that can go on only poll, or have met very often: somebody else must run
  kAside,      // it can go on, and lets others go first (OrderKind::kShuffled)
  kAtCluster,  // every thread that is left waits at the cluster's barrier
  kAtGrid,     // every thread that is left waits at the grid barrier
  kDeadlock,   // nobody can ever go on
};

struct KernelCall {
  const LockstepKernel* kernel = nullptr;
  void* const* arguments = nullptr;
  Order order;
  bool watched = false;      // an observer looks on
  bool cooperative = false;  // a cooperative launch
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
  // Who waits where, in one sentence.
  std::string DescribeWaits() const;

  // --- called by the running thread
  void ArriveAtBlockBarrier(ThreadRun& self);
  // `number` below kNamedBarriers + kTileBarriers; `count` 0: all threads that are left.
  void ArriveAtNamedBarrier(ThreadRun& self, unsigned number, unsigned count);
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
  // Where threads speak to each other without waiting: OrderKind::kShuffled may let another go first.
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
  // Null where the block is a cluster of one.
  ClusterRun* cluster() const { return cluster_.get(); }
  void set_cluster(std::shared_ptr<ClusterRun> cluster) { cluster_ = std::move(cluster); }
  bool is_cooperative() const { return call_.cooperative; }
  bool IsReady(const ThreadRun& thread) const {
    return ready_[thread.linear / kWarpSize] >> (thread.linear % kWarpSize) & 1;
  }
  // What the open barrier's counting operations have gathered: number of threads whose predicate held.
  std::uint32_t predicate_count() const { return predicate_count_; }
  void AddPredicate(bool holds) { gathered_ += holds; }

 private:
  static void ThreadMain(boost::context::detail::transfer_t transfer);

  void Park(ThreadRun& self, Waits waits);
  void MakeReady(ThreadRun& thread);
  void Leave(ThreadRun& self);
  [[noreturn]] void GoOnForever(ThreadRun& self);
  // Hands over to the next thread, or to the worker. Returns when `self` may go on.
  void HandOver(ThreadRun& self);
  ThreadRun* PickNext(const ThreadRun* self);
  ThreadRun* PickCyclic(std::uint32_t after);
  ThreadRun* PickInWarp(std::uint32_t warp);
  void SwitchTo(ThreadRun& self, ThreadRun* next);
  void OpenBlockBarrier();
  void ResolveConvergence(std::uint32_t warp);
  std::uint32_t LanesFurthestBehind(std::uint32_t warp, std::uint32_t asking) const;
  void CompleteMeetings(std::uint32_t warp);
  bool IsComplete(const WarpMeeting& meeting, std::uint32_t warp) const;
  void Complete(const WarpMeeting& meeting, std::uint32_t warp);
  void NewEvent() { idle_polls_ = lines_in_warp_ = lines_idle_ = 0; }
  BlockState StateWhenNobodyRuns() const;

  StackPool& stacks_;
  KernelCall call_;
  LockstepBlock block_;
  std::uint64_t linear_;
  std::shared_ptr<ClusterRun> cluster_;
  std::uint32_t count_, live_;
  std::unique_ptr<ThreadRun[]> threads_;
  std::array<std::uint32_t, kMaxWarps> ready_{};       // lanes that can go on, a word a warp
  std::array<std::uint32_t, kMaxWarps> converging_{};  // lanes parked in Converge
  std::array<std::uint32_t, kMaxWarps> turns_while_converging_{};
  std::array<std::uint32_t, kMaxWarps> exited_{};
  std::array<std::uint32_t, kMaxWarps> round_{};  // kLockstep: lanes that still have this line to do
  std::uint32_t warps_;
  std::uint32_t at_block_barrier_ = 0, at_grid_barrier_ = 0, at_cluster_barrier_ = 0;
  std::uint32_t gathered_ = 0, predicate_count_ = 0;
  struct NamedBarrier {
    std::uint32_t arrived = 0, expected = 0;
  };
  std::array<NamedBarrier, kNamedBarriers + kTileBarriers> named_{};
  std::vector<std::vector<WarpMeeting>> meetings_;  // a warp's open meetings
  // What tells a block that gets on from one that only goes round in circles.
  std::uint64_t idle_polls_ = 0, lines_in_warp_ = 0, lines_idle_ = 0;
  std::array<std::uint32_t, kMaxWarps> left_behind_{};  // kLockstep: rounds in a row that left some lanes waiting
  bool leave_warp_ = false;
  std::uint32_t polls_in_warp_ = 0;
  Chance chance_;
  Context worker_context_;
  bool starved_ = false, aside_ = false;
  std::uint32_t barriers_in_turn_ = 0, warp_meetings_in_turn_ = 0;  // since the block was resumed
  std::uint32_t meetings_per_turn_;
};

}  // namespace lockstep
