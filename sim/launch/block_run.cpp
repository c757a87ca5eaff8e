#include "sim/launch/block_run.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "shared/base/must.h"
#include "sim/launch/observer.h"
#include "sim/launch/repetition.h"
#include "sim/launch/waits.h"

constinit thread_local LockstepThread* __lockstep_current
    __attribute__((tls_model("initial-exec"), visibility("default"))) = nullptr;

namespace lockstep::launch {

BlockRun::BlockRun(StackPool& stacks, const KernelCall& call, const LockstepBlock& block, std::uint64_t block_linear)
    : stacks_(stacks),
      call_(call),
      block_(block),
      linear_(block_linear),
      count_(block.block_dim[0] * block.block_dim[1] * block.block_dim[2]),
      live_(count_),
      threads_(new ThreadRun[count_]),
      warps_(threads_.get(), count_),
      policy_(PolicyOf(call.order, block_linear)),
      meetings_(warps_.warp_count()) {
  MUST(count_ >= 1 && count_ <= kMaxThreads, "a block of an impossible size");
  if (call.others_met_often) progress_.OthersHaveMetOften();
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
      }
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
  run.Exit(self);
}

void BlockRun::Exit(ThreadRun& self) {
  Leave(self);
  GoOnForever(self);
}

BlockState BlockRun::Run() {
  has_met_often_ = false;
  const ThreadRun* const after = std::exchange(left_in_, nullptr);
  ThreadRun* const next =
      after ? std::visit([&](auto& policy) { return policy.NextWarp(warps_, *after); }, policy_) : Next(nullptr);
  if (next) {
    __lockstep_current = next;
    SwitchContext(&worker_context_, next->context);
    __lockstep_current = nullptr;
  }
  if (live_ == 0) return BlockState::kFinished;
  switch (std::exchange(left_for_, Then::kGoOn)) {
    case Then::kStepAside: return BlockState::kAside;
    case Then::kStarve: progress_.NewTurn(); return BlockState::kStarved;
    default: return StateWhenNobodyRuns();
  }
}

BlockState BlockRun::StateWhenNobodyRuns() const {
  return at_grid_barrier_ == live_      ? BlockState::kAtGrid
         : at_cluster_barrier_ == live_ ? BlockState::kAtCluster
                                        : BlockState::kDeadlock;
}

void BlockRun::LeaveBarrier(Waits barrier) {
  (barrier == Waits::kGridBarrier ? at_grid_barrier_ : at_cluster_barrier_) = 0;
  barrier_opened_ = true;
  progress_.NewEvent();
  for (std::uint32_t i = 0; i < count_; ++i)
    if (threads_[i].waits == barrier) MakeReady(threads_[i]);
}

bool BlockRun::AnyWaits(Waits at) const {
  return std::ranges::any_of(std::span(threads_.get(), count_),
                             [&](const ThreadRun& thread) { return thread.waits == at; });
}

std::string BlockRun::DescribeWaits() const { return lockstep::launch::DescribeWaits({threads_.get(), count_}); }

// --- handing over
//
// The running thread is __lockstep_current; it alone touches the block, and it goes on until it calls one of these.
// The invariant whenever it does, and again when another thread (or itself) returns from the same call:
//
//   1. Warps says of every thread whether it can go on. The caller can, unless it has parked.
//   2. Whoever waits, waits for something that has not happened: at_block_barrier_ is the number of threads that wait
//      at the block's barrier and less than live_; a named barrier has fewer than it expects; every open meeting lacks
//      a lane that has not left. What happens wakes its waiters at once, in the thread that makes it happen.
//   3. Hence no wake-up is ever lost, and a thread that returns from Park has what it waited for. It clears
//      ThreadRun::waits itself, so until it runs, a woken thread still shows what it has waited for.
//   4. If no thread can go on, Next is null and the worker gets the block back. Then everybody waits: for the grid, for
//      the cluster, or, as by 2 no thread of the block can wake another, for ever. This is how a deadlock is found.
//
// CUDA promises that threads of a block make progress independently of one another since Volta, but in no order; so
// each policy is one of the orders that a GPU may take.

void BlockRun::Park(ThreadRun& self, Waits waits) {
  self.waits = waits;
  warps_.Park(self);
  HasHadShare(self);
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
  if (IsSerial()) {
    const std::uint32_t above = warps_.ready(WarpOf(self)) & (~LaneBit(self) ^ (LaneBit(self) - 1));
    if (above) return SwitchTo(self, warps_.First(WarpOf(self), above));
  }
  SwitchTo(self, Next(&self));
}

void BlockRun::LeaveBlock(ThreadRun& self, Then why) {
  left_for_ = why;
  SwitchTo(self, nullptr);
}

void BlockRun::LeaveMeeting(ThreadRun& self, Waits met) {
  has_met_often_ = true;
  if (met != Waits::kBlockBarrier) left_in_ = &self;
  self.waits = met;
  LeaveBlock(self, Then::kStarve);
  self.waits = Waits::kNothing;
}

void BlockRun::Do(ThreadRun& self, Then then) {
  switch (then) {
    case Then::kGoOn: return;
    case Then::kHandOver: return HandOver(self);
    case Then::kStepAside:
    case Then::kStarve: return LeaveBlock(self, then);
  }
}

void BlockRun::GoOnForever(ThreadRun& self) {
  self.context.stack.End();
  SwitchTo(self, Next(&self));
  MUST(false, "a thread that has left the kernel went on");
  __builtin_unreachable();
}

void BlockRun::ReachLine(ThreadRun& self, std::uint32_t order, std::uint32_t site) {
  Do(self, std::visit([&](auto& policy) { return policy.AtLine(self, order, site, progress_); }, policy_));
}

void BlockRun::Shake(ThreadRun& self) {
  const std::uint64_t blocks = std::uint64_t{block_.grid_dim[0]} * block_.grid_dim[1] * block_.grid_dim[2];
  const bool few_blocks = blocks > 1 && blocks <= kFewBlocks;
  Do(self, std::visit([&](auto& policy) { return policy.AtSignal(self, few_blocks); }, policy_));
}

void BlockRun::LetOthersGoOn(ThreadRun& self) {
  if (is_played()) return;
  HasHadShare(self);
  HandOver(self);
}

void BlockRun::Yield(ThreadRun& self) {
  std::visit([](auto& policy) { policy.AtYield(); }, policy_);
  Poll(self);
}

void BlockRun::Poll(ThreadRun& self) {
  const std::uint32_t warp = WarpOf(self);
  meetings_since_poll_[warp] = 0;
  if (polls_compared_since_ != 0) NoteStateAtPoll(self);
  std::visit([&](auto& policy) { policy.AtPoll(warps_, self); }, policy_);
  // The value that the others poll for may come from those that wait for them to converge.
  warps_.TakeTurn(warp, 2 * static_cast<std::uint32_t>(std::popcount(warps_.ready(warp))));
  // When everybody has polled a few times and nothing happened, what they wait for is not in this block.
  if (progress_.Poll(live_)) {
    has_met_often_ = call_.judged && SomeMeetUnpolled();
    if (has_met_often_) left_in_ = &self;
    return LeaveBlock(self, Then::kStarve);
  }
  HandOver(self);
}

void BlockRun::NoteStateAtPoll(ThreadRun& self) const {
  constexpr std::uint64_t kEach = 64;  // later on, some polls do: if all states come again, so do these
  PollsOfThread& polls = self.polls;
  if (polls.since != polls_compared_since_) polls = {.since = polls_compared_since_};
  ++polls.count;
  if (polls.count > kEach && polls.count % kEach != 0) return;
  const std::uint64_t state = StateAtCall(self);
  polls.repeats |= polls.count > 1 && state == polls.kept;
  if (std::has_single_bit(polls.count)) polls.kept = state;
}

bool BlockRun::RepeatsAtPolls(std::uint64_t moment) {
  polls_compared_since_ = moment;
  return std::ranges::all_of(std::span(threads_.get(), count_), [&](const ThreadRun& thread) {
    return !IsReady(thread) || (thread.polls.since == moment && thread.polls.repeats);
  });
}

bool BlockRun::SomeMeetUnpolled() const {
  return std::ranges::any_of(meetings_since_poll_, [](std::uint32_t count) { return count > kMeetingsOfPoll; });
}

// --- waiting together

void BlockRun::Leave(ThreadRun& self) {
  if (LaunchObserver* watcher = WatcherOf(self)) watcher->Exits(self);
  self.waits = Waits::kExited;
  warps_.Leave(self);
  HasHadShare(self);
  --live_;
  progress_.NewEvent();
  const std::uint32_t warp = WarpOf(self);
  if (warps_.exited(warp) == ~0u) meetings_since_poll_[warp] = 0;
  if (!meetings_[warp].empty()) CompleteMeetings(warp);
  // Threads that have left count as arrived, as on Volta and later.
  if (at_block_barrier_ != 0 && at_block_barrier_ == live_) OpenBlockBarrier();
  for (unsigned number = 0; number < kNamedBarriers; ++number)
    if (named_[number].is_whole && named_[number].arrived == live_) OpenNamedBarrier(number);
}

void BlockRun::OpenBlockBarrier() {
  at_block_barrier_ = 0;
  barrier_opened_ = true;
  predicate_count_ = gathered_;
  gathered_ = 0;
  progress_.NewEvent();
  warps_.MakeAllReady();
}

void BlockRun::ArriveAtBlockBarrier(ThreadRun& self) {
  if (++at_block_barrier_ < live_) return Park(self, Waits::kBlockBarrier);
  OpenBlockBarrier();
  if (progress_.Barrier(call_.watched ? live_ : 1)) return LeaveMeeting(self, Waits::kBlockBarrier);
  std::visit([&](auto& policy) { policy.BeginsAnew(WarpOf(self)); }, policy_);
  SwitchTo(self, Next(nullptr));
}

void BlockRun::ArriveAtNamedBarrier(ThreadRun& self, unsigned number, unsigned count, bool waits, bool predicate) {
  NamedBarrier& barrier = named_[number];
  barrier.expected = count ? count : live_;
  barrier.is_whole = count == 0;
  barrier.gathered += predicate ? 1 : 0;
  if (waits) self.wait_detail = number;
  if (++barrier.arrived < barrier.expected) {
    if (waits) Park(self, Waits::kNamedBarrier);
    return;
  }
  const std::uint32_t met = barrier.expected;
  if (waits) self.result = barrier.gathered;
  OpenNamedBarrier(number);
  if (call_.judged && waits && progress_.Barrier(met)) LeaveMeeting(self, Waits::kNamedBarrier);
}

void BlockRun::OpenNamedBarrier(unsigned number) {
  const std::uint32_t gathered = named_[number].gathered;
  named_[number] = {};
  progress_.NewEvent();
  for (std::uint32_t i = 0; i < count_; ++i) {
    ThreadRun& thread = threads_[i];
    // One that may go on already was let go by an earlier phase.
    if (thread.waits != Waits::kNamedBarrier || thread.wait_detail != number || IsReady(thread)) continue;
    thread.result = gathered;
    MakeReady(thread);
  }
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
  return (meeting.mask & ~(meeting.arrived | warps_.exited(warp))) == 0;
}

void BlockRun::Complete(const WarpMeeting& meeting, std::uint32_t warp) {
  ThreadRun* const lanes = warps_.lanes(warp);
  ++meetings_held_[warp];
  const WarpCompletion first = lanes[std::countr_zero(meeting.arrived)].complete;
  bool alike = true;
  for (std::uint32_t left = meeting.arrived; left; left &= left - 1) {
    ThreadRun& lane = lanes[std::countr_zero(left)];
    lane.meeting = meetings_held_[warp];
    alike &= lane.complete == first;
  }
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
  progress_.NewEvent();
  ++meetings_since_poll_[warp];
  warps_.MakeReady(warp, arrived);
  if (progress_.WarpMeeting() && call_.judged) {
    self.wait_detail = mask;
    return LeaveMeeting(self, Waits::kWarp);
  }
  if (IsSerial() && arrived != lane) SwitchTo(self, warps_.First(warp, arrived));
}

void BlockRun::CompleteMeetings(std::uint32_t warp) {
  std::vector<WarpMeeting>& open = meetings_[warp];
  for (std::size_t i = 0; i < open.size();) {
    if (!IsComplete(open[i], warp)) {
      ++i;
      continue;
    }
    Complete(open[i], warp);
    warps_.MakeReady(warp, open[i].arrived);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void BlockRun::ParkToConverge(ThreadRun& self, bool asks) {
  self.wait_detail = asks;
  self.waits = Waits::kConvergence;
  warps_.ParkToConverge(self);
  HasHadShare(self);
  HandOver(self);
  self.waits = Waits::kNothing;
}

void BlockRun::Converge(ThreadRun& self) { ParkToConverge(self, false); }

std::uint32_t BlockRun::AskForLanes(ThreadRun& self) {
  ParkToConverge(self, true);
  return static_cast<std::uint32_t>(self.result);
}

}  // namespace lockstep::launch
