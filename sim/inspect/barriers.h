#pragma once

// Barriers of blocks, clusters and grids: threads that go around one, that meet at different ones, that wait for others
// which never come. And what a barrier that opens means for the order of its threads.

#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "sim/inspect/block.h"
#include "sim/inspect/context.h"

namespace lockstep::inspect {

class BarrierCheck {
 public:
  explicit BarrierCheck(CheckContext& context) : context_(context) {}

  void LaunchBegins();
  // A block that is part of a cooperative grid stops running.
  void GridBlockStops(launch::BlockRun& run, launch::BlockState state);
  // Reports a launch that ended because blocks wait at the grid's barrier for one that has left; false where another
  // reason ended it.
  bool ReportFault(const launch::LaunchOutcome& outcome);

  // --- by the running thread
  void Arrives(CheckedBlock& block, launch::ThreadRun& thread, launch::Waits at);
  // The first thread that goes on after a barrier of the whole block takes the block into the next episode. True for
  // that thread.
  bool Passes(CheckedBlock& block, launch::ThreadRun& thread, launch::Waits at);
  // The thread comes to a named barrier and goes on: those who wait there know what it has done up to now.
  static void ArrivesOnly(CheckedBlock& block, const launch::ThreadRun& thread, std::uint32_t number);
  // The thread takes another way than that to the barrier or warp operation at `site`.
  void Skips(CheckedBlock& block, launch::ThreadRun& thread, const LockstepSite* site, bool leaves_loop);

  // The block has come to its end: barriers on different lines at which its threads met, and no more than that.
  void BlockEnds(CheckedBlock& block, launch::BlockRun& run);
  // No thread of the block can go on. `not_started`: blocks that found no room beside those that wait.
  void ReportDeadlock(launch::BlockRun& run, std::uint64_t not_started);

 private:
  // The cluster or the whole grid, and how many of its barriers were before.
  using BarrierKey = std::pair<std::uint64_t, std::uint64_t>;

  void PassNamed(CheckedBlock& block, launch::ThreadRun& thread);
  void PassShared(CheckedBlock& block, launch::ThreadRun& thread, launch::Waits at);
  static void CheckSites(CheckedBlock& block, launch::ThreadRun& thread);
  void CheckSlips(CheckedBlock& block, launch::BlockRun& run);
  void CheckSkips(CheckedBlock& block, launch::BlockRun& run);
  void ReportMixed(const MetApart& met, launch::BlockRun& run);
  void ReportSkip(const launch::ThreadRun& waits, const launch::ThreadRun& skips, const LockstepSite* site);
  void ReportLeft(const launch::ThreadRun& waits, const launch::ThreadRun& left, const LockstepSite* site);
  void ReportLoneGrid(launch::ThreadRun& thread);
  void ReportLeftGrid(launch::ThreadRun& thread, const CheckedBlock& block);

  CheckContext& context_;
  std::mutex mutex_;  // of all that follows: blocks run on several OS threads
  std::map<BarrierKey, std::uint32_t> floors_;
  const LockstepSite* grid_site_ = nullptr;
  std::map<std::uint64_t, report::FindingSide>
      at_grid_;                                   // by block: the first of its threads that wait at the grid's barrier
  std::optional<report::FindingSide> left_grid_;  // of the first block that has left
  std::uint64_t left_grid_block_ = 0;
};

}  // namespace lockstep::inspect
