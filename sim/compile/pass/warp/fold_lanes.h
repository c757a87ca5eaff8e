#pragma once

// In: a canonical body, and whether all tiles begin at a multiple of 32 of the thread's linear number.
// Out: the same, where an index modulo 32 is the lane's number and an index divided by 32 is one for the whole tile.
// Tiles of one row begin at a multiple of 32 of threadIdx.x in any case.

#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

void FoldLanes(const WarpBody& body, bool whole_warps);

}  // namespace lockstep::pass::warp
