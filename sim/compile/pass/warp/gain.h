#pragma once

// In: a region without meetings. Out: why its threads are expected to be faster one by one than as lanes of vectors:
// the end of a sentence; nothing if they gain. Lanes that each walk through memory of their own gather, and a gather
// costs as much for each lane as a load costs a thread, also for a lane without work.

#include <optional>
#include <string>

#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

std::optional<std::string> WhyNoGain(const WarpBody& region, Shape shape);

}  // namespace lockstep::pass::warp
