#pragma once

// The moments at which threads stop, and the rounds in which warps and blocks move (stepping.h).

#include <cstdint>
#include <vector>

#include "shared/replay/launch_index.h"
#include "shared/trace/recording.h"

namespace lockstep::replay {

// A thread stops where it comes to a line, ends or faults.
bool IsStop(const trace::Step& step);

// The ends of the rounds of the threads in [first_slot, end_slot). Model::Rounds caches them.
std::vector<Position> FindRounds(const trace::RecordedLaunch& launch, const LaunchIndex& index,
                                 std::uint32_t first_slot, std::uint32_t end_slot);

}  // namespace lockstep::replay
