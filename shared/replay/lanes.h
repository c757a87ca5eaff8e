#pragma once

// What the lanes of a warp did, round by round (see stepping.h): where they went different ways, who stood still
// meanwhile, and where they met again.

#include <array>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

enum class LaneDeed : std::uint8_t {
  kNotStarted,
  kMoved,    // reached a line in this round
  kHeld,     // stood on its line while others of the warp moved: they had diverged
  kWaiting,  // stood at a barrier
  kEnded,    // had finished or faulted before
};

struct LaneCell {
  LaneDeed deed{};
  SiteId site = SiteId::kNone;  // of the line that it stands on
};

// One round: the moment at its end, and what each lane did in it.
struct LaneColumn {
  Position end = 0;
  std::uint32_t moved = 0;  // lanes
  std::array<LaneCell, 32> lanes;
};

struct LaneHistory {
  std::uint32_t lanes = 0;  // of this warp: 32, or fewer in the last one of a block
  std::size_t rounds = 0;   // there are altogether
  std::size_t first = 0;    // which round the first column is
  std::vector<LaneColumn> columns;
};

// Columns for rounds [first, first + count) of the chosen thread's warp, as far as there are so many. Without columns
// where the block was not recorded.
LaneHistory LanesOver(const Model& model, ThreadSlot thread, std::size_t first, std::size_t count);

// The round that the moment lies in: the last that has ended by then; none before the end of the first.
std::size_t RoundAt(const Model& model, ThreadSlot thread, Position position);

}  // namespace lockstep::replay
