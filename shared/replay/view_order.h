#pragma once

// Other orders in which the recorded steps of a launch may have happened.
//
// A recorder runs the warps of a block, and the blocks, one after the other as far as it can: a learner who steps
// through sees a queue. The order of two steps matters only if both are of one warp, access the same bytes (and one
// writes), or are apart by a barrier; any order that keeps these is as true as the recorded one, with the same values.

#include <cstdint>
#include <functional>
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
// Told now and then how much is done, from 0 to 1; answers false if it is not wanted any more: there is no result then.
using GoOn = std::function<bool(float share)>;
std::optional<std::vector<StepIndex>> OrderSteps(const trace::RecordedLaunch& launch, ViewOrder order,
                                                 const GoOn& go_on = {});

// An order of all launches of a recording, both ways.
struct StepOrder {
  ViewOrder order = ViewOrder::kRecorded;
  // By launch: for each place in this order the recorded step that is there, and for each recorded step its place.
  std::vector<std::vector<StepIndex>> recorded, shown;

  // The moment right after the same step; before the first step and after the last one stay what they are.
  Position ToRecorded(std::uint32_t launch, Position moment) const;
  Position ToShown(std::uint32_t launch, Position moment) const;
};

struct OrderedRecording {
  trace::Recording recording;
  StepOrder steps;
};

// The recording with the steps of each launch in that order, findings at their steps, and a note that says so. The
// Error names the launch that is too large, or says that it was stopped.
Expected<OrderedRecording> InOrder(trace::Recording recording, ViewOrder order, const GoOn& go_on = {});

}  // namespace lockstep::replay
