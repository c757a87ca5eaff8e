#pragma once

// How the threads of a program share the work of writing an array.

#include "jobs/recorded_array.h"

namespace lockstep::jobs {

struct WorkShares {
  std::size_t writers = 0;  // threads of all launches that wrote some cell
  std::uint64_t cells = 0;  // that some thread wrote
  // The thread that wrote most cells. Threads of the same number in several launches count as one: a launch for each
  // cell shares nothing.
  std::uint64_t most = 0, busiest = 0;
  std::vector<const trace::RecordedLaunch*> launches;  // that wrote some cell

  // "thread (0,0,0) of block (2,0,0)"
  std::string BusiestThread() const;
  std::uint64_t SmallestBlock() const;  // threads
  // The most threads of a launch whose blocks have at least `block` threads; 0 if there is none.
  std::uint64_t ThreadsInBlocksOf(std::uint64_t block) const;
};

WorkShares SharesOf(const RecordedArray& array);

// Cells that one thread may write where the reference solution shares the work as `right` does: twice as many as its
// busiest thread. A launch of fewer threads, in whole blocks, has as many times more work for each: a loop with the
// grid as its stride, or blocks that take several rows. A block is whole if it has a warp of threads, or as many as the
// reference's.
std::uint64_t FairShare(const WorkShares& mine, const WorkShares& right);

}  // namespace lockstep::jobs
