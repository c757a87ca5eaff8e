#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The whole grid, to zoom into, and beside it the chosen block with all its threads. Coloured by the line that a thread
// stands on, by its state, or by what a variable holds. A click chooses a thread.
void DrawGrid(const Model& model, Selection& selection, Desk& desk);

// The colour of every recorded thread at this moment, into desk.thread_colors. Call it once a frame, before the panels.
void ColourThreads(const Model& model, Desk& desk);

}  // namespace lockstep::viz
