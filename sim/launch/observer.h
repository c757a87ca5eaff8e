#pragma once

// The interface of observers of grids: the recorder and the checkers. The launch engine reports launches and blocks to
// them; the hooks of sim/hooks/hooks.h report everything in between.

#include <csetjmp>

#include "sim/launch/block_run.h"
#include "sim/launch/launch.h"

namespace lockstep::launch {

struct PlayedArray;
struct RefusedMark;

// A warp operation on matrices, as one of its lanes sees it.
struct MatrixUse {
  std::uint64_t address = 0, pitch = 0;  // of a load or store, in bytes; 0: a product of fragments
  std::uint32_t lanes = 0;               // those that have come; 0: they name different matrices
};

class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;

  // `launch` counts every launch of the program from 0. The plan states which blocks run watched, one after the other
  // and before all others, and in which order their threads run.
  struct Plan {
    std::vector<std::uint64_t> watched;  // linear block indices, in the order they run
    session::Order order;                // of threads of watched blocks
    // Watches every block, on all workers. Kernels that never wait still run as plain loops (LoopBegins).
    bool watch_all = false;
    std::uint64_t rounds = 0;  // LockstepThread::rounds_left of each thread at its start
  };
  virtual Plan LaunchBegins(const LaunchRequest& request, std::uint32_t launch) = 0;
  // Called around each run of a watched block; a block that waited for others is `resumed`. A block that the host plays
  // is resumed by another OS thread where its threads are threads of the host.
  virtual void BlockBegins(BlockRun& run, bool resumed) = 0;
  virtual void BlockStops(BlockRun& run, BlockState state) = 0;
  // Called around a block that runs as a plain loop over its threads.
  virtual void LoopBegins(const LockstepBlock&, std::uint64_t /*linear*/) {}
  virtual void LoopEnds() {}
  // In between, for a kernel that has a block_entry beside its thread_entry: whether the block is tried by that. If so,
  // it may end by a jump to the result, which takes back all that the trial has done; the block then runs thread by
  // thread. Null: it is not tried.
  virtual std::jmp_buf* TrialBegins() { return nullptr; }
  virtual void TrialEnds() {}
  // True if a thread of this OS thread has written anything since the last call, or if that is unknown.
  virtual bool HasWritten() { return true; }
  // Keeps what threads of this OS thread write over from now on. Then: whether memory is as it was; false if unknown.
  virtual void KeepMemory() {}
  virtual bool IsMemoryAsKept() { return false; }
  virtual void ForgetMemory() {}
  // No thread of the grid has done anything but poll for long, or go round a loop with a barrier while nothing changed
  // from one time to another (BlockRun::has_met_often). `run` is one of these blocks, and `not_started`
  // blocks found no room beside them. The launch ends.
  virtual void StandsStill(BlockRun&, std::uint64_t /*not_started*/) {}
  virtual void LaunchEnds(const LaunchRequest& request, const LaunchOutcome& outcome) = 0;

  // --- called by the running thread of a watched block
  // Threads that the host plays: in others, hooks report it.
  virtual void Enters(ThreadRun&, const LockstepFunction&) {}
  virtual void Leaves(ThreadRun&, const LockstepFunction&) {}
  // The program has given the running block an array of its own (kOfPlayedBlock); it is about to go.
  virtual void NamesArray(BlockRun&, const PlayedArray&) {}
  virtual void ArrayGoes(BlockRun&, const PlayedArray&) {}
  // Host code that plays a kernel has a mark that makes no sense. By default stderr gets the reason.
  virtual void RefusesMark(const RefusedMark& mark);
  virtual void Arrives(ThreadRun& thread, Waits at, std::uint64_t detail) = 0;
  // kNothing: the thread goes on, and has met nobody. (A barrier that the host has made may hold nobody.)
  virtual void Passes(ThreadRun& thread, Waits at) = 0;
  // The thread comes to a named barrier, for which others wait, and goes on.
  virtual void ArrivesOnly(ThreadRun&, std::uint32_t /*number*/, std::uint32_t /*count*/) {}
  // A warp operation: the thread reaches it; all lanes of `mask` that have not exited have arrived.
  virtual void Meets(ThreadRun&, std::uint32_t /*mask*/) {}
  virtual void HasMet(BlockRun&, std::uint32_t /*warp*/, const WarpMeeting&) {}
  virtual void Exchanges(ThreadRun& thread, std::uint32_t operation, std::uint32_t mask, std::uint64_t operand,
                         std::uint64_t result) = 0;
  // A warp operation on matrices, of the lanes that have come; a load or store is about to access memory.
  virtual void UsesMatrix(ThreadRun&, const MatrixUse&) {}
  virtual void Prints(ThreadRun& thread, const std::string& text) = 0;
  virtual void Fences(ThreadRun& thread, int scope) = 0;
  // `address` is null if there was no room.
  virtual void Allocates(ThreadRun& thread, void* address, std::uint64_t size) = 0;
  virtual void Frees(ThreadRun& thread, void* address) = 0;
  // The thread launches a grid: `child` as it will begin, with its arguments.
  virtual void Launches(ThreadRun&, const LaunchRequest& /*child*/) {}
  virtual void Exits(ThreadRun& thread) = 0;
  virtual void Faults(ThreadRun& thread, const std::string& what) = 0;
};

// The observer of the running launch, or null.
LaunchObserver* Observer();

// The observer if the running thread is watched, else null.
inline LaunchObserver* WatcherOf(const ThreadRun& thread) {
  return (thread.run ? thread.run->watched() : thread.watched) ? Observer() : nullptr;
}

}  // namespace lockstep::launch
