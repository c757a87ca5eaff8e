#pragma once

// An OS thread's share of a grid: it takes blocks, runs them, and keeps those that wait for other blocks.

#include <deque>
#include <memory>
#include <span>

#include "sim/launch/arena.h"
#include "sim/launch/fiber.h"
#include "sim/launch/grid_run.h"

namespace lockstep {

class Worker {
 public:
  explicit Worker(unsigned number) : number_(number), stacks_(number), arenas_(number) {}

  // Takes part in `grid` until no block is left for this worker, or the grid has stopped.
  void Work(GridRun& grid);
  // Runs the watched blocks of the plan, in their order, before anybody else starts.
  void WorkWatched(GridRun& grid);

  unsigned number() const { return number_; }

 private:
  struct Resident {
    std::unique_ptr<BlockRun> run;
    char* arena = nullptr;
    bool watched = false;
    bool has_begun = false;
    BlockState state = BlockState::kStarved;  // as it stopped last
    std::uint64_t generation = 0;             // of the barrier of its state, when the block came to it
  };

  struct Standstill {
    std::uint64_t progress = 0, polls = 0, rounds = 0;  // since the grid's progress was this
    bool told = false;
  };

  // What came of one turn of all residents.
  struct Turn {
    bool anybody_ran = false, only_polled = true;
    std::uint64_t polls = 0;
  };

  void RunLoops(GridRun& grid);
  void RunResidents(GridRun& grid, std::span<const std::uint64_t> watched);
  bool StartNext(GridRun& grid, std::span<const std::uint64_t>& watched, bool others_too);
  Turn TakeTurns(GridRun& grid);
  void WaitForOthers(GridRun& grid);
  void RunPlainBlock(GridRun& grid, const LockstepBlock& block);
  bool StartBlock(GridRun& grid, std::uint64_t linear, bool watched);
  bool StartCluster(GridRun& grid, std::uint64_t cluster, bool watched);
  static bool MayGoOn(const GridRun& grid, const Resident& resident);
  // Runs one resident until it stops. True when it has finished.
  bool Advance(GridRun& grid, Resident& resident);
  void StopAtBarrier(GridRun& grid, const Resident& resident) const;
  bool StandsStill(GridRun& grid, Standstill& so_far, bool only_polled, std::uint64_t polls);
  void GiveUp();

  unsigned number_;
  StackPool stacks_;
  ArenaPool arenas_;
  std::deque<Resident> residents_;
};

}  // namespace lockstep
