#pragma once

// Moments of a recording that remarks lead to.

#include "jobs/recorded_array.h"
#include "jobs/requirement.h"

namespace lockstep::jobs {

std::uint32_t LaunchIndex(const trace::Recording& recording, const trace::RecordedLaunch& launch);

// "thread (4,0,0) of block (3,0,0)"
std::string Describe(const Moment& who);

// When a thread, linear in the grid, wrote the cell in the array's launch.
Moment MomentOfWrite(const RecordedArray& array, std::uint64_t cell, std::uint64_t linear);
// When a thread leaves that should have written something.
Moment MomentOfExit(const RecordedArray& array, std::uint64_t linear);

// A fault ends the launch, and no later one runs.
bool WasStopped(const trace::Recording& recording);
// The first access outside memory, or the fault that ended a launch; a remark that is good where there is none.
Remark FirstFault(const trace::Recording& recording);

}  // namespace lockstep::jobs
