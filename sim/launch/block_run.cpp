#include "sim/launch/block_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "shared/base/must.h"
#include "sim/launch/observer.h"

constinit thread_local LockstepThread* __lockstep_current
    __attribute__((tls_model("initial-exec"), visibility("default"))) = nullptr;

namespace lockstep {
namespace {

// kLockstep: a warp that has gone this many lines lets another warp run, so that a loop which waits for another warp
// ends.
constexpr std::uint64_t kLinesPerTurn = 1 << 14;
// A block that has gone this many lines with no barrier and no exit may be waiting for another block.
constexpr std::uint64_t kLinesBeforeStarved = 1 << 20;
// A block that meets very often, at barriers or in its warps, may be waiting for another block too: all the more where
// it polls between, and where it was found waiting before. Blocks that do not wait should stay together, so that few
// are in flight; those that do should let others go on soon.
constexpr std::uint32_t kMeetingsOfFirstTurn = 1 << 16, kMeetingsWithPolls = 1 << 12, kMeetingsOfLaterTurn = 64;
// Rounds that lanes may be left behind by others of their warp before both sides take turns: a lane that spins for a
// lock is always further behind than the one that holds it.
constexpr std::uint32_t kPatience = 256;

constexpr std::size_t kPlacesTold = 8;
// Blocks of a grid that can all be kept in flight.
constexpr std::uint64_t kFewBlocks = 64;

std::uint32_t LaneBit(const ThreadRun& thread) { return 1u << (thread.linear % kWarpSize); }
std::uint32_t WarpOf(const ThreadRun& thread) { return thread.linear / kWarpSize; }

std::string ThreadName(const ThreadRun& thread) {
  return fmt::format("({},{},{})", thread.index[0], thread.index[1], thread.index[2]);
}

const char* WhatItWaitsFor(Waits waits) {
  switch (waits) {
    case Waits::kBlockBarrier: return "at a barrier of the block";
    case Waits::kNamedBarrier: return "at a named barrier";
    case Waits::kWarp: return "for other lanes of its warp";
    case Waits::kConvergence: return "for its warp to converge";
    case Waits::kClusterBarrier: return "at the cluster's barrier";
    case Waits::kGridBarrier: return "at the grid's barrier";
    default: return "in a loop";
  }
}

}  // namespace

BlockRun::BlockRun(StackPool& stacks, const KernelCall& call, const LockstepBlock& block, std::uint64_t block_linear)
    : stacks_(stacks),
      call_(call),
      block_(block),
      linear_(block_linear),
      count_(block.block_dim[0] * block.block_dim[1] * block.block_dim[2]),
      live_(count_),
      threads_(new ThreadRun[count_]),
      warps_((count_ + kWarpSize - 1) / kWarpSize),
      chance_(call.order.seed * 0x9e3779b97f4a7c15u + block_linear),
      meetings_per_turn_(kMeetingsOfFirstTurn) {
  MUST(count_ >= 1 && count_ <= kMaxThreads, "a block of an impossible size");
  std::uint32_t linear = 0;
  for (std::uint32_t z = 0; z < block.block_dim[2]; ++z)
    for (std::uint32_t y = 0; y < block.block_dim[1]; ++y)
      for (std::uint32_t x = 0; x < block.block_dim[0]; ++x, ++linear) {
        ThreadRun& thread = threads_[linear];
        thread.index[0] = x;
        thread.index[1] = y;
        thread.index[2] = z;
        thread.linear = linear;
        thread.block = &block_;
        thread.site = nullptr;
        thread.run = this;
        ready_[linear / kWarpSize] |= LaneBit(thread);
      }
  // Lanes that the last warp does not have count as exited.
  for (std::uint32_t warp = 0; warp < warps_; ++warp) exited_[warp] = ~ready_[warp];
  meetings_.resize(warps_);
}

BlockRun::~BlockRun() {
  for (std::uint32_t i = 0; i < count_; ++i)
    if (threads_[i].stack.low) stacks_.Give(threads_[i].stack);
}

bool BlockRun::Prepare() {
  for (std::uint32_t i = 0; i < count_; ++i) {
    threads_[i].stack = stacks_.Take();
    if (!threads_[i].stack.low) return false;
    threads_[i].context = MakeContext(threads_[i].stack, ThreadMain);
  }
  return true;
}

void BlockRun::ThreadMain(boost::context::detail::transfer_t transfer) {
  FinishSwitch(transfer);
  auto& self = *static_cast<ThreadRun*>(__lockstep_current);
  BlockRun& run = *self.run;
  run.call_.kernel->thread_entry(&self, run.call_.arguments);
  run.Leave(self);
  run.GoOnForever(self);
}

BlockState BlockRun::Run() {
  ThreadRun* next = PickNext(nullptr);
  if (next) {
    __lockstep_current = next;
    SwitchContext(&worker_context_, next->context);
    __lockstep_current = nullptr;
  }
  if (live_ == 0) return BlockState::kFinished;
  if (std::exchange(aside_, false)) return BlockState::kAside;
  if (starved_) {
    starved_ = false;
    barriers_in_turn_ = warp_meetings_in_turn_ = 0;
    meetings_per_turn_ = kMeetingsOfLaterTurn;
    NewEvent();
    return BlockState::kStarved;
  }
  return StateWhenNobodyRuns();
}

BlockState BlockRun::StateWhenNobodyRuns() const {
  return at_grid_barrier_ == live_      ? BlockState::kAtGrid
         : at_cluster_barrier_ == live_ ? BlockState::kAtCluster
                                        : BlockState::kDeadlock;
}

void BlockRun::LeaveBarrier(Waits barrier) {
  (barrier == Waits::kGridBarrier ? at_grid_barrier_ : at_cluster_barrier_) = 0;
  NewEvent();
  for (std::uint32_t i = 0; i < count_; ++i)
    if (threads_[i].waits == barrier) MakeReady(threads_[i]);
}

std::string BlockRun::DescribeWaits() const {
  struct Group {
    std::uint32_t count = 0;
    std::string first;
  };
  std::map<std::string, Group> groups;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const ThreadRun& thread = threads_[i];
    if (thread.waits == Waits::kExited) continue;
    std::string where = WhatItWaitsFor(thread.waits);
    if (thread.waits == Waits::kWarp) where += fmt::format(" (mask 0x{:08x})", thread.wait_detail);
    if (thread.site) where += fmt::format(" at {}:{}", thread.site->file, thread.site->line);
    Group& group = groups[where];
    if (group.count++ == 0) group.first = ThreadName(thread);
  }
  std::string text;
  std::size_t told = 0;
  for (const auto& [where, group] : groups) {
    if (!text.empty()) text += "; ";
    if (++told > kPlacesTold) {
      text += fmt::format("and {} more such groups", groups.size() - kPlacesTold);
      break;
    }
    text += group.count == 1
                ? fmt::format("thread {} waits {}", group.first, where)
                : fmt::format("{} threads, the first of them {}, wait {}", group.count, group.first, where);
  }
  if (live_ < count_) text += fmt::format("; {} threads have left the kernel", count_ - live_);
  return text;
}

// --- handing over

void BlockRun::MakeReady(ThreadRun& thread) {
  thread.waits = Waits::kNothing;
  ready_[WarpOf(thread)] |= LaneBit(thread);
}

void BlockRun::Park(ThreadRun& self, Waits waits) {
  self.waits = waits;
  ready_[WarpOf(self)] &= ~LaneBit(self);
  round_[WarpOf(self)] &= ~LaneBit(self);
  HandOver(self);
  self.waits = Waits::kNothing;
}

void BlockRun::SwitchTo(ThreadRun& self, ThreadRun* next) {
  if (next == &self) return;
  __lockstep_current = next;
  SwitchContext(&self.context, next ? next->context : worker_context_);
}

void BlockRun::HandOver(ThreadRun& self) {
  // The usual case first: the next thread of the same warp can go on.
  if (call_.order.kind == OrderKind::kSerial) {
    const std::uint32_t behind = ready_[WarpOf(self)] & (~LaneBit(self) ^ (LaneBit(self) - 1));
    if (behind) return SwitchTo(self, &threads_[WarpOf(self) * kWarpSize + std::countr_zero(behind)]);
  }
  SwitchTo(self, PickNext(&self));
}

void BlockRun::GoOnForever(ThreadRun& self) {
  self.context.stack.End();
  SwitchTo(self, PickNext(&self));
  MUST(false, "a thread that has left the kernel went on");
  __builtin_unreachable();
}

ThreadRun* BlockRun::PickNext(const ThreadRun* self) {
  const std::uint32_t after = self ? self->linear : count_ - 1;
  if (call_.order.kind == OrderKind::kSerial) return PickCyclic(after);
  if (call_.order.kind == OrderKind::kLockstep) {
    const std::uint32_t start = self ? self->linear / kWarpSize : 0;
    const std::uint32_t skip = leave_warp_ ? 1 : 0;
    leave_warp_ = false;
    for (std::uint32_t i = 0; i < warps_; ++i)
      if (ThreadRun* next = PickInWarp((start + skip + i) % warps_)) return next;
    return nullptr;
  }
  std::uint32_t ready = 0;
  for (std::uint32_t warp = 0; warp < warps_; ++warp) {
    if (!ready_[warp] && converging_[warp]) ResolveConvergence(warp);
    ready += std::popcount(ready_[warp]);
  }
  if (ready == 0) return nullptr;
  std::uint32_t choice = chance_.Below(ready);
  for (std::uint32_t warp = 0;; ++warp) {
    const std::uint32_t here = std::popcount(ready_[warp]);
    if (choice >= here) {
      choice -= here;
      continue;
    }
    std::uint32_t lanes = ready_[warp];
    while (choice--) lanes &= lanes - 1;
    return &threads_[warp * kWarpSize + std::countr_zero(lanes)];
  }
}

ThreadRun* BlockRun::PickCyclic(std::uint32_t after) {
  std::uint32_t warp = after / kWarpSize;
  const std::uint32_t lane = after % kWarpSize;
  std::uint32_t lanes = lane == kWarpSize - 1 ? 0 : ready_[warp] & (~0u << (lane + 1));
  for (std::uint32_t i = 0; i <= warps_; ++i) {
    if (!ready_[warp] && converging_[warp]) {
      ResolveConvergence(warp);
      lanes = ready_[warp];
    }
    if (lanes) return &threads_[warp * kWarpSize + std::countr_zero(lanes)];
    warp = warp + 1 == warps_ ? 0 : warp + 1;
    lanes = ready_[warp];
  }
  return nullptr;
}

ThreadRun* BlockRun::PickInWarp(std::uint32_t warp) {
  if (!ready_[warp] && converging_[warp]) ResolveConvergence(warp);
  std::uint32_t ready = ready_[warp];
  if (!ready) return nullptr;
  if (std::uint32_t lanes = round_[warp] & ready) return &threads_[warp * kWarpSize + std::countr_zero(lanes)];

  // A new round: all lanes at the place that is furthest behind. Those that converge wait no longer where all others
  // are ahead of them.
  const ThreadRun* first = &threads_[warp * kWarpSize];
  auto behind = [&](std::uint32_t among) {
    std::uint64_t key = ~std::uint64_t{0};
    std::uint32_t group = 0;
    for (std::uint32_t lanes = among; lanes; lanes &= lanes - 1) {
      const std::uint32_t lane = std::countr_zero(lanes);
      if (first[lane].key < key) key = first[lane].key, group = 0;
      if (first[lane].key == key) group |= 1u << lane;
    }
    return group;
  };
  std::uint32_t group = behind(ready);
  // Lanes that ask in a loop may be met by those that are on another round, ahead or not.
  std::uint32_t settled = 0;
  for (std::uint32_t lanes = converging_[warp]; lanes; lanes &= lanes - 1)
    if (first[std::countr_zero(lanes)].path.rounds == 0) settled |= lanes & -lanes;
  if (converging_[warp] &&
      ((settled && !(behind(ready | settled) & group)) || ++turns_while_converging_[warp] > kPatience)) {
    ResolveConvergence(warp);
    ready = ready_[warp];
    group = behind(ready);
  }
  if (group == ready) {
    left_behind_[warp] = 0;
  } else if (++left_behind_[warp] > kPatience && left_behind_[warp] % 2) {
    group = behind(ready & ~group);
  }
  round_[warp] = group;
  return &threads_[warp * kWarpSize + std::countr_zero(group)];
}

void BlockRun::ReachLine(ThreadRun& self, std::uint32_t order, std::uint32_t site) {
  if (call_.order.kind == OrderKind::kSerial) return;
  if (call_.order.kind == OrderKind::kShuffled) {
    if (chance_.Below(4) == 0) HandOver(self);
    return;
  }
  self.key = (std::uint64_t{255 - std::min(self.depth, 255u)} << 56) | (std::uint64_t{order} << 24) | (site & 0xffffff);
  round_[WarpOf(self)] &= ~LaneBit(self);
  if (++lines_in_warp_ > kLinesPerTurn) {
    lines_in_warp_ = 0;
    leave_warp_ = true;
  }
  if (++lines_idle_ > kLinesBeforeStarved) {
    starved_ = true;
    SwitchTo(self, nullptr);
    return;
  }
  HandOver(self);
}

void BlockRun::Yield(ThreadRun& self) {
  round_[WarpOf(self)] &= ~LaneBit(self);
  leave_warp_ = true;
  Poll(self);
}

void BlockRun::Shake(ThreadRun& self) {
  if (call_.order.kind != OrderKind::kShuffled) return;
  // Blocks that share a queue: whoever comes first may not take it all. Of a few blocks each can be kept in flight.
  const std::uint64_t blocks = std::uint64_t{block_.grid_dim[0]} * block_.grid_dim[1] * block_.grid_dim[2];
  if (blocks > 1 && blocks <= kFewBlocks && chance_.Below(16) == 0) {
    aside_ = true;
    return SwitchTo(self, nullptr);
  }
  if (chance_.Below(4) == 0) HandOver(self);
}

void BlockRun::LetOthersGoOn(ThreadRun& self) {
  round_[WarpOf(self)] &= ~LaneBit(self);
  HandOver(self);
}

void BlockRun::Poll(ThreadRun& self) {
  if (call_.order.kind == OrderKind::kLockstep) {
    round_[WarpOf(self)] &= ~LaneBit(self);
    // Each lane a few times, then the next warp: what they wait for may be there.
    if (++polls_in_warp_ > 2 * static_cast<std::uint32_t>(std::popcount(ready_[WarpOf(self)]))) {
      polls_in_warp_ = 0;
      leave_warp_ = true;
    }
  }
  meetings_per_turn_ = std::min(meetings_per_turn_, kMeetingsWithPolls);
  // What the others poll for may be with those that wait for them.
  const std::uint32_t warp = WarpOf(self);
  if (converging_[warp] &&
      ++turns_while_converging_[warp] > 2 * static_cast<std::uint32_t>(std::popcount(ready_[warp])))
    ResolveConvergence(warp);
  // When everybody has polled a few times and nothing happened, what they wait for is not in this block.
  if (++idle_polls_ > 4 * std::uint64_t{live_} + 64 || warp_meetings_in_turn_ > meetings_per_turn_) {
    starved_ = true;
    SwitchTo(self, nullptr);
    return;
  }
  HandOver(self);
}

// --- waiting together

void BlockRun::Leave(ThreadRun& self) {
  if (LaunchObserver* watcher = WatcherOf(self)) watcher->Exits(self);
  const std::uint32_t warp = WarpOf(self);
  self.waits = Waits::kExited;
  ready_[warp] &= ~LaneBit(self);
  round_[warp] &= ~LaneBit(self);
  exited_[warp] |= LaneBit(self);
  --live_;
  NewEvent();
  if (!meetings_[warp].empty()) CompleteMeetings(warp);
  // Threads that have left count as arrived, as on Volta and later.
  if (at_block_barrier_ != 0 && at_block_barrier_ == live_) OpenBlockBarrier();
}

void BlockRun::OpenBlockBarrier() {
  at_block_barrier_ = 0;
  predicate_count_ = gathered_;
  gathered_ = 0;
  NewEvent();
  for (std::uint32_t warp = 0; warp < warps_; ++warp) ready_[warp] = ~exited_[warp];
}

void BlockRun::ArriveAtBlockBarrier(ThreadRun& self) {
  if (++at_block_barrier_ == live_) {
    OpenBlockBarrier();
    if (++barriers_in_turn_ > meetings_per_turn_) {
      starved_ = true;
      return SwitchTo(self, nullptr);
    }
    // The first thread goes on first, as at the start.
    round_[WarpOf(self)] = 0;
    SwitchTo(self, call_.order.kind == OrderKind::kSerial ? PickCyclic(count_ - 1) : PickNext(nullptr));
    return;
  }
  Park(self, Waits::kBlockBarrier);
}

void BlockRun::ArriveAtNamedBarrier(ThreadRun& self, unsigned number, unsigned count) {
  NamedBarrier& barrier = named_[number];
  barrier.expected = count ? count : live_;
  self.wait_detail = number;
  if (++barrier.arrived < barrier.expected) return Park(self, Waits::kNamedBarrier);
  barrier = {};
  NewEvent();
  for (std::uint32_t i = 0; i < count_; ++i)
    if (threads_[i].waits == Waits::kNamedBarrier && threads_[i].wait_detail == number) MakeReady(threads_[i]);
}

void BlockRun::ArriveAtTileBarrier(ThreadRun& self, unsigned size) {
  const unsigned first = self.linear / size * size;
  // Tiles of 512 come first: as many barriers lie before those of `size` as there are tiles of twice that size and
  // more.
  const unsigned number = kNamedBarriers + kMaxThreads / size - 2 + self.linear / size;
  ArriveAtNamedBarrier(self, number, std::min(size, count_ - first));
}

void BlockRun::ArriveAtGridBarrier(ThreadRun& self) {
  ++at_grid_barrier_;
  Park(self, Waits::kGridBarrier);
}

void BlockRun::ArriveAtClusterBarrier(ThreadRun& self) {
  ++at_cluster_barrier_;
  Park(self, Waits::kClusterBarrier);
}

bool BlockRun::IsComplete(const WarpMeeting& meeting, std::uint32_t warp) const {
  return (meeting.mask & ~(meeting.arrived | exited_[warp])) == 0;
}

void BlockRun::Complete(const WarpMeeting& meeting, std::uint32_t warp) {
  ThreadRun* const lanes = &threads_[warp * kWarpSize];
  const WarpCompletion first = lanes[std::countr_zero(meeting.arrived)].complete;
  bool alike = true;
  for (std::uint32_t left = meeting.arrived; left; left &= left - 1)
    alike &= lanes[std::countr_zero(left)].complete == first;
  if (alike) {
    first(lanes, meeting.arrived);
  } else {
    for (std::uint32_t left = meeting.arrived; left; left &= left - 1)
      lanes[std::countr_zero(left)].complete(lanes, left & -left);
  }
  if (call_.watched) Observer()->HasMet(*this, warp, meeting);
}

void BlockRun::MeetWarp(ThreadRun& self, std::uint32_t mask, bool orders_memory, WarpCompletion complete) {
  const std::uint32_t warp = WarpOf(self), lane = LaneBit(self);
  if (call_.watched) Observer()->Meets(self, mask);
  mask |= lane;
  std::vector<WarpMeeting>& open = meetings_[warp];
  auto meeting =
      std::ranges::find_if(open, [&](const WarpMeeting& m) { return m.mask == mask && !(m.arrived & lane); });
  if (meeting == open.end()) {
    open.emplace_back();
    meeting = open.end() - 1;
    *meeting = {.mask = mask, .orders_memory = true};
  }
  meeting->arrived |= lane;
  meeting->orders_memory &= orders_memory;
  self.complete = complete;
  if (!IsComplete(*meeting, warp)) {
    self.wait_detail = mask;
    return Park(self, Waits::kWarp);
  }
  Complete(*meeting, warp);
  const std::uint32_t arrived = meeting->arrived;
  open.erase(meeting);
  ++warp_meetings_in_turn_;
  NewEvent();
  ready_[warp] |= arrived;
  if (call_.order.kind == OrderKind::kSerial && arrived != lane)
    SwitchTo(self, &threads_[warp * kWarpSize + std::countr_zero(arrived)]);
}

void BlockRun::CompleteMeetings(std::uint32_t warp) {
  std::vector<WarpMeeting>& open = meetings_[warp];
  for (std::size_t i = 0; i < open.size();) {
    if (!IsComplete(open[i], warp)) {
      ++i;
      continue;
    }
    Complete(open[i], warp);
    ready_[warp] |= open[i].arrived;
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void BlockRun::Converge(ThreadRun& self) {
  self.wait_detail = 0;
  converging_[WarpOf(self)] |= LaneBit(self);
  Park(self, Waits::kConvergence);
}

std::uint32_t BlockRun::AskForLanes(ThreadRun& self) {
  self.wait_detail = 1;
  converging_[WarpOf(self)] |= LaneBit(self);
  Park(self, Waits::kConvergence);
  return static_cast<std::uint32_t>(self.result);
}

void BlockRun::ResolveConvergence(std::uint32_t warp) {
  ThreadRun* lanes = &threads_[warp * kWarpSize];
  std::uint32_t asking = 0;
  for (std::uint32_t left = converging_[warp]; left; left &= left - 1)
    if (lanes[std::countr_zero(left)].wait_detail) asking |= left & -left;
  const std::uint32_t group = asking ? LanesFurthestBehind(warp, asking) : 0;
  for (std::uint32_t left = group; left; left &= left - 1) lanes[std::countr_zero(left)].result = group;
  ready_[warp] |= group | (converging_[warp] & ~asking);
  converging_[warp] = asking & ~group;
  turns_while_converging_[warp] = 0;
}

std::uint32_t BlockRun::LanesFurthestBehind(std::uint32_t warp, std::uint32_t asking) const {
  const ThreadRun* lanes = &threads_[warp * kWarpSize];
  CallPath behind = lanes[std::countr_zero(asking)].path;
  std::uint32_t group = 0;
  for (std::uint32_t left = asking; left; left &= left - 1)
    if (const CallPath& path = lanes[std::countr_zero(left)].path; path.rounds < behind.rounds) behind = path;
  for (std::uint32_t left = asking; left; left &= left - 1)
    if (lanes[std::countr_zero(left)].path.place == behind.place) group |= left & -left;
  return group;
}

}  // namespace lockstep
