#include "sim/launch/loop_engine.h"

#include <algorithm>

#include "sim/launch/fault_search.h"
#include "sim/launch/lanes.h"
#include "sim/launch/later_sums.h"
#include "sim/machine/host_memory.h"
#include "sim/memory/device_memory.h"

namespace lockstep::launch {
namespace {

// The number of blocks taken at once: small enough for an even distribution, large enough to make taking cheap. From a
// grid of many millions of blocks a worker takes more, because each of them does little.
constexpr std::uint64_t kBatch = 16, kLargeBatch = 1024;

// After so many blocks, their sums (later_sums.h) are added to memory. The blocks of a grid of few may take long.
constexpr std::uint64_t kMostKept = 128;

std::uint64_t BatchFor(const GridRun& grid) {
  const std::uint64_t blocks = grid.block_count();
  return std::max(std::clamp<std::uint64_t>(blocks / 64, 1, kBatch), std::min(blocks >> 16, kLargeBatch));
}

// The next block. Divisions for each block would cost more than an empty kernel.
void StepOn(LockstepBlock& block) {
  if (++block.index[0] < block.grid_dim[0]) return;
  block.index[0] = 0;
  if (++block.index[1] < block.grid_dim[1]) return;
  block.index[1] = 0;
  ++block.index[2];
}

void RunThread(const GridRun& grid, ThreadRun& thread) {
  thread.rounds_left = grid.plan.rounds;
  if (thread.rounds_left != 0) thread.rounds = {};
  thread.last_error = 0;
  grid.request().kernel->thread_entry(&thread, grid.request().arguments);
}

// Each thread of the block, x fastest, then y, then z, as CUDA numbers threads.
void RunAscending(const GridRun& grid, const LockstepBlock& block, ThreadRun& thread) {
  for (std::uint32_t z = 0; z < block.block_dim[2]; ++z)
    for (std::uint32_t y = 0; y < block.block_dim[1]; ++y)
      for (std::uint32_t x = 0; x < block.block_dim[0]; ++x) {
        thread.index[0] = x;
        thread.index[1] = y;
        thread.index[2] = z;
        RunThread(grid, thread);
        ++thread.linear;
      }
}

// No thread waits for another, so each goes to its end in every order.
void RunInOrder(const GridRun& grid, const LockstepBlock& block, std::uint64_t linear, ThreadRun& thread) {
  const std::uint32_t across = block.block_dim[0], down = block.block_dim[1];
  const std::uint32_t count = across * down * block.block_dim[2];
  StartOrder order(grid.call().order, count, linear);
  for (std::uint32_t i = 0; i < count; ++i) {
    thread.linear = static_cast<std::uint32_t>(order.Next());
    thread.index[0] = thread.linear % across;
    thread.index[1] = thread.linear / across % down;
    thread.index[2] = thread.linear / across / down;
    RunThread(grid, thread);
  }
}

// Runs the same kernel for each thread of the block.
void RunThreads(const GridRun& grid, const LockstepBlock& block, std::uint64_t linear) {
  ThreadRun thread;
  thread.block = &block;
  thread.site = nullptr;
  thread.linear = 0;
  thread.watched = grid.plan.watch_all;
  __lockstep_current = &thread;
  if (session::StartsAscending(grid.call().order))
    RunAscending(grid, block, thread);
  else
    RunInOrder(grid, block, linear, thread);
  __lockstep_current = nullptr;
}

// Check mode: the block in the lanes of vectors, where the order of threads turns out not to matter. False if it has to
// run thread by thread.
bool TryLanes(const GridRun& grid, const LockstepBlock& block) {
  const LockstepKernel& kernel = *grid.request().kernel;
  std::jmp_buf* const doubt = kernel.block_entry ? grid.observer->TrialBegins() : nullptr;
  if (!doubt) return false;
  ThreadRun thread;
  thread.block = &block;
  thread.site = nullptr;
  thread.linear = 0;
  thread.watched = true;
  __lockstep_current = &thread;
  if (setjmp(*doubt) != 0) {
    __lockstep_current = nullptr;
    return false;
  }
  kernel.block_entry(&block, grid.request().arguments);
  __lockstep_current = nullptr;
  grid.observer->TrialEnds();
  return true;
}

// Shared memory belongs to one block: the contents that the previous block left are poisoned.
void RunBlock(const GridRun& grid, const LockstepBlock& block, std::uint64_t linear) {
  const LockstepKernel& kernel = *grid.request().kernel;
  grid.PoisonShared(block.shared);
  if (grid.plan.watch_all) {
    grid.observer->LoopBegins(block, linear);
    if (!TryLanes(grid, block)) RunThreads(grid, block, linear);
    grid.observer->LoopEnds();
    return;
  }
  // If possible, the compiler has put the loops of RunThreads around the kernel's body, which allows it to run
  // several threads at once in the lanes of the processor's vectors.
  if (kernel.thread_entry)
    RunThreads(grid, block, linear);
  else
    kernel.block_entry(&block, grid.request().arguments);
}

}  // namespace

// Blocks do not wait for each other either, so each worker takes some of the remaining ones and runs them one at a
// time.
void LoopEngine::Work(GridRun& grid) {
  DropKeptSums();
  char* const shared = arenas_.Take();
  const std::uint64_t batch = BatchFor(grid);
  std::uint64_t first = 0, kept = 0;
  while (const std::uint64_t count = grid.TakeBlocks(batch, first)) {
    block_ = grid.DescribeBlock(first, shared);
    if (grid.request().kernel->engine == LOCKSTEP_WARPS) RunLanesOf(&block_, &grid);
    for (std::uint64_t linear = first; linear < first + count && !grid.HasStopped(); ++linear, StepOn(block_))
      if (!grid.WasWatched(linear)) RunBlock(grid, block_, linear);
    kept += count;
    if (batch < kBatch || kept >= kMostKept) AddKeptSums(), kept = 0;
  }
  AddKeptSums();
}

void LoopEngine::FindThread(GridRun& grid, LaunchOutcome& outcome) {
  const LockstepKernel& kernel = *grid.request().kernel;
  if (kernel.thread_entry || !IsSignal(outcome.fault)) return;
  ShowPrints();
  DropPrints(true);
  const auto run = [&] {
    // A block with fewer threads does not write all that the whole one does.
    memory::FillWithPoison(block_.shared, grid.arena_size());
    kernel.block_entry(&block_, grid.request().arguments);
  };
  const auto entry = reinterpret_cast<std::uint64_t>(kernel.block_entry);
  launch::FindThread(block_, machine::PartOfImage(entry), run, outcome);
  DropPrints(false);
}

// A fault may have left lanes between their prints and the end of their tile.
void LoopEngine::GiveUp() {
  ShowPrints();
  RunLanesOf(nullptr, nullptr);
}

}  // namespace lockstep::launch
