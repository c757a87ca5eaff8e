#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The whole grid, which can be zoomed, and beside it the chosen block with all its threads, coloured by the line of a
// thread, by its state, or by the value of a variable. A click chooses a thread.
void DrawGrid(const replay::Model& model, Selection& selection, Desk& desk);

extern const Panel kGrid;

}  // namespace lockstep::viz
