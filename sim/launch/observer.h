#pragma once

// Who looks on while grids run: the recorder, the checkers. The launch engine tells them of launches and blocks; the
// hooks of sim/hooks/hooks.h tell them of everything in between.

#include "sim/launch/block_run.h"
#include "sim/launch/launch.h"

namespace lockstep {

class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;

  // `launch` counts every launch of the program from 0. Which blocks run one after the other, watched, ahead of all
  // others, and in which order their threads go, is in the plan.
  struct Plan {
    std::vector<std::uint64_t> watched;  // linear block indices, in the order they run
    Order order;                         // of threads of watched blocks
    // Every block, on all workers. Kernels that never wait stay plain loops (LoopBegins).
    bool watch_all = false;
    std::uint64_t most_rounds = 0;  // LockstepThread::rounds_left of each thread
  };
  virtual Plan LaunchBegins(const LaunchRequest& request, std::uint32_t launch) = 0;
  // Around each watched block's run (a block that waits for others is resumed: `resumed`).
  virtual void BlockBegins(BlockRun& run, bool resumed) = 0;
  virtual void BlockStops(BlockRun& run, BlockState state) = 0;
  // Around a block that runs as a plain loop over its threads.
  virtual void LoopBegins(const LockstepBlock&, std::uint64_t /*linear*/) {}
  virtual void LoopEnds() {}
  // Whether anything was written by a thread of this OS thread since the last call. Always true where that is not
  // known.
  virtual bool HasWritten() { return true; }
  // Nobody in the grid has done anything but poll for long; `run` is one of the blocks that do, and `not_started`
  // blocks found no room beside them. The launch ends.
  virtual void StandsStill(BlockRun&, std::uint64_t /*not_started*/) {}
  virtual void LaunchEnds(const LaunchRequest& request, const LaunchOutcome& outcome) = 0;

  // --- by the running thread of a watched block
  virtual void Arrives(ThreadRun& thread, Waits at, std::uint64_t detail) = 0;
  virtual void Passes(ThreadRun& thread, Waits at) = 0;
  // A warp operation: the thread comes to it; all lanes of `mask` that have not exited have come.
  virtual void Meets(ThreadRun&, std::uint32_t /*mask*/) {}
  virtual void HasMet(BlockRun&, std::uint32_t /*warp*/, const WarpMeeting&) {}
  virtual void Exchanges(ThreadRun& thread, std::uint32_t operation, std::uint32_t mask, std::uint64_t operand,
                         std::uint64_t result) = 0;
  virtual void Prints(ThreadRun& thread, const std::string& text) = 0;
  virtual void Fences(ThreadRun& thread, int scope) = 0;
  // `address` is null where there was no room.
  virtual void Allocates(ThreadRun& thread, void* address, std::uint64_t size) = 0;
  virtual void Frees(ThreadRun& thread, void* address) = 0;
  virtual void Exits(ThreadRun& thread) = 0;
  virtual void Faults(ThreadRun& thread, const std::string& what) = 0;
};

// The observer of the launch that runs, or null.
LaunchObserver* Observer();

// The observer if the running thread is watched, else null.
inline LaunchObserver* WatcherOf(const ThreadRun& thread) {
  return (thread.run ? thread.run->watched() : thread.watched) ? Observer() : nullptr;
}

}  // namespace lockstep
