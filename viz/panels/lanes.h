#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The chosen thread's warp over time: a row for each lane, a column for each round, coloured by line. A gap in a row is
// a lane that stood still while others moved. A click goes to that lane and moment.
void DrawLanes(const Model& model, Selection& selection, Desk& desk, Area area);

}  // namespace lockstep::viz
