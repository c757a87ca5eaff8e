#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The chosen thread's warp over time: a row for each lane, a column for each round, coloured by line. A gap in a row
// means that the lane stood still while others moved. A click moves to that lane and moment.
void DrawLanes(const replay::Model& model, Selection& selection, Desk& desk, Area area);

extern const Panel kLanes;

}  // namespace lockstep::viz
