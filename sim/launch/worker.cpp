#include "sim/launch/worker.h"

#include "sim/launch/faults.h"

namespace lockstep::launch {

Engine& Worker::EngineOf(const GridRun& grid) { return grid.has_fibers() ? static_cast<Engine&>(fibers_) : loops_; }

void Worker::Work(GridRun& grid) {
  Engine& engine = EngineOf(grid);
  arenas_.Reset(grid.arena_size());
  grid.WorkerBegins();
  LaunchOutcome outcome = Guard(&stacks_, [&] { engine.Work(grid); });
  if (outcome.fault != LaunchFault::kNone && !outcome.has_thread) engine.FindThread(grid, outcome);
  grid.WorkerEnds();
  if (outcome.fault != LaunchFault::kNone) grid.Stop(outcome);
  engine.GiveUp();
}

void Worker::WorkWatched(GridRun& grid) {
  arenas_.Reset(grid.arena_size());
  const LaunchOutcome outcome = Guard(&stacks_, [&] { fibers_.WorkWatched(grid); });
  if (outcome.fault != LaunchFault::kNone) grid.Stop(outcome);
  fibers_.GiveUp();
}

}  // namespace lockstep::launch
