#pragma once

// In: a region (regions.h). Out: whether anybody can find out in which order the tiles of a block run it. Where all
// that is read of one memory, shared or global, was written before the barrier, and nothing else is done that others
// see, none can. Limit: threads of several warps that write one cell, whose address depends on the thread, with no
// barrier between: any of them may be the last.

#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

bool ShowsTileOrder(const WarpBody& region);

}  // namespace lockstep::pass::warp
