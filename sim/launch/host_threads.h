#pragma once

// Threads of the host that play the threads of a launch (player.h), each of them one: whose turn it is. In: where each
// begins, waits for the others of its block, and ends. Out: one of them goes on at a time, in the order of a policy
// (policy.h), so that a program gives the same events at every run.
//
// A block begins when all of its threads have come. Where the program has fewer, it begins when the process sleeps:
// then no more will come. A thread that waits gives its turn away and really waits, for whatever the program has made
// for it. When the last one has come the barrier is open, and the threads get their turns as they do at the start. What
// a thread waits for decides all the same: where it lets one go on before the others have come, that one has met
// nobody.
//
// All calls hold the mutex, once. A call that waits gives it back meanwhile.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/launch/os_thread.h"
#include "sim/launch/policy.h"

namespace lockstep::launch {

// A mark of the program: its object, and the frame of the function that contains it.
struct PlayMark {
  const void* scope = nullptr;
  const void* frame = nullptr;
  explicit operator bool() const { return scope; }
};

class HostThreads {
 public:
  using Mutex = std::recursive_mutex;
  // Why no thread goes on any more.
  enum class Stuck : std::uint8_t {
    kDeadlock,  // all of them wait, and nothing wakes them
    kInWait,    // one has waited and keeps the next from waking up
    kInPlay,    // the one that plays sleeps, for something that another would have to do
    kForLong,   // one plays for long, and others wait for their turn: nothing need be wrong
  };
  // Called by a thread of ours.
  explicit HostThreads(Mutex& mutex, std::function<void(Stuck)> on_stuck)
      : mutex_(mutex), on_stuck_(std::move(on_stuck)) {}

  // Linear numbers.
  struct ThreadPlace {
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
  };
  enum class Does : std::uint8_t {
    kComes,    // waits for its first turn
    kPlays,    // has the turn
    kWaits,    // for the others of its block, in the program's own code
    kReturns,  // has waited, and waits for its turn
  };
  struct One {
    ThreadPlace place;
    OsThread os_thread;
    Does does = Does::kComes;
    bool has_met = false;  // the barrier that it waits at is open
    std::chrono::nanoseconds used_before{};
    std::condition_variable_any wakes;
    // The player's.
    LockstepThread** current = nullptr;  // the thread's own __lockstep_current
    PlayMark mark;
    const void* wait = nullptr;  // the scope in which it waits
    const LockstepFunction* function = nullptr;
  };

  // A launch begins.
  void Begin(std::uint32_t threads_of_block, const session::Order& order);
  bool Any() const { return !all_.empty(); }
  // The one that the calling thread is, and the one that has the turn; or null.
  One* Mine();
  One* Turn() { return turn_; }

  // The calling thread begins to play; returns when it is its turn. Null: the launch has been given up.
  One* Come(ThreadPlace place);
  // A thread plays without having asked for a turn: nobody else does.
  One& Join(ThreadPlace place, OsThread os_thread);
  void End(One& one);
  void Wait(One& one);
  enum class Back : std::uint8_t { kMet, kAlone, kGivenUp };
  // Returns when it is the thread's turn. Of one that Mine() still returns.
  Back Return(One& one);

  // Until no other thread plays, and until all have ended.
  void AwaitNobody();
  void AwaitEnd();
  // All threads go on at once, without turns: their launch is over, and they are none of ours any more.
  void GiveUp();

 private:
  // The block whose threads play.
  struct Block {
    enum class Is : std::uint8_t { kAbsent, kHere, kEnded };
    std::uint64_t linear = 0;
    std::vector<Is> threads;
    std::uint32_t absent = 0, here = 0, ended = 0;
    std::uint32_t waiting = 0;  // of those here
    std::unique_ptr<ThreadRun[]> runs;
    Warps warps;
    Policy policy;
    const ThreadRun* last = nullptr;  // whose turn it was

    Block(std::uint64_t linear, std::uint32_t count, const session::Order& order);
    void Enter(std::uint32_t thread);
    void Park(std::uint32_t thread);
    void MakeReady(std::uint32_t thread) { warps.MakeReady(WarpOf(runs[thread]), LaneBit(runs[thread])); }
    void BeginsAnew();
    ThreadRun* Next();
  };

  bool Plays(const One& one) const { return turn_ == &one; }
  One* Find(ThreadPlace place, Does does);
  void GiveTurn(bool is_quiet);
  bool EnterBlock(bool is_quiet);
  void Open();
  bool AwaitTurn(One& one);
  void Settle();
  void SettleOne(One& one, std::uint64_t launch);
  void NoteChange();
  void Watch();
  void Judge(bool is_quiet);

  Mutex& mutex_;
  const std::function<void(Stuck)> on_stuck_;
  std::uint32_t threads_of_block_ = 0;
  session::Order order_;
  std::uint64_t launch_ = 0;  // counts up when one begins or is given up
  std::list<One> all_;
  std::list<One> given_up_;  // that are still in a call
  std::optional<Block> block_;
  One* turn_ = nullptr;
  One* unsettled_ = nullptr;  // began to wait last, perhaps not really yet
  std::condition_variable_any changed_, watch_;
  bool has_watcher_ = false, has_told_ = false;
  std::uint64_t changes_ = 0;
  std::uint32_t quiet_looks_ = 0;  // in a row, without a change
  std::chrono::steady_clock::time_point since_, quiet_since_;
  std::chrono::nanoseconds used_before_{0};  // by all threads, at the last change
};

}  // namespace lockstep::launch
