#pragma once

// Stepping: the moments at which a thread, a warp or a block stops at a line.
//
// A thread stops when it reaches a line, ends, or faults. A warp (or a block) moves in rounds: every thread of it that
// can advance reaches its next line, and the round ends before any thread would advance a second time. Rounds are
// counted from the start of the launch, so stepping backwards visits the same moments as stepping forwards.

#include <optional>
#include <set>

#include "shared/replay/model.h"

namespace lockstep::replay {

enum class Stride { kStep, kThread, kWarp, kBlock };
enum class Direction { kForward, kBackward };

// The next moment to stop at; none if there is nothing further in that direction. kThread, kWarp and kBlock refer to
// the chosen thread; in a block that was not recorded they have no next stop.
std::optional<Position> NextStop(const Model& model, trace::Dim3 block, trace::Dim3 thread, Stride stride,
                                 Direction direction);

struct Hit {
  Position position = 0;
  ThreadSlot thread = ThreadSlot::kNone;
};

// The next hit of a breakpoint: by `thread` if it ever reaches one in that direction, else by any thread.
std::optional<Hit> NextHit(const Model& model, const std::set<Line>& breakpoints, ThreadSlot thread,
                           Direction direction);

}  // namespace lockstep::replay
