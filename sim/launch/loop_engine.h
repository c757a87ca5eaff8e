#pragma once

// The simplest engine, which also defines what a launch means: for each block, for each thread of the block, run the
// kernel. It serves every kernel in which no thread waits for another.

#include "sim/launch/arena.h"
#include "sim/launch/engine.h"

namespace lockstep::launch {

class LoopEngine : public Engine {
 public:
  explicit LoopEngine(ArenaPool& arenas) : arenas_(arenas) {}
  void Work(GridRun& grid) override;
  void FindThread(GridRun& grid, LaunchOutcome& outcome) override;
  void GiveUp() override;

 private:
  ArenaPool& arenas_;
  LockstepBlock block_{};  // that runs
};

}  // namespace lockstep::launch
