// Barriers and warp operations as functions of device code (sim/toolkit/lockstep/device.h).

#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <cstring>

#include "shared/trace/words.h"
#include "sim/hooks/check.h"
#include "sim/hooks/hooks.h"
#include "sim/launch/block_run.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/faults.h"
#include "sim/launch/observer.h"
#include "sim/toolkit/lockstep/warp_operations.h"

namespace lockstep::launch {
namespace {

constexpr bool IsSame(__lockstep_warp_operation code, trace::WarpOperation operation) {
  return static_cast<std::uint32_t>(code) == static_cast<std::uint32_t>(operation);
}
static_assert(IsSame(__lockstep_op_shuffle, trace::WarpOperation::kShuffle) &&
              IsSame(__lockstep_op_shuffle_up, trace::WarpOperation::kShuffleUp) &&
              IsSame(__lockstep_op_shuffle_down, trace::WarpOperation::kShuffleDown) &&
              IsSame(__lockstep_op_shuffle_xor, trace::WarpOperation::kShuffleXor) &&
              IsSame(__lockstep_op_any, trace::WarpOperation::kAny) &&
              IsSame(__lockstep_op_all, trace::WarpOperation::kAll) &&
              IsSame(__lockstep_op_uni, trace::WarpOperation::kUni) &&
              IsSame(__lockstep_op_ballot, trace::WarpOperation::kBallot) &&
              IsSame(__lockstep_op_match_any, trace::WarpOperation::kMatchAny) &&
              IsSame(__lockstep_op_match_all, trace::WarpOperation::kMatchAll) &&
              IsSame(__lockstep_op_reduce, trace::WarpOperation::kReduce) &&
              IsSame(__lockstep_op_multiply, trace::WarpOperation::kMultiply));

// A function of the runtime begins with this and then calls another one that is not part of it: so it has no need of
// the registers that it notes.
[[gnu::always_inline]] inline void NoteCaller() {
  CallerState& caller = CurrentThread().caller;
  asm volatile(
      "movq %%rbx, %0\n\t"
      "movq %%r12, %1\n\t"
      "movq %%r13, %2\n\t"
      "movq %%r14, %3\n\t"
      "movq %%r15, %4"
      : "=m"(caller.rbx), "=m"(caller.r12), "=m"(caller.r13), "=m"(caller.r14), "=m"(caller.r15));
  const auto* const frame = static_cast<const std::uint64_t*>(__builtin_frame_address(0));
  caller.rbp = frame[0];
  caller.returns_to = frame[1];
  caller.stack = reinterpret_cast<const char*>(frame + 2);
}

[[gnu::noinline]] void ArriveAtBlock() {
  ThreadRun& self = CurrentThread();
  LaunchObserver* watcher = WatcherOf(self);
  if (watcher) watcher->Arrives(self, Waits::kBlockBarrier, self.run->live());
  self.run->ArriveAtBlockBarrier(self);
  if (watcher) watcher->Passes(self, Waits::kBlockBarrier);
}

[[gnu::noinline]] int CountAtBlock(int predicate) {
  ThreadRun& self = CurrentThread();
  self.run->AddPredicate(predicate != 0);
  ArriveAtBlock();
  return static_cast<int>(self.run->predicate_count());
}

// Barrier 0 of all threads is that of __syncthreads.
bool IsBlockBarrier(const ThreadRun& self, unsigned id, unsigned count) {
  return id == 0 && (count == 0 || count == self.run->thread_count());
}

[[gnu::noinline]] unsigned MeetAtNamedBarrier(unsigned id, unsigned count, bool predicate) {
  ThreadRun& self = CurrentThread();
  if (IsBlockBarrier(self, id, count)) return static_cast<unsigned>(CountAtBlock(predicate));
  LaunchObserver* watcher = WatcherOf(self);
  if (watcher) watcher->Arrives(self, Waits::kNamedBarrier, count ? count : self.run->live());
  self.run->ArriveAtNamedBarrier(self, id % kNamedBarriers, count, true, predicate);
  if (watcher) watcher->Passes(self, Waits::kNamedBarrier);
  return static_cast<unsigned>(self.result);
}

[[gnu::noinline]] void MeetCluster() {
  ThreadRun& self = CurrentThread();
  if (!self.run->cluster()) return ArriveAtBlock();
  LaunchObserver* watcher = WatcherOf(self);
  if (watcher) watcher->Arrives(self, Waits::kClusterBarrier, 0);
  self.run->ArriveAtClusterBarrier(self);
  if (watcher) watcher->Passes(self, Waits::kClusterBarrier);
}

[[gnu::noinline]] void MeetTile(unsigned size) {
  ThreadRun& self = CurrentThread();
  LaunchObserver* watcher = WatcherOf(self);
  if (watcher) watcher->Arrives(self, Waits::kNamedBarrier, size);
  self.run->ArriveAtTileBarrier(self, size);
  if (watcher) watcher->Passes(self, Waits::kNamedBarrier);
}

[[gnu::noinline]] void MeetGrid() {
  ThreadRun& self = CurrentThread();
  LaunchObserver* watcher = WatcherOf(self);
  if (watcher) watcher->Arrives(self, Waits::kGridBarrier, 0);
  if (!self.run->is_cooperative())
    RaiseFault(LaunchFault::kTrap,
               fmt::format("{} waits for the whole grid, but the launch is not cooperative", DescribeCurrentThread()));
  self.run->ArriveAtGridBarrier(self);
  if (watcher) watcher->Passes(self, Waits::kGridBarrier);
}

[[gnu::noinline]] void YieldToOthers() {
  ThreadRun& self = CurrentThread();
  self.run->Yield(self);
}

[[gnu::noinline]] void PollOnce(LockstepSite* site) {
  ThreadRun& self = CurrentThread();
  if (site) self.site = site;
  self.run->Poll(self);
}

// Meets the lanes of `mask` and returns the result that `complete` stored for this one.
[[gnu::noinline]] std::uint64_t Meet(unsigned mask, std::uint64_t operand, std::uint32_t operand_lane,
                                     trace::WarpOperation operation, WarpCompletion complete) {
  ThreadRun& self = CurrentThread();
  self.operand = operand;
  self.operand_lane = operand_lane;
  self.run->MeetWarp(self, mask, false, complete);
  if (LaunchObserver* watcher = WatcherOf(self))
    watcher->Exchanges(self, static_cast<std::uint32_t>(operation), mask, operand, self.result);
  return self.result;
}

template <class Work>
void ForEachLane(std::uint32_t mask, Work work) {
  for (; mask; mask &= mask - 1) work(static_cast<unsigned>(std::countr_zero(mask)));
}

void CompleteSync(ThreadRun*, std::uint32_t) {}

[[gnu::noinline]] void MeetLanes(unsigned mask) {
  ThreadRun& self = CurrentThread();
  LaunchObserver* watcher = WatcherOf(self);
  if (watcher) watcher->Arrives(self, Waits::kWarp, mask);
  self.run->MeetWarp(self, mask, true, CompleteSync);
  if (watcher) watcher->Passes(self, Waits::kWarp);
}

// A lane that reads from an absent lane keeps its own value (undefined in CUDA).
void CompleteShuffle(ThreadRun* lanes, std::uint32_t arrived) {
  ForEachLane(arrived, [&](unsigned lane) {
    const unsigned asked = lanes[lane].operand_lane % trace::kWarpSize;
    const bool is_there = arrived >> asked & 1;
    lanes[lane].result = lanes[is_there ? asked : lane].operand;
    lanes[lane].result_origin = is_there ? lanes[asked].operand_origin : LOCKSTEP_ORIGIN_LANE;
  });
}

std::uint32_t Ballot(const ThreadRun* lanes, std::uint32_t arrived) {
  std::uint32_t holding = 0;
  ForEachLane(arrived, [&](unsigned lane) { holding |= lanes[lane].operand ? 1u << lane : 0; });
  return holding;
}

void GiveAll(ThreadRun* lanes, std::uint32_t arrived, std::uint64_t result) {
  ForEachLane(arrived, [&](unsigned lane) { lanes[lane].result = result; });
}

void CompleteAny(ThreadRun* lanes, std::uint32_t arrived) { GiveAll(lanes, arrived, Ballot(lanes, arrived) != 0); }
void CompleteAll(ThreadRun* lanes, std::uint32_t arrived) {
  GiveAll(lanes, arrived, Ballot(lanes, arrived) == arrived);
}
void CompleteBallot(ThreadRun* lanes, std::uint32_t arrived) { GiveAll(lanes, arrived, Ballot(lanes, arrived)); }
void CompleteUni(ThreadRun* lanes, std::uint32_t arrived) {
  const std::uint32_t holding = Ballot(lanes, arrived);
  GiveAll(lanes, arrived, holding == 0 || holding == arrived);
}

void CompleteMatchAny(ThreadRun* lanes, std::uint32_t arrived) {
  ForEachLane(arrived, [&](unsigned lane) {
    std::uint32_t same = 0;
    ForEachLane(arrived,
                [&](unsigned other) { same |= lanes[other].operand == lanes[lane].operand ? 1u << other : 0; });
    lanes[lane].result = same;
  });
}

void CompleteMatchAll(ThreadRun* lanes, std::uint32_t arrived) {
  const std::uint64_t first = lanes[std::countr_zero(arrived)].operand;
  bool all = true;
  ForEachLane(arrived, [&](unsigned lane) { all &= lanes[lane].operand == first; });
  GiveAll(lanes, arrived, all ? arrived : 0);
}

// `result` holds the address of each lane's array; every lane writes to all of them.
void CompleteGather(ThreadRun* lanes, std::uint32_t arrived) {
  ForEachLane(arrived, [&](unsigned to) {
    auto* values = reinterpret_cast<unsigned long long*>(lanes[to].result);
    ForEachLane(arrived, [&](unsigned from) { values[from] = lanes[from].operand; });
  });
  GiveAll(lanes, arrived, arrived);
}

[[gnu::noinline]] unsigned Gather(unsigned mask, unsigned long long value, unsigned long long* values) {
  ThreadRun& self = CurrentThread();
  self.operand = value;
  self.result = reinterpret_cast<std::uint64_t>(values);
  self.run->MeetWarp(self, mask, false, CompleteGather);
  if (LaunchObserver* watcher = WatcherOf(self))
    watcher->Exchanges(self, static_cast<std::uint32_t>(trace::WarpOperation::kReduce), mask, value, value);
  return static_cast<unsigned>(self.result);
}

}  // namespace
}  // namespace lockstep::launch

using namespace lockstep;
using namespace lockstep::launch;

#define LOCKSTEP_EXPORT extern "C" __attribute__((visibility("default")))

LOCKSTEP_EXPORT void __lockstep_syncthreads() {
  NoteCaller();
  ArriveAtBlock();
}

LOCKSTEP_EXPORT int __lockstep_syncthreads_count(int predicate) {
  NoteCaller();
  return CountAtBlock(predicate);
}

LOCKSTEP_EXPORT int __lockstep_syncthreads_and(int predicate) {
  NoteCaller();
  return CountAtBlock(!predicate) == 0;
}

LOCKSTEP_EXPORT int __lockstep_syncthreads_or(int predicate) {
  NoteCaller();
  return CountAtBlock(predicate) != 0;
}

LOCKSTEP_EXPORT void __lockstep_named_barrier(unsigned id, unsigned count) {
  NoteCaller();
  MeetAtNamedBarrier(id, count, false);
}

LOCKSTEP_EXPORT unsigned __lockstep_named_count(unsigned id, unsigned count, unsigned predicate) {
  NoteCaller();
  return MeetAtNamedBarrier(id, count, predicate != 0);
}

LOCKSTEP_EXPORT void __lockstep_named_arrive(unsigned id, unsigned count) {
  ThreadRun& self = CurrentThread();
  // In a plain loop nobody waits.
  if (!self.run) return;
  if (LaunchObserver* watcher = WatcherOf(self)) watcher->ArrivesOnly(self, id % kNamedBarriers, count);
  self.run->ArriveAtNamedBarrier(self, id % kNamedBarriers, count, false);
}

LOCKSTEP_EXPORT void __lockstep_tile_sync(unsigned size) {
  NoteCaller();
  MeetTile(size);
}

LOCKSTEP_EXPORT void __lockstep_tile_gather(unsigned size, const void* value, unsigned bytes, unsigned first,
                                            unsigned step, unsigned count, void* values) {
  ThreadRun& self = CurrentThread();
  BlockRun& block = *self.run;
  const std::uint32_t tile = self.linear / size * size;
  self.operand = reinterpret_cast<std::uint64_t>(value);
  __lockstep_tile_sync(size);
  for (unsigned i = 0; i < count; ++i) {
    // CUDA leaves the result for a rank outside the block undefined: the thread keeps its own value.
    const std::uint64_t from = std::uint64_t{tile} + (first + i * step) % size;
    const ThreadRun& giver = from < block.thread_count() ? block.thread(static_cast<std::uint32_t>(from)) : self;
    std::memcpy(static_cast<char*>(values) + std::size_t{i} * bytes, reinterpret_cast<const void*>(giver.operand),
                bytes);
  }
  __lockstep_tile_sync(size);
}

LOCKSTEP_EXPORT void __lockstep_syncwarp(unsigned mask) {
  NoteCaller();
  MeetLanes(mask);
}

LOCKSTEP_EXPORT unsigned long long __lockstep_shuffle(unsigned mask, unsigned long long value, unsigned source,
                                                      unsigned operation) {
  NoteCaller();
  return Meet(mask, value, source, static_cast<trace::WarpOperation>(operation), CompleteShuffle);
}

LOCKSTEP_EXPORT unsigned __lockstep_vote(unsigned mask, unsigned value, unsigned operation) {
  NoteCaller();
  const auto kind = static_cast<trace::WarpOperation>(operation);
  const WarpCompletion complete = kind == trace::WarpOperation::kAny   ? CompleteAny
                                  : kind == trace::WarpOperation::kAll ? CompleteAll
                                  : kind == trace::WarpOperation::kUni ? CompleteUni
                                                                       : CompleteBallot;
  return static_cast<unsigned>(Meet(mask, value, 0, kind, complete));
}

LOCKSTEP_EXPORT unsigned __lockstep_match(unsigned mask, unsigned long long value, unsigned operation) {
  NoteCaller();
  const auto kind = static_cast<trace::WarpOperation>(operation);
  return static_cast<unsigned>(
      Meet(mask, value, 0, kind, kind == trace::WarpOperation::kMatchAll ? CompleteMatchAll : CompleteMatchAny));
}

LOCKSTEP_EXPORT unsigned __lockstep_gather(unsigned mask, unsigned long long value, unsigned long long* values) {
  NoteCaller();
  return Gather(mask, value, values);
}

LOCKSTEP_EXPORT unsigned __lockstep_activemask() {
  ThreadRun& self = CurrentThread();
  return self.run->AskForLanes(self);
}

LOCKSTEP_EXPORT LockstepPath __lockstep_path() {
  const CallPath& path = CurrentThread().path;
  return {.place = path.place, .rounds = path.rounds};
}

LOCKSTEP_EXPORT void __lockstep_path_round(std::uint32_t round) { CurrentThread().path.AddRound(round); }

LOCKSTEP_EXPORT void __lockstep_path_place(std::uint64_t id) { CurrentThread().path.AddPlace(id); }

LOCKSTEP_EXPORT void __lockstep_path_back(std::uint64_t place, std::uint64_t rounds) {
  CurrentThread().path = {.place = place, .rounds = rounds};
}

LOCKSTEP_EXPORT void __lockstep_converge() {
  ThreadRun& self = CurrentThread();
  self.run->Converge(self);
}

LOCKSTEP_EXPORT void __lockstep_sync_grid() {
  NoteCaller();
  MeetGrid();
}

LOCKSTEP_EXPORT void __lockstep_sync_cluster() {
  NoteCaller();
  MeetCluster();
}

LOCKSTEP_EXPORT void __lockstep_yield() {
  NoteCaller();
  YieldToOthers();
}

LOCKSTEP_EXPORT void __lockstep_poll(LockstepSite* site) {
  NoteCaller();
  PollOnce(site);
}

LOCKSTEP_EXPORT void __lockstep_fence(int scope) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  ThreadRun& self = CurrentThread();
  if (LaunchObserver* watcher = WatcherOf(self)) watcher->Fences(self, scope);
}
