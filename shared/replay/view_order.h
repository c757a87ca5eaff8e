#pragma once

// Other orders in which the recorded steps of a launch may have happened.
//
// A recorder runs the warps of a block, and the blocks, one after the other as far as it can: a learner who steps
// through sees a queue. The order of two steps matters only if both are of one warp, access the same bytes (and one
// writes), or are apart by a barrier; any order that keeps these is as true as the recorded one, with the same values.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "shared/base/error.h"
#include "shared/replay/cursor.h"

namespace lockstep::replay {

enum class ViewOrder : std::uint8_t { kRecorded, kWarpsInTurn, kBlocksSideBySide };

// "as recorded", "warps in turn", "blocks side by side"
std::string_view NameOf(ViewOrder order);

// For each place in the order, the recorded step that is there. A warp's turn takes each of its threads to its next
// line; then it is the next warp's turn, of the block or of all blocks. nullopt if the launch has more than
// kMostOrdered steps.
inline constexpr std::size_t kMostOrdered = 5'000'000;
std::optional<std::vector<StepIndex>> OrderSteps(const trace::RecordedLaunch& launch, ViewOrder order);

// The recording with the steps of each launch in that order, findings at their steps, and a note that says so.
Expected<trace::Recording> InOrder(trace::Recording recording, ViewOrder order);

}  // namespace lockstep::replay
