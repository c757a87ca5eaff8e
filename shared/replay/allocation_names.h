#pragma once

// Names of allocations that no kernel takes, which the recorder cannot know.

#include <string_view>

#include "shared/trace/recording.h"

namespace lockstep::replay {

// Gives each allocation without a name that of the host's variable, `d_out` for `cudaMalloc(&d_out, bytes)`, as the
// source of the call has it; else that of the call's line, `allocation_line_33`. Where a name is taken, a number
// follows: `d_out_2`. An allocation whose call has no known line stays without a name.
void NameAllocations(trace::Recording& recording);

// The allocation that the host's source keeps in a variable of this name; of several, the last one. kNone without one.
trace::ObjectId AllocationOfHost(const trace::Recording& recording, std::string_view name);

}  // namespace lockstep::replay
