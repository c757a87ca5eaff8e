#pragma once

// What the warp's lanes touch on the chosen thread's line, as the memory system sees it: rows of 128 bytes, split into
// sectors of 32 bytes (global memory) or into 32 banks (shared memory).

#include "viz/panels/desk.h"

namespace lockstep::viz {

void DrawWarpAccess(const Model& model, Selection& selection, Desk& desk, const ArrayInfo& array, Area canvas);

}  // namespace lockstep::viz
