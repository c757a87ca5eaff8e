#pragma once

// Host code that plays a kernel: loops of the program deal out blocks and threads, and its marks say which thread the
// host plays (sim/hooks/play.h). Out: the events of a launch, for the same observers as those of a real one.
//
// Threads run on the stack of the host's thread, one after the other; none can wait for another. What runs outside a
// thread's scope is not reported. Nothing here changes what the program does: a mark that makes no sense is
// reported as refused, and the rest of its launch is not reported.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "sim/hooks/unit.h"
#include "sim/launch/block_run.h"
#include "sim/launch/launch.h"
#include "sim/launch/observer.h"
#include "sim/launch/played_launch.h"
#include "sim/memory/device_memory.h"

struct lockstep_array;

namespace lockstep::launch {

class Player {
 public:
  explicit Player(machine::Machine& machine);

  // A mark of the program: its object, and the frame of the function that contains it.
  struct Mark {
    const void* scope = nullptr;
    const void* frame = nullptr;
    explicit operator bool() const { return scope; }
  };
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
    std::thread::id host_thread;
    bool is_refused = false;  // nothing more of it is reported
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

  bool IsMine() const { return open_ && open_->host_thread == std::this_thread::get_id(); }
  void Refuse(std::string why, std::string hint = {});
  void EndStale(Mark now);
  Kernel* KernelOf(const LockstepFunction& function);
  void Start(const Kernel& kernel);
  bool EnterBlock(trace::Dim3 index);
  bool HasArraysOfEarlierBlock();
  void GiveArrays();
  void LeaveBlock();
  void CloseLaunch(const LaunchOutcome& outcome);

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
  std::unique_lock<std::mutex> turn_;  // no other launch runs meanwhile
  std::unique_ptr<Running> running_;
  std::unique_ptr<BlockRun> block_;
  std::vector<bool> has_run_, has_run_since_barrier_;  // by thread of the block
  Mark thread_mark_;                                   // none: no thread is being played
  const LockstepFunction* function_ = nullptr;         // that contains the thread's mark
};

// The one that has been made, or null.
Player* ThePlayer();

}  // namespace lockstep::launch
