#pragma once

// One OS thread's share of a grid. The engine that the kernel was compiled for runs blocks on it.

#include "sim/launch/arena.h"
#include "sim/launch/fiber.h"
#include "sim/launch/fiber_engine.h"
#include "sim/launch/loop_engine.h"

namespace lockstep::launch {

class Worker {
 public:
  explicit Worker(unsigned number) : stacks_(number), arenas_(number), loops_(arenas_), fibers_(stacks_, arenas_) {}

  // Runs blocks of `grid` until none is left for this worker, or the grid has stopped.
  void Work(GridRun& grid);
  // Runs the watched blocks of the plan, in order, before all others. They always run as fibers, because an observer
  // needs the threads to take turns.
  void WorkWatched(GridRun& grid);

 private:
  Engine& EngineOf(const GridRun& grid);

  StackPool stacks_;
  ArenaPool arenas_;
  LoopEngine loops_;
  FiberEngine fibers_;
};

}  // namespace lockstep::launch
