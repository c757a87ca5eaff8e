#pragma once

// The accesses of the warp's lanes on the chosen thread's line as the memory system sees them: rows of 128 bytes,
// divided into sectors of 32 bytes (global memory) or 32 banks (shared memory).

#include "shared/replay/arrays.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

void DrawWarpAccess(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
                    Area canvas);

}  // namespace lockstep::viz
