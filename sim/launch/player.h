#pragma once

// Host code that plays a kernel: loops of the program deal out blocks and threads, and its marks say which thread the
// host plays (sim/hooks/play.h). Out: the events of a launch, for the same observers as those of a real one.
//
// Threads run on the stack of the host's thread, one after the other; none can wait for another, unless each is played
// by a thread of the host of its own (host_threads.h). What runs outside a thread's scope, and where a thread waits, is
// not reported. Nothing here changes what the program does: a mark that makes no sense is reported as refused, and the
// rest of its launch is not reported.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "sim/hooks/unit.h"
#include "sim/launch/block_run.h"
#include "sim/launch/host_threads.h"
#include "sim/launch/launch.h"
#include "sim/launch/observer.h"
#include "sim/launch/played_launch.h"
#include "sim/memory/device_memory.h"

struct lockstep_array;

namespace lockstep::launch {

class Player {
 public:
  explicit Player(machine::Machine& machine);

  // Marks may come from any thread of the host: each call below holds it, once, but for Crash.
  HostThreads::Mutex& mutex() { return mutex_; }

  using Mark = PlayMark;
  struct Shape {
    std::optional<trace::Dim3> grid;  // nothing: one block, or as many as the threads of one dimension need
    trace::Dim3 block;
  };
  // `file` and `line` are the mark's.
  void BeginLaunch(Mark mark, const Shape& shape, std::string file, int line);
  void EndLaunch(const void* scope);
  // `block` nothing: `thread` counts through all blocks.
  void BeginThread(Mark mark, std::optional<trace::Dim3> block, trace::Dim3 thread, const LockstepFunction& kernel);
  void EndThread(const void* scope);
  void PassBarrier();
  // Until it ends, the thread waits for the others of its block, in code of the program. `site`, of the mark, may be
  // null.
  void BeginWait(const void* scope, LockstepSite* site);
  void EndWait(const void* scope);
  void BeginArray(const void* scope, const lockstep_array& array);
  void EndArray(const void* scope);

  // The program ends, or a kernel is launched: what is open ends here.
  void Finish();
  // The thread that the calling OS thread plays can go no further. Async-signal-unsafe, as the fault itself allows.
  void Crash(const std::string& what);

 private:
  struct Open {
    Mark mark;
    Shape shape;
    std::string file;
    int line = 0;
    OsThread host_thread;
    LockstepThread** current = nullptr;  // that thread's own __lockstep_current
    bool is_refused = false;             // nothing more of it is reported
  };
  struct Kernel {
    const LockstepUnit* unit = nullptr;
    LockstepKernel row{};
  };
  // A launch that has begun: with its first thread.
  struct Running {
    LaunchRequest request;
    LaunchObserver::Plan plan;
    std::unordered_set<std::uint64_t> watched, finished;  // linear numbers of blocks
  };

  // The calling thread of the host has begun the launch.
  bool IsMine() const { return open_ && open_->host_thread.IsThis(); }
  bool IsMineOrPlays() { return IsMine() || (open_ && host_threads_.Mine()); }
  void Refuse(std::string why, std::string hint = {});
  void EndStale(Mark now);
  Kernel* KernelOf(const LockstepFunction& function);
  void Start(const Kernel& kernel);
  bool EnterBlock(trace::Dim3 index);
  bool HasArraysOfEarlierBlock();
  void GiveArrays();
  void LeaveBlock();
  // The block goes on in the calling thread of the host; it stops, until another thread resumes it.
  void Resume();
  void Suspend();
  class WhileResumed;
  bool GetTurn(HostThreads::ThreadPlace place);
  void GiveTurnAway();
  HostThreads::One* JoinHostThreads();
  struct Index {
    trace::Dim3 block, thread;
  };
  Index IndexOf(std::optional<trace::Dim3> block, trace::Dim3 thread) const;
  void MeetAll();
  void Play(Mark mark, std::uint32_t thread, const LockstepFunction& function);
  void StopPlaying();
  void GetsStuck(HostThreads::Stuck how);
  void EndPlayOfOther(HostThreads::One& one);
  void EndInDeadlock();
  void CloseLaunch(const LaunchOutcome& outcome);

  HostThreads::Mutex mutex_;
  HostThreads host_threads_;
  machine::Machine& machine_;
  StackPool no_stacks_;  // threads of a BlockRun have stacks only once they are prepared
  std::optional<Open> open_;
  std::unordered_map<const LockstepFunction*, Kernel> kernels_;
  struct NamedArray {
    const void* scope = nullptr;
    PlayedArray array;
    std::optional<std::uint64_t> block;  // whose own it is: the first one that ran since
    bool IsOfBlock() const { return array.memory && array.memory->kind == memory::MemoryKind::kOfPlayedBlock; }
  };
  std::vector<NamedArray> arrays_;
  bool has_new_arrays_ = false;
  PlayedLaunch played_;
  std::unique_lock<TurnLock> turn_;  // no other launch runs meanwhile
  std::unique_ptr<Running> running_;
  std::unique_ptr<BlockRun> block_;
  bool is_suspended_ = false;
  std::vector<bool> has_run_, has_run_since_barrier_;  // by thread of the block
  Mark thread_mark_;                                   // none: no thread is being played
  const LockstepFunction* function_ = nullptr;         // that contains the thread's mark
};

// The running block goes on in the calling thread of the host for as long as this lives.
class Player::WhileResumed {
 public:
  explicit WhileResumed(Player& player) : player_(player), was_suspended_(player.is_suspended_) { player_.Resume(); }
  ~WhileResumed() {
    if (was_suspended_) player_.Suspend();
  }
  WhileResumed(const WhileResumed&) = delete;

 private:
  Player& player_;
  const bool was_suspended_;
};

// The one that has been made, or null.
Player* ThePlayer();

}  // namespace lockstep::launch
