#pragma once

#include "shared/replay/arrays.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// Draws several of these arrays at once in the canvas, on one plane that can be zoomed and moved: values, what the
// chosen thread's line touches, the footprints of the thread, its warp and its block, its last accesses, and where
// shared memory was loaded from. A click chooses an element.
void DrawArrayScene(const replay::Model& model, Selection& selection, Desk& desk,
                    const std::vector<replay::ArrayInfo>& arrays, Area canvas);

// The next wider footprint, and then none.
void WidenFootprint(Desk& desk);

}  // namespace lockstep::viz
