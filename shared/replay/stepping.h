#pragma once

// Where to go next: the moments at which a thread, a warp or a block stands still on a line.
//
// A thread stops where it reaches a line, ends, or faults. A warp (a block) moves in rounds: every thread of it that
// can go reaches its next line, and the round is over before any of them would go a second time. Rounds are counted
// from the start of the launch, so that stepping back retraces the way that led here.

#include <optional>
#include <set>

#include "shared/replay/model.h"

namespace lockstep::replay {

enum class Stride { kStep, kThread, kWarp, kBlock };
enum class Direction { kForward, kBackward };

// The moment to go to; none where there is nothing further in that direction. kThread, kWarp and kBlock follow the
// chosen thread's; they have no way to go in a block that was not recorded.
std::optional<Position> NextStop(const Model& model, Dim3 block, Dim3 thread, Stride stride, Direction direction);

struct Hit {
  Position position = 0;
  ThreadSlot thread = ThreadSlot::kNone;
};

// Where a breakpoint is reached next: by `thread` if it ever reaches one in that direction, else by any thread.
std::optional<Hit> NextHit(const Model& model, const std::set<Line>& breakpoints, ThreadSlot thread,
                           Direction direction);

// The ends of the rounds of the threads in [first_slot, end_slot). Model::Rounds keeps them.
std::vector<Position> FindRounds(const Model& model, std::uint32_t first_slot, std::uint32_t end_slot);

}  // namespace lockstep::replay
