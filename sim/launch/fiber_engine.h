#pragma once

// The engine for all kernels: each thread has its own stack (block_run.h), and blocks that wait for other blocks stay
// in flight and take turns on the worker.

#include <deque>
#include <memory>
#include <span>

#include "sim/launch/arena.h"
#include "sim/launch/engine.h"
#include "sim/launch/fiber.h"
#include "sim/launch/repetition.h"

namespace lockstep::launch {

class FiberEngine : public Engine {
 public:
  FiberEngine(StackPool& stacks, ArenaPool& arenas) : stacks_(stacks), arenas_(arenas) {}

  void Work(GridRun& grid) override { RunResidents(grid, {}); }
  // Runs the watched blocks of the plan in order; other blocks only if the watched ones may wait for them.
  void WorkWatched(GridRun& grid) { RunResidents(grid, grid.plan.watched); }
  void GiveUp() override { residents_.clear(); }

 private:
  struct Resident {
    std::unique_ptr<BlockRun> run;
    char* arena = nullptr;
    bool watched = false;
    bool has_begun = false;
    BlockState state = BlockState::kStarved;  // when it last stopped
    std::uint64_t generation = 0;             // of the barrier that it waits at, on arrival
  };

  struct Standstill {
    std::uint64_t progress = 0, polls = 0, rounds = 0;  // polls and rounds since this progress of the grid
    bool told = false;
  };

  // The result of one turn of all residents.
  struct Turn {
    bool anybody_ran = false, only_polled = true, met_often = false;
    std::uint64_t polls = 0;
  };

  void RunResidents(GridRun& grid, std::span<const std::uint64_t> watched);
  bool StartNext(GridRun& grid, std::span<const std::uint64_t>& watched, bool others_too);
  Turn TakeTurns(GridRun& grid);
  void WaitForOthers(GridRun& grid);
  bool StartBlock(GridRun& grid, std::uint64_t linear, bool watched);
  bool StartCluster(GridRun& grid, std::uint64_t cluster, bool watched);
  static bool MayGoOn(const GridRun& grid, const Resident& resident);
  // Runs one resident until it stops. True if it has finished.
  bool Advance(GridRun& grid, Resident& resident);
  void StopAtBarrier(GridRun& grid, const Resident& resident) const;
  bool StandsStill(GridRun& grid, Standstill& so_far, Repetition& repetition, const Turn& turn);
  // True if the threads of the residents have come back, at polls, to states that they were in since this moment.
  bool RepeatAtPolls(std::uint64_t moment);
  // True if the residents have come back to a state that they were in.
  bool Repeats(Repetition& repetition, LaunchObserver& observer) const;
  std::uint64_t ResidentThreads() const;
  // The grid's barrier has opened very often.
  bool GridMetOften(const GridRun& grid) const;
  bool HasRoom(const GridRun& grid) const;

  StackPool& stacks_;
  ArenaPool& arenas_;
  std::deque<Resident> residents_;
};

}  // namespace lockstep::launch
