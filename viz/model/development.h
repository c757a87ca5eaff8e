#pragma once

// The result of an exercise develops like a photograph: its cells appear in the order in which the threads wrote them.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::viz {

// Blocks that were not recorded have no steps, but the recording knows what each of them has written. They take their
// turn by number between the recorded ones, because blocks are run in the order of their numbers.
struct Development {
  static constexpr std::uint64_t kAllBlocks = ~std::uint64_t{0};

  // The part of the picture that is visible once so many cells have been written.
  struct Stage {
    std::uint64_t cells = 0;
    replay::Position moment = 0;
    std::uint64_t blocks = 0;  // of the unrecorded ones, those with a lower linear number
  };

  std::uint32_t launch = 0;  // index into Recording::launches
  trace::ObjectId result = trace::ObjectId::kNone;
  std::vector<Stage> stages;  // ascending; not empty; the last one is the end of the launch

  // `share` of all cells, from 0 to 1.
  const Stage& At(double share) const;
};

// Of the launch, if it writes one of the arrays, else of the last one that does. None if no launch does.
std::optional<Development> DevelopmentOf(const trace::Recording& recording, std::span<const std::string> arrays,
                                         std::uint32_t launch);

}  // namespace lockstep::viz
