#include "sim/inspect/barrier_words.h"

#include <fmt/format.h>

namespace lockstep::inspect {

const char* const kMoveOutOfBranch = "move the barrier out of the branch, so that every thread of the block comes by";
const char* const kCountWhoComes =
    "let every thread of the block come to it, and let the barrier count as many threads as come";
const char* const kComeToGridBarrier =
    "let every thread of the grid come to `grid.sync()`, also those that have no work";
const char* const kNameOnlyComingLanes =
    "name only lanes that reach the call in the mask: `__ballot_sync` before the branch returns them";

DeadlockWords WordsOf(Deadlock deadlock, std::uint64_t not_started) {
  switch (deadlock) {
    case Deadlock::kNoRoom:
      return {report::FindingKind::kDeadlock, launch::Waits::kNothing,
              fmt::format("the blocks that run wait for others, and leave no room to start {} of them", not_started),
              "launch no more blocks than fit on the device at once (occupancy times multiprocessors); a cooperative "
              "launch refuses more"};
    case Deadlock::kWarp:
      return {report::FindingKind::kWarpMask, launch::Waits::kWarp,
              "lanes wait in a `_sync` operation for others that its mask names and that never come",
              kNameOnlyComingLanes};
    case Deadlock::kGrid:
      return {report::FindingKind::kGridBarrierSkipped, launch::Waits::kGridBarrier,
              "threads wait at the grid's barrier, and others of the grid never reach it", kComeToGridBarrier};
    case Deadlock::kBlock:
      return {report::FindingKind::kBarrierSkipped, launch::Waits::kBlockBarrier,
              "threads of a block wait at a barrier, and others of the block never reach it", kMoveOutOfBranch};
    case Deadlock::kPoll:
      return {
          report::FindingKind::kDeadlock, launch::Waits::kNothing,
          "threads wait in a loop for what no thread does any more",
          "does some thread set the flag in every case, is every lock given back, and are locks taken in the same "
          "order everywhere? A launch ends here before the host and other streams go on, so it cannot wait for them"};
    case Deadlock::kMixed: break;
  }
  return {report::FindingKind::kDeadlock, launch::Waits::kNothing,
          "every thread of the block that is left waits for another", "let all threads come to the same barriers"};
}

std::string PlaceOfWait(launch::Waits waits, std::uint32_t mask) {
  switch (waits) {
    case launch::Waits::kNothing: return "in a loop";
    case launch::Waits::kWarp: return fmt::format("for the lanes of mask 0x{:08x}", mask);
    case launch::Waits::kBlockBarrier: return "at a barrier of the block";
    case launch::Waits::kNamedBarrier: return "at a named barrier";
    case launch::Waits::kClusterBarrier: return "at the cluster's barrier";
    case launch::Waits::kGridBarrier: return "at the grid's barrier";
    case launch::Waits::kConvergence:
    case launch::Waits::kExited: break;
  }
  return "";
}

}  // namespace lockstep::inspect
