#include "sim/launch/host_threads.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "shared/base/must.h"

namespace lockstep::launch {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Between two looks at what the threads do.
constexpr milliseconds kLook(2), kSeldom(20);
// A thread that is being started, or on its way to another call of ours, is awake at one of two looks.
constexpr std::uint32_t kQuietLooks = 2;
// Nobody sleeps for so long before another is to wake up.
constexpr milliseconds kDeadlocked(500);
// The same for what runs without getting on, of the processor time of all: a barrier that goes round in a loop.
constexpr milliseconds kSpinning(1000);
// A thread that plays may sleep for a time of its own.
constexpr milliseconds kAsleep(1000);
// One may be waiting for another in a loop, without a mark, or in one that sleeps.
constexpr milliseconds kLong(10'000);
// Of the processor: a thread that has used so much since it began to wait is going round in a loop.
constexpr std::chrono::nanoseconds kToSettle = milliseconds(1);

}  // namespace

// --- a block

HostThreads::Block::Block(std::uint64_t number, std::uint32_t count, const session::Order& order)
    : linear(number),
      threads(count, Is::kAbsent),
      absent(count),
      runs(new ThreadRun[count]),
      warps(runs.get(), count),
      policy(PolicyOf(order, number)) {
  for (std::uint32_t i = 0; i < count; ++i) {
    runs[i].linear = i;
    warps.Park(runs[i]);
  }
}

void HostThreads::Block::Enter(std::uint32_t thread) {
  threads[thread] = Is::kHere;
  --absent;
  ++here;
  MakeReady(thread);
}

void HostThreads::Block::Park(std::uint32_t thread) {
  warps.Park(runs[thread]);
  std::visit([&](auto& policy) { policy.HasHadShare(runs[thread]); }, policy);
}

void HostThreads::Block::BeginsAnew() {
  for (std::uint32_t warp = 0; warp < warps.warp_count(); ++warp)
    std::visit([&](auto& policy) { policy.BeginsAnew(warp); }, policy);
  last = nullptr;
}

ThreadRun* HostThreads::Block::Next() {
  return std::visit([&](auto& policy) { return policy.Next(warps, last); }, policy);
}

// --- turns

void HostThreads::Begin(std::uint32_t threads_of_block, const session::Order& order) {
  threads_of_block_ = threads_of_block;
  order_ = order;
  ++launch_;
  has_told_ = false;
  block_.reset();
}

HostThreads::One* HostThreads::Mine() {
  if (all_.empty()) return nullptr;
  const auto found = std::ranges::find_if(all_, [](const One& one) { return one.os_thread.IsThis(); });
  return found == all_.end() ? nullptr : &*found;
}

HostThreads::One* HostThreads::Find(ThreadPlace place, Does does) {
  const auto found = std::ranges::find_if(all_, [&](const One& one) {
    return one.place.block == place.block && one.place.thread == place.thread && one.does == does;
  });
  return found == all_.end() ? nullptr : &*found;
}

HostThreads::One* HostThreads::Come(ThreadPlace place) {
  One& one = all_.emplace_back();
  one.place = place;
  one.os_thread = OsThread::This();
  if (block_ && block_->linear == place.block && block_->here && block_->threads[place.thread] == Block::Is::kAbsent)
    block_->Enter(place.thread);
  NoteChange();
  GiveTurn(false);
  return AwaitTurn(one) ? &one : nullptr;
}

HostThreads::One& HostThreads::Join(ThreadPlace place, OsThread os_thread) {
  MUST(!turn_ && all_.empty(), "a thread joins others that have turns");
  One& one = all_.emplace_back();
  one.place = place;
  one.os_thread = os_thread;
  one.does = Does::kPlays;
  block_.emplace(place.block, threads_of_block_, order_);
  block_->Enter(place.thread);
  block_->last = &block_->runs[place.thread];
  turn_ = &one;
  NoteChange();
  return one;
}

void HostThreads::End(One& one) {
  MUST(Plays(one), "a thread ends that has no turn");
  Block& block = *block_;
  block.threads[one.place.thread] = Block::Is::kEnded;
  --block.here;
  ++block.ended;
  block.Park(one.place.thread);
  if (unsettled_ == &one) unsettled_ = nullptr;
  std::erase_if(all_, [&](const One& any) { return &any == &one; });
  turn_ = nullptr;
  NoteChange();
  GiveTurn(false);
}

// Of the block that plays, or of the next one.
void HostThreads::GiveTurn(bool is_quiet) {
  if (turn_) return;
  if ((!block_ || !block_->here) && !EnterBlock(is_quiet)) return;
  if (block_->absent && !is_quiet) return;
  ThreadRun* const next = block_->Next();
  if (!next) return;
  block_->last = next;
  const ThreadPlace place{block_->linear, next->linear};
  for (Does does : {Does::kReturns, Does::kWaits, Does::kComes})
    if (!turn_) turn_ = Find(place, does);
  MUST(turn_, "the turn is given to a thread that is not there");
  NoteChange();
  turn_->wakes.notify_one();
}

// A thread that comes again, after all of its block have ended, begins a round of the same block.
bool HostThreads::EnterBlock(bool is_quiet) {
  const One* first = nullptr;
  for (const One& one : all_)
    if (one.does == Does::kComes && (!first || one.place.block < first->place.block)) first = &one;
  if (!first) return false;
  const std::uint64_t linear = first->place.block;
  const bool is_next = block_ ? !block_->absent && linear - block_->linear <= 1 : linear == 0;
  if (!is_next && !is_quiet) return false;
  block_.emplace(linear, threads_of_block_, order_);
  for (const One& one : all_)
    if (one.place.block == linear && block_->threads[one.place.thread] == Block::Is::kAbsent)
      block_->Enter(one.place.thread);
  return true;
}

bool HostThreads::AwaitTurn(One& one) {
  const std::uint64_t launch = launch_;
  one.wakes.wait(mutex_, [&] { return launch_ != launch || Plays(one); });
  if (launch_ == launch) Settle();
  if (launch_ != launch) {
    std::erase_if(given_up_, [&](const One& any) { return &any == &one; });
    return false;
  }
  one.does = Does::kPlays;
  NoteChange();
  return true;
}

// --- waiting for one another

void HostThreads::Wait(One& one) {
  MUST(Plays(one), "a thread waits that has no turn");
  Block& block = *block_;
  one.does = Does::kWaits;
  one.has_met = false;
  one.used_before = one.os_thread.UsedTime();
  block.Park(one.place.thread);
  ++block.waiting;
  turn_ = nullptr;
  unsettled_ = &one;
  NoteChange();
  if (block.waiting == block.here && !block.absent && !block.ended) Open();
  GiveTurn(false);
}

void HostThreads::Open() {
  for (One& one : all_)
    if (one.place.block == block_->linear && one.does == Does::kWaits) {
      one.has_met = true;
      block_->MakeReady(one.place.thread);
    }
  block_->waiting = 0;
  block_->BeginsAnew();
  unsettled_ = nullptr;
  NoteChange();
}

HostThreads::Back HostThreads::Return(One& one) {
  // If some have ended, or never came, the program's barrier says whether it waits for them.
  if (!one.has_met && block_->waiting == block_->here) Open();
  if (!one.has_met) {
    --block_->waiting;
    block_->MakeReady(one.place.thread);
  }
  one.does = Does::kReturns;
  NoteChange();
  GiveTurn(false);
  if (!AwaitTurn(one)) return Back::kGivenUp;
  return std::exchange(one.has_met, false) ? Back::kMet : Back::kAlone;
}

// A barrier that holds nobody lets a thread go on at once. Before the next one plays, the last one has gone to sleep or
// has come back, so that this does not depend on time.
void HostThreads::Settle() {
  One* const last = std::exchange(unsettled_, nullptr);
  if (!last) return;
  const std::uint64_t launch = launch_;
  SettleOne(*last, launch);
  if (launch_ != launch || last->does == Does::kWaits) return;
  // It may have let others go on too.
  for (One& one : all_)
    if (launch_ == launch && one.does == Does::kWaits) SettleOne(one, launch);
}

void HostThreads::SettleOne(One& one, std::uint64_t launch) {
  while (launch_ == launch && one.does == Does::kWaits && !one.os_thread.IsAsleep() &&
         one.os_thread.UsedTime() - one.used_before < kToSettle) {
    mutex_.unlock();
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    mutex_.lock();
  }
}

void HostThreads::AwaitNobody() {
  changed_.wait(mutex_, [&] { return !turn_ || turn_->does != Does::kPlays || turn_->os_thread.IsThis(); });
}

void HostThreads::AwaitEnd() {
  changed_.wait(mutex_, [&] { return all_.empty(); });
}

void HostThreads::GiveUp() {
  ++launch_;
  for (auto one = all_.begin(); one != all_.end();) {
    const auto next = std::next(one);
    one->wakes.notify_all();
    if (one->does == Does::kComes || one->does == Does::kReturns)
      given_up_.splice(given_up_.end(), all_, one);
    else
      all_.erase(one);
    one = next;
  }
  turn_ = unsettled_ = nullptr;
  block_.reset();
  NoteChange();
}

// --- a look now and then

void HostThreads::NoteChange() {
  ++changes_;
  quiet_looks_ = 0;
  since_ = steady_clock::now();
  used_before_ = OsThread::TimeUsedByAll();
  changed_.notify_all();
  if (!has_watcher_) {
    has_watcher_ = true;
    // None of the program's signal handlers is to run there.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this] { Watch(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  watch_.notify_one();
}

void HostThreads::Watch() {
  std::unique_lock lock(mutex_);
  for (;;) {
    watch_.wait(lock, [&] { return !all_.empty(); });
    const std::uint64_t changes = changes_;
    const bool is_new = steady_clock::now() - since_ < 10 * kLook;
    lock.unlock();
    std::this_thread::sleep_for(is_new ? kLook : kSeldom);
    const bool is_quiet = DoAllOthersSleep();
    lock.lock();
    if (changes_ == changes && !all_.empty()) Judge(is_quiet);
  }
}

void HostThreads::Judge(bool is_quiet) {
  const auto now = steady_clock::now();
  quiet_looks_ = is_quiet ? quiet_looks_ + 1 : 0;
  if (quiet_looks_ == 1) quiet_since_ = now;
  const auto quiet = is_quiet ? now - quiet_since_ : steady_clock::duration();
  const bool spins = OsThread::TimeUsedByAll() - used_before_ >= kSpinning || now - since_ >= kLong;
  const bool stands_still = quiet >= kDeadlocked || spins;
  if (turn_ && turn_->does == Does::kPlays) {
    if (quiet >= kAsleep) return on_stuck_(Stuck::kInPlay);
    if (now - since_ >= kLong && all_.size() > 1 && !std::exchange(has_told_, true)) on_stuck_(Stuck::kForLong);
    return;
  }
  if (!turn_ && (quiet_looks_ >= kQuietLooks || spins)) GiveTurn(true);
  if (turn_ && turn_->does != Does::kWaits) return;
  if (!stands_still || (!turn_ && !block_)) return;
  const bool has_returned = std::ranges::any_of(all_, [](const One& one) { return one.does == Does::kReturns; });
  on_stuck_(has_returned ? Stuck::kInWait : Stuck::kDeadlock);
}

}  // namespace lockstep::launch
