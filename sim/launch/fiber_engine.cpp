#include "sim/launch/fiber_engine.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>

namespace lockstep::launch {
namespace {

// The most blocks that a worker keeps in flight if they wait for one another without a cooperative launch. A real
// device holds about 132 x 32; programs that spin on flags between blocks rely on fewer.
constexpr std::size_t kMostResident = 4224;
// The most threads of a checked grid in flight, on all workers: more than most GPUs hold at once. If the running blocks
// wait for blocks that find no room, they wait for ever, as on a GPU.
constexpr std::uint64_t kMostThreads = 60 * 2048;

// The number of vain polls on one worker, and of rounds over all of its blocks, before it reports a standstill.
constexpr std::uint64_t kPollsInVain = 1 << 20, kRoundsInVain = 256;
// The same with very many threads, when a round takes long.
constexpr std::uint64_t kManyPollsInVain = 1 << 22, kFewRoundsInVain = 16;

// Meetings of a checked grid, and of its threads on a worker, after which it may go round a loop for ever.
constexpr std::uint64_t kFewGridMeetings = 1 << 8, kManyThreadsAtGrid = 1 << 20;

void StopInDeadlock(GridRun& grid, const BlockRun& run, std::string what) {
  grid.Stop(
      {.fault = LaunchFault::kDeadlock, .what = std::move(what), .waits_at_grid = run.AnyWaits(Waits::kGridBarrier)});
}

}  // namespace

bool FiberEngine::StartBlock(GridRun& grid, std::uint64_t linear, bool watched) {
  char* arena = arenas_.Take();
  if (!arena) {
    grid.Stop({LaunchFault::kNoMemory, "out of memory for the shared memory of so many blocks at once"});
    return false;
  }
  grid.PoisonShared(arena);
  KernelCall call = grid.call();
  call.judged = grid.plan.watch_all;
  call.others_met_often =
      std::ranges::any_of(residents_, [](const Resident& each) { return each.run->has_met_often(); });
  if (watched) {
    call.order = grid.plan.order;
    call.watched = true;
  }
  auto run = std::make_unique<BlockRun>(stacks_, call, grid.DescribeBlock(linear, arena), linear);
  if (!run->Prepare()) {
    grid.Stop({LaunchFault::kNoMemory, "out of memory for the stacks of so many threads at once"});
    return false;
  }
  grid.BlockStarted();
  residents_.push_back({.run = std::move(run), .arena = arena, .watched = watched});
  return true;
}

bool FiberEngine::StartCluster(GridRun& grid, std::uint64_t cluster, bool watched) {
  auto together = std::make_shared<ClusterRun>();
  together->memory.arena_size = grid.arena_size();
  for (std::uint64_t rank = 0; rank < grid.cluster_size(); ++rank) {
    if (!StartBlock(grid, grid.BlockOfCluster(cluster, rank), watched)) return false;
    Resident& resident = residents_.back();
    together->blocks.push_back(resident.run.get());
    together->memory.arenas.push_back(resident.arena);
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
      StopInDeadlock(grid, run,
                     fmt::format("deadlock in block ({},{},{}): {}", block.index[0], block.index[1], block.index[2],
                                 run.DescribeWaits()));
      return false;
    }
  }
  return false;
}

bool FiberEngine::GridMetOften(const GridRun& grid) const {
  const std::uint64_t meetings = grid.barrier_generation();
  return grid.observer && meetings > kFewGridMeetings && meetings * ResidentThreads() > kManyThreadsAtGrid;
}

std::uint64_t FiberEngine::ResidentThreads() const {
  std::uint64_t threads = 0;
  for (const Resident& resident : residents_) threads += resident.run->thread_count();
  return threads;
}

bool FiberEngine::RepeatAtPolls(std::uint64_t moment) {
  bool repeat = true;
  for (const Resident& resident : residents_) {
    const bool asked_clock = resident.run->TakeClockAsked();  // what time it is never comes again
    repeat &= resident.run->RepeatsAtPolls(moment) && !asked_clock;
  }
  return repeat;
}

bool FiberEngine::Repeats(Repetition& repetition, LaunchObserver& observer) const {
  std::vector<BlockRun*> runs;
  for (const Resident& resident : residents_) runs.push_back(resident.run.get());
  return repetition.Look(runs, observer);
}

// Polls wait for a write of another thread. If no thread of the grid has written anything for long, and each comes back
// to the state that it was in, none ever will. The same holds for threads that meet at barriers in between. Threads
// that come to other states may just have much to do, or give up after many polls.
bool FiberEngine::StandsStill(GridRun& grid, Standstill& so_far, Repetition& repetition, const Turn& turn) {
  if (!grid.observer || residents_.empty()) return false;
  bool goes_on = grid.observer->HasWritten() || !turn.only_polled;
  if (turn.only_polled && turn.met_often) goes_on = !Repeats(repetition, *grid.observer);
  if (goes_on) grid.NoteProgress();
  const std::uint64_t progress = grid.progress();
  if (so_far.progress != progress) so_far = {.progress = progress};
  so_far.polls += turn.polls;
  ++so_far.rounds;
  const bool all_here = turn.met_often && grid.resident_threads() == ResidentThreads();
  const bool long_enough = (so_far.rounds >= kRoundsInVain && so_far.polls >= kPollsInVain) ||
                           (so_far.rounds >= kFewRoundsInVain && (all_here || so_far.polls >= kManyPollsInVain));
  if (!long_enough || so_far.told || !(turn.met_often || RepeatAtPolls(progress + 1))) return false;
  so_far.told = true;
  if (!grid.NoteStandstill(progress)) return false;
  const auto meets = std::ranges::find_if(residents_, [](const Resident& each) { return each.run->has_met_often(); });
  BlockRun& run = *(meets != residents_.end() ? *meets : residents_.front()).run;
  const std::uint64_t not_started = HasRoom(grid) ? 0 : grid.Untaken();
  grid.observer->StandsStill(run, not_started);
  const LockstepBlock& block = run.block();
  const std::string reason =
      not_started > 0             ? fmt::format("the running blocks wait, and leave no room for {} others", not_started)
      : meets != residents_.end() ? "the remaining threads go round a loop with a barrier, and nothing changes"
                                  : "the remaining threads poll for a change that no thread makes";
  StopInDeadlock(grid, run,
                 fmt::format("deadlock: {}, in block ({},{},{}) among others: {}", reason, block.index[0],
                             block.index[1], block.index[2], run.DescribeWaits()));
  return true;
}

void FiberEngine::StopAtBarrier(GridRun& grid, const Resident& resident) const {
  const LockstepBlock& block = resident.run->block();
  const bool at_grid = resident.state == BlockState::kAtGrid;
  StopInDeadlock(
      grid, *resident.run,
      fmt::format("deadlock: block ({},{},{}) waits at the {}: {}", block.index[0], block.index[1], block.index[2],
                  at_grid ? "grid's barrier, but another block has left the kernel without reaching it"
                          : "cluster's barrier, but another block of the cluster waits elsewhere",
                  resident.run->DescribeWaits()));
}

// Runs each resident block that can continue once.
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
      const bool met_in_grid = resident.state == BlockState::kAtGrid && GridMetOften(grid);
      if (met_in_grid) resident.run->HasMetOften();
      turn.only_polled &= resident.state == BlockState::kStarved || met_in_grid;
      turn.met_often |= resident.run->has_met_often();
      ++i;
    }
  }
  return turn;
}

// Called when no block of this worker can continue before blocks of other workers have.
void FiberEngine::WaitForOthers(GridRun& grid) {
  // All blocks of a cluster are on one worker. If one of them waits at the cluster's barrier and a peer waits for the
  // grid, neither can ever continue.
  auto at_cluster = std::ranges::find(residents_, BlockState::kAtCluster, &Resident::state);
  if (at_cluster != residents_.end())
    StopAtBarrier(grid, *at_cluster);
  else if (!grid.WaitForBarrier(residents_.front().generation))
    StopAtBarrier(grid, residents_.front());
}

// Starts the next block, or the blocks of the next cluster. False if none is left for now.
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

// Runs blocks whose threads can wait, `watched` first. Blocks that finish by themselves run one after the other; blocks
// that wait for other blocks stay resident and take turns. A new block is started before another turn, because it may
// provide what the residents wait for; with clusters, only once the residents make no progress by themselves.
void FiberEngine::RunResidents(GridRun& grid, std::span<const std::uint64_t> watched) {
  // Unwatched blocks run later, on all workers, unless watched blocks may wait for them.
  const bool others_too = watched.empty() || grid.may_wait();
  const bool clusters = grid.cluster_size() > 1;
  bool is_stuck = true;
  Standstill standstill;
  Repetition repetition;
  while (!grid.HasStopped()) {
    const bool room = HasRoom(grid);
    // Blocks may wait for those before them: programs rely on a GPU that starts these first where it cannot hold all.
    if (residents_.size() >= kFewBlocks && !grid.request().cooperative) grid.StartAscending();
    if (room && (is_stuck || !clusters) && StartNext(grid, watched, others_too)) {
      is_stuck = false;
      if (!clusters && Advance(grid, residents_.back())) residents_.pop_back();
      continue;
    }
    if (residents_.empty() && (is_stuck || !clusters)) break;
    const Turn turn = TakeTurns(grid);
    is_stuck = turn.only_polled || residents_.empty();
    if (turn.anybody_ran) {
      if (StandsStill(grid, standstill, repetition, turn)) break;
      sched_yield();
    } else if (!residents_.empty() && !grid.HasStopped() && !(room && clusters && grid.HasUntaken())) {
      WaitForOthers(grid);
    }
  }
  if (repetition.has_begun()) grid.observer->ForgetMemory();
}

}  // namespace lockstep::launch
