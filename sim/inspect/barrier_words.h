#pragma once

// How findings about barriers and deadlocks are worded.

#include <string>

#include "shared/report/kind.h"
#include "sim/inspect/waiting.h"

namespace lockstep::inspect {

struct DeadlockWords {
  report::FindingKind kind;
  launch::Waits guilty;  // the threads that wait so show the guilty line
  std::string fact;
  const char* hint;
};
DeadlockWords WordsOf(Deadlock deadlock, std::uint64_t not_started);

// The wait of a thread, as a note: "at a barrier of the block". `mask` is that of a warp operation.
std::string PlaceOfWait(launch::Waits waits, std::uint32_t mask);

extern const char* const kMoveOutOfBranch;
extern const char* const kCountWhoComes;
extern const char* const kComeToGridBarrier;
extern const char* const kNameOnlyComingLanes;

}  // namespace lockstep::inspect
