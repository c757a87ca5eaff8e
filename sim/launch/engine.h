#pragma once

// How the blocks of a kernel are run. Each worker (an OS thread) has one engine of each kind, and a kernel names the
// one that it was compiled for (LockstepKernel::engine, with the reason in words):
//
//   loops    explicit loops over blocks and threads: for kernels in which no thread waits for another
//   fibers   a stack for each thread, so that one that waits can let the others go on: for all kernels
//
// An engine takes blocks from the grid, and reports faults and deadlocks to it. It knows no device memory and no API.

#include "sim/launch/grid_run.h"

namespace lockstep {

class Engine {
 public:
  virtual ~Engine() = default;
  // Takes blocks of `grid` and runs them until none is left for this worker, or the grid has stopped.
  virtual void Work(GridRun& grid) = 0;
  // A fault left Work() without a return: forgets the blocks that it was in.
  virtual void GiveUp() {}
};

}  // namespace lockstep
