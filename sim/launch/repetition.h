#pragma once

// The test of whether the blocks that a worker keeps in flight come back to a state that they were in: the stacks and
// registers of their threads, but for values that loops only carry, and the memory that these have written. As long as
// nobody else changes memory, they then do so for ever, and no thread of them ever leaves the loop that it is in.

#include <cstdint>
#include <span>
#include <vector>

#include "sim/launch/block_run.h"
#include "sim/launch/observer.h"

namespace lockstep::launch {

// The values that compiled code of the thread still needs where it called the runtime, as a number. Only in a call that
// has noted it.
std::uint64_t StateAtCall(const ThreadRun& thread);

class Repetition {
 public:
  // After a turn of all of them, when no thread runs. True if the state is that of an earlier turn, and in the turns
  // until it should be so again.
  bool Look(std::span<BlockRun* const> blocks, LaunchObserver& observer);
  bool has_begun() const { return turn_ > 0; }

 private:
  std::uint64_t turn_ = 0;
  std::uint64_t kept_at_ = 0, distance_ = 1;  // the turn whose state is kept, and when another one is
  std::uint64_t until_ = 0;                   // the turn in which a state that was repeated should come again
  std::vector<char> kept_, now_;
};

}  // namespace lockstep::launch
