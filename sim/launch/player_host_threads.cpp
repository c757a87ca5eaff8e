// Launches whose threads are played by threads of the host, one each (player.h): turns, waits, and what is said where
// nobody goes on.

#include <fmt/format.h>

#include <utility>

#include "shared/base/exit_status.h"
#include "shared/base/program_end.h"
#include "shared/session/message.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/faults.h"
#include "sim/launch/player.h"

namespace lockstep::launch {

// --- turns

// The thread that has begun the launch needs none as long as it is alone.
bool Player::GetTurn(HostThreads::ThreadPlace place) {
  if (IsMine() && !host_threads_.Any()) return true;
  if (!IsMine()) WatchForCrashes();
  if (thread_mark_ && !host_threads_.Any()) JoinHostThreads();
  HostThreads::One* const one = host_threads_.Come(place);
  if (one) one->current = &__lockstep_current;
  return one;
}

void Player::GiveTurnAway() {
  HostThreads::One* const one = host_threads_.Mine();
  if (!one) return;
  Suspend();
  host_threads_.End(*one);
}

// The thread that has begun the launch plays a thread, and is not alone any more.
HostThreads::One* Player::JoinHostThreads() {
  const auto* const thread = static_cast<const ThreadRun*>(*open_->current);
  HostThreads::One& one = host_threads_.Join({.block = block_->linear(), .thread = thread->linear}, open_->host_thread);
  one.current = open_->current;
  return &one;
}

void Player::Resume() {
  if (!std::exchange(is_suspended_, false)) return;
  if (block_->watched()) Observer()->BlockBegins(*block_, true);
}

void Player::Suspend() {
  if (!block_ || std::exchange(is_suspended_, true)) return;
  block_->set_has_host_threads();
  if (block_->watched()) Observer()->BlockStops(*block_, BlockState::kAside);
}

// --- waiting

void Player::BeginWait(const void* scope, LockstepSite* site) {
  if (!__lockstep_current || !thread_mark_ || !IsMineOrPlays()) return;
  HostThreads::One* one = host_threads_.Mine();
  if (!one) one = JoinHostThreads();
  ThreadRun& thread = CurrentThread();
  if (site) thread.site = site;
  if (block_->watched()) Observer()->Arrives(thread, Waits::kBlockBarrier, 0);
  thread.waits = Waits::kBlockBarrier;
  one->wait = scope;
  one->mark = std::exchange(thread_mark_, {});
  one->function = function_;
  __lockstep_current = nullptr;
  Suspend();
  host_threads_.Wait(*one);
}

void Player::EndWait(const void* scope) {
  HostThreads::One* const one = host_threads_.Mine();
  if (!one || one->wait != scope) return;
  const HostThreads::Back back = host_threads_.Return(*one);
  if (back == HostThreads::Back::kGivenUp) return;
  one->wait = nullptr;
  Resume();
  Play(one->mark, one->place.thread, *one->function);
  ThreadRun& thread = CurrentThread();
  thread.waits = Waits::kNothing;
  if (block_->watched())
    Observer()->Passes(thread, back == HostThreads::Back::kMet ? Waits::kBlockBarrier : Waits::kNothing);
}

// --- nobody goes on

// Called by a thread of ours.
void Player::GetsStuck(HostThreads::Stuck how) {
  if (how == HostThreads::Stuck::kDeadlock) return EndInDeadlock();
  if (how == HostThreads::Stuck::kInWait) {
    host_threads_.GiveUp();
    return Refuse("a thread has waited, and keeps what the next one needs to wake up",
                  "let `LOCKSTEP_WAIT();` be the first line of the function that waits, before it takes a lock");
  }
  HostThreads::One& one = *host_threads_.Turn();
  if (how == HostThreads::Stuck::kForLong) {
    session::Say(
        {.text = fmt::format("{}:{}: one thread of this launch has been playing for 10 s while others wait for their "
                             "turn. Where it waits for another one in a loop, `LOCKSTEP_WAIT();` is to say so",
                             open_->file, open_->line)});
    return;
  }
  auto* const thread = static_cast<ThreadRun*>(*one.current);
  const std::string where = thread && thread->site ? fmt::format(" after line {}", thread->site->line) : std::string();
  EndPlayOfOther(one);
  host_threads_.GiveUp();
  Refuse(fmt::format("thread ({},{},{}) waits for another one{}, and no mark says so", thread->index[0],
                     thread->index[1], thread->index[2], where),
         "let `LOCKSTEP_WAIT();` be the first line of the function that waits");
}

// It sleeps, in code of the program or of a library: no hook runs meanwhile.
void Player::EndPlayOfOther(HostThreads::One& one) {
  *one.current = nullptr;
  thread_mark_ = {};
  Suspend();
}

// Host code cannot be ended at its wait, but the program can.
void Player::EndInDeadlock() {
  for (std::uint32_t i = 0; i < block_->thread_count(); ++i)
    if (block_->thread(i).waits == Waits::kNothing) block_->thread(i).waits = Waits::kExited;
  const std::string what = block_->DescribeWaits();
  const bool at_grid = block_->AnyWaits(Waits::kGridBarrier);
  Resume();
  if (block_->watched()) Observer()->BlockStops(*block_, BlockState::kDeadlock);
  Observer()->LaunchEnds(running_->request, {.fault = LaunchFault::kDeadlock, .what = what, .waits_at_grid = at_grid});
  session::Say({.status = ExitStatus::kProgramFailed, .text = "the program was ended: " + what});
  open_.reset();
  mutex_.unlock();
  EndProgramNow();
  LeaveProgram(static_cast<int>(ExitStatus::kProgramFailed));
}

}  // namespace lockstep::launch
