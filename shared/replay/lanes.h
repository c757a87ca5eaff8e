#pragma once

// The history of a warp's lanes, round by round (see stepping.h): where they diverged, which of them stood still
// meanwhile, where they reconverged, and whose values they got by shuffles.

#include <array>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

// The threads of a warp: thread slots [begin, end).
struct WarpSlots {
  std::uint32_t begin = 0, end = 0;
};
WarpSlots WarpSlotsOf(const Model& model, ThreadSlot thread);

enum class LaneState : std::uint8_t {
  kNotStarted,
  kMoved,    // reached a line in this round
  kHeld,     // stood on its line while others of the warp moved: they had diverged
  kWaiting,  // stood at a barrier
  kEnded,    // had finished or faulted before
};

struct LaneCell {
  static constexpr std::uint8_t kNobody = 255;

  LaneState state{};
  trace::SiteId site = trace::SiteId::kNone;  // of the line that it stands on
  // Of a lane that moved: whose value it gets there, by the last shuffle of the line. Its own where it asks itself.
  std::uint8_t heard = kNobody;
};

// One round: the moment at its end, and what each lane did in it.
struct LaneColumn {
  Position end = 0;
  std::uint32_t moved = 0;  // lanes
  std::array<LaneCell, 32> lanes;
};

struct LaneHistory {
  std::uint32_t lanes = 0;  // of this warp: 32, or fewer in the last one of a block
  std::size_t rounds = 0;   // in total
  std::size_t first = 0;    // the round of the first column
  std::vector<LaneColumn> columns;
};

// Columns for rounds [first, first + count) of the chosen thread's warp, as far as they exist. No columns if the block
// was not recorded.
LaneHistory LanesOver(const Model& model, ThreadSlot thread, std::size_t first, std::size_t count);

// The line that most of the lanes of a round have reached, and how many have; no line if none has.
struct RoundLine {
  Line line;
  std::uint32_t lanes = 0;
};
RoundLine LineOfRound(const Model& model, const LaneColumn& round);

// The number of rounds that have ended by this moment, minus one; 0 before the end of the first.
std::size_t RoundAt(const Model& model, ThreadSlot thread, Position position);

}  // namespace lockstep::replay
