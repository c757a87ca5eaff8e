#pragma once

// An OS thread's share of a grid: the engine that the kernel was compiled for runs blocks on it.

#include "sim/launch/arena.h"
#include "sim/launch/fiber.h"
#include "sim/launch/fiber_engine.h"
#include "sim/launch/loop_engine.h"

namespace lockstep {

class Worker {
 public:
  explicit Worker(unsigned number) : stacks_(number), arenas_(number), loops_(arenas_), fibers_(stacks_, arenas_) {}

  // Takes part in `grid` until no block is left for this worker, or the grid has stopped.
  void Work(GridRun& grid);
  // Runs the watched blocks of the plan, in their order, before anybody else starts. They are fibers in every case:
  // who watches wants each thread to have a turn.
  void WorkWatched(GridRun& grid);

 private:
  Engine& EngineOf(const GridRun& grid);

  StackPool stacks_;
  ArenaPool arenas_;
  LoopEngine loops_;
  FiberEngine fibers_;
};

}  // namespace lockstep
