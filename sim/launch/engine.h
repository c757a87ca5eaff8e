#pragma once

// The engines that run the blocks of a kernel. Each worker (an OS thread) has one of each; a kernel states what it was
// compiled for (LockstepKernel::engine, with the reason as text):
//
//   loops    explicit loops over blocks and threads: for kernels in which no thread waits for another (of checked ones
//            GridRun::has_fibers chooses again)
//   warps    the same loops over blocks, where the compiler has turned each block into loops over warps and their
//            barriers (sim/compile/pass/warp): for kernels in which the threads of a warp meet together
//   fibers   a stack for each thread, so that a thread that waits can let others run: for all kernels
//
// An engine takes blocks from the grid and reports faults and deadlocks to it. It knows neither device memory nor the
// API.

#include "sim/launch/grid_run.h"

namespace lockstep::launch {

class Engine {
 public:
  virtual ~Engine() = default;
  // Takes blocks of `grid` and runs them until none is left for this worker, or the grid has stopped.
  virtual void Work(GridRun& grid) = 0;
  // A fault has left Work() without a return, and nothing is known of its thread: finds it, if possible.
  virtual void FindThread(GridRun&, LaunchOutcome&) {}
  // After all that: discards the blocks that were running.
  virtual void GiveUp() {}
};

}  // namespace lockstep::launch
