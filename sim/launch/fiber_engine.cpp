#include "sim/launch/fiber_engine.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>

namespace lockstep {
namespace {

// Blocks that a worker keeps in flight at most, where they wait for one another without a cooperative launch. A real
// device has some 132 x 32; programs that spin on flags between blocks rely on fewer.
constexpr std::size_t kMostResident = 4224;
// Threads of a checked grid that are in flight at most, on all workers: more than most GPUs hold at once. Blocks that
// wait for others which find no room wait for ever, here as there.
constexpr std::uint64_t kMostThreads = 60 * 2048;

// Polls in vain on one worker, and rounds over all of its blocks, before it says that nothing happens any more.
constexpr std::uint64_t kPollsInVain = 1 << 20, kRoundsInVain = 256;
// The same of very many threads, where a round takes long.
constexpr std::uint64_t kManyPollsInVain = 1 << 22, kFewRoundsInVain = 16;

}  // namespace

bool FiberEngine::StartBlock(GridRun& grid, std::uint64_t linear, bool watched) {
  char* arena = arenas_.Take();
  if (!arena) {
    grid.Stop({LaunchFault::kNoMemory, "no memory for the shared memory of so many blocks at once"});
    return false;
  }
  grid.PoisonShared(arena);
  KernelCall call = grid.call();
  if (watched) {
    call.order = grid.plan.order;
    call.watched = true;
  }
  auto run = std::make_unique<BlockRun>(stacks_, call, grid.DescribeBlock(linear, arena), linear);
  if (!run->Prepare()) {
    grid.Stop({LaunchFault::kNoMemory, "no memory for the stacks of so many threads at once"});
    return false;
  }
  grid.BlockStarted();
  residents_.push_back({.run = std::move(run), .arena = arena, .watched = watched});
  return true;
}

bool FiberEngine::StartCluster(GridRun& grid, std::uint64_t cluster, bool watched) {
  auto together = std::make_shared<ClusterRun>();
  together->shared_size = grid.arena_size();
  for (std::uint64_t rank = 0; rank < grid.cluster_size(); ++rank) {
    if (!StartBlock(grid, grid.BlockOfCluster(cluster, rank), watched)) return false;
    Resident& resident = residents_.back();
    together->blocks.push_back(resident.run.get());
    together->shared.push_back(resident.arena);
    resident.run->set_cluster(together);
  }
  return true;
}

bool FiberEngine::MayGoOn(const GridRun& grid, const Resident& resident) {
  if (resident.state == BlockState::kAtGrid) return resident.generation != grid.barrier_generation();
  if (resident.state == BlockState::kAtCluster) return resident.generation != resident.run->cluster()->generation;
  return true;
}

bool FiberEngine::Advance(GridRun& grid, Resident& resident) {
  BlockRun& run = *resident.run;
  ClusterRun* cluster = run.cluster();
  if (resident.state == BlockState::kAtGrid) run.LeaveBarrier(Waits::kGridBarrier);
  if (resident.state == BlockState::kAtCluster) run.LeaveBarrier(Waits::kClusterBarrier);
  if (resident.watched) grid.observer->BlockBegins(run, resident.has_begun);
  resident.has_begun = true;
  resident.state = run.Run();
  if (resident.watched) grid.observer->BlockStops(run, resident.state);
  switch (resident.state) {
    case BlockState::kFinished:
      grid.BlockFinished();
      arenas_.Give(resident.arena);
      if (cluster) {
        *std::ranges::find(cluster->blocks, &run) = nullptr;
        ++cluster->left;
        cluster->OpenWhenAllWait();
      }
      return true;
    case BlockState::kStarved:
    case BlockState::kAside: return false;
    case BlockState::kAtCluster:
      resident.generation = cluster->generation;
      ++cluster->waiting;
      cluster->OpenWhenAllWait();
      return false;
    case BlockState::kAtGrid:
      resident.generation = grid.barrier_generation();
      grid.ArriveAtBarrier();
      return false;
    case BlockState::kDeadlock: {
      const LockstepBlock& block = run.block();
      grid.Stop({LaunchFault::kDeadlock, fmt::format("deadlock in block ({},{},{}): {}", block.index[0], block.index[1],
                                                     block.index[2], run.DescribeWaits())});
      return false;
    }
  }
  return false;
}

// Polls are for what another thread does. Where nobody in the grid has written anything for long, nobody ever will.
bool FiberEngine::StandsStill(GridRun& grid, Standstill& so_far, bool only_polled, std::uint64_t polls) {
  if (!grid.observer || residents_.empty()) return false;
  if (grid.observer->HasWritten() || !only_polled) grid.NoteProgress();
  const std::uint64_t progress = grid.progress();
  if (so_far.progress != progress) so_far = {.progress = progress};
  so_far.polls += polls;
  ++so_far.rounds;
  const bool long_enough = (so_far.rounds >= kRoundsInVain && so_far.polls >= kPollsInVain) ||
                           (so_far.rounds >= kFewRoundsInVain && so_far.polls >= kManyPollsInVain);
  if (!long_enough || so_far.told) return false;
  so_far.told = true;
  if (!grid.NoteStandstill(progress)) return false;
  BlockRun& run = *residents_.front().run;
  const std::uint64_t not_started = HasRoom(grid) ? 0 : grid.Untaken();
  grid.observer->StandsStill(run, not_started);
  const LockstepBlock& block = run.block();
  const std::string reason = not_started > 0
                                 ? fmt::format("the blocks that run leave no room for {} others, and wait", not_started)
                                 : "the threads that are left poll for what no thread does";
  grid.Stop({LaunchFault::kDeadlock, fmt::format("deadlock: {}, those of block ({},{},{}) too: {}", reason,
                                                 block.index[0], block.index[1], block.index[2], run.DescribeWaits())});
  return true;
}

void FiberEngine::StopAtBarrier(GridRun& grid, const Resident& resident) const {
  const LockstepBlock& block = resident.run->block();
  const bool at_grid = resident.state == BlockState::kAtGrid;
  grid.Stop(
      {LaunchFault::kDeadlock,
       fmt::format("deadlock: block ({},{},{}) waits at the {}: {}", block.index[0], block.index[1], block.index[2],
                   at_grid ? "grid's barrier, but another block has left the kernel without coming to it"
                           : "cluster's barrier, but another block of the cluster waits elsewhere",
                   resident.run->DescribeWaits())});
}

// Each resident that can go on runs once.
FiberEngine::Turn FiberEngine::TakeTurns(GridRun& grid) {
  Turn turn;
  for (std::size_t i = 0; i < residents_.size() && !grid.HasStopped();) {
    Resident& resident = residents_[i];
    if (!MayGoOn(grid, resident)) {
      ++i;
      continue;
    }
    turn.anybody_ran = true;
    turn.polls += 4 * std::uint64_t{resident.run->live()} + 64;
    if (Advance(grid, resident)) {
      turn.only_polled = false;
      residents_.erase(residents_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      turn.only_polled &= resident.state == BlockState::kStarved;
      ++i;
    }
  }
  return turn;
}

// Nobody here can go on before another worker's blocks have.
void FiberEngine::WaitForOthers(GridRun& grid) {
  // Who waits for a block of its cluster waits for one that is here; if that waits for the grid, then for ever.
  auto at_cluster = std::ranges::find(residents_, BlockState::kAtCluster, &Resident::state);
  if (at_cluster != residents_.end())
    StopAtBarrier(grid, *at_cluster);
  else if (!grid.WaitForBarrier(residents_.front().generation))
    StopAtBarrier(grid, residents_.front());
}

// The next block, or the blocks of the next cluster. False where none is left for now.
bool FiberEngine::StartNext(GridRun& grid, std::span<const std::uint64_t>& watched, bool others_too) {
  const std::uint64_t together = grid.cluster_size();
  auto start = [&](std::uint64_t linear, bool is_watched) {
    return together == 1 ? StartBlock(grid, linear, is_watched)
                         : StartCluster(grid, grid.ClusterOf(linear), is_watched);
  };
  if (!watched.empty()) {
    const std::uint64_t first = watched.front();
    watched = watched.subspan(together);
    return start(first, true);
  }
  if (!others_too) return false;
  for (std::uint64_t taken = 0; grid.TakeBlocks(together, taken);) {
    const std::uint64_t linear = together == 1 ? taken : grid.BlockOfCluster(taken / together, 0);
    if (!grid.WasWatched(linear)) return start(linear, grid.plan.watch_all);
  }
  return false;
}

bool FiberEngine::HasRoom(const GridRun& grid) const {
  if (residents_.empty() || grid.request().cooperative) return true;
  return residents_.size() < kMostResident && (!grid.plan.watch_all || grid.resident_threads() < kMostThreads);
}

// Runs blocks whose threads can wait: `watched` first. One after the other where each finishes by itself; those that
// wait for other blocks stay resident and take turns. A new block comes before another turn, because what the residents
// wait for may be in it; where there are clusters, once the residents get no further by themselves.
void FiberEngine::RunResidents(GridRun& grid, std::span<const std::uint64_t> watched) {
  // The others come later, on all workers, unless watched blocks may wait for them.
  const bool others_too = watched.empty() || grid.may_wait();
  const bool clusters = grid.cluster_size() > 1;
  bool is_stuck = true;
  Standstill standstill;
  while (!grid.HasStopped()) {
    const bool room = HasRoom(grid);
    if (room && (is_stuck || !clusters) && StartNext(grid, watched, others_too)) {
      is_stuck = false;
      if (!clusters && Advance(grid, residents_.back())) residents_.pop_back();
      continue;
    }
    if (residents_.empty() && (is_stuck || !clusters)) return;
    const Turn turn = TakeTurns(grid);
    is_stuck = turn.only_polled || residents_.empty();
    if (turn.anybody_ran) {
      if (StandsStill(grid, standstill, turn.only_polled, turn.polls)) return;
      sched_yield();
    } else if (!residents_.empty() && !grid.HasStopped() && !(room && clusters && grid.HasUntaken())) {
      WaitForOthers(grid);
    }
  }
}

}  // namespace lockstep
