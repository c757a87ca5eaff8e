#pragma once

// How faults of a kernel, and undefined arithmetic, are classified and worded.

#include <cstdint>
#include <string>

#include "shared/report/kind.h"
#include "sim/inspect/rounds.h"
#include "sim/launch/launch.h"

namespace lockstep::inspect {

report::FindingKind KindOf(const launch::LaunchOutcome& outcome);
std::string FactOf(const launch::LaunchOutcome& outcome);
std::string HintFor(const launch::LaunchOutcome& outcome);

// `what` is one of LOCKSTEP_UNDEFINED_*, with its operand.
report::FindingKind KindOfUndefined(std::uint64_t what);
std::string FactOfUndefined(std::uint64_t what, std::uint64_t operand);
const char* HintForUndefined(std::uint64_t what);

// Of a loop that does not end; never of Rounds::kGoOn.
const char* FactOfEndless(Rounds why, bool awaits_nan);
const char* HintForEndless(Rounds why, bool awaits_nan);
// Of a loop that a whole block or warp is in; and of a thread of it, where it waits for the others.
const char* HintForEndlessBlock(bool awaits_nan);
const char* NoteOfEndless(launch::Waits waits);

}  // namespace lockstep::inspect
