#pragma once

// What the threads of the launch have printed, in the order of time: each line leads to its thread and moment.

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The launch's prints, kept for as long as the launch is in view.
const std::vector<OutputLine>& PrintsInView(const replay::Model& model, const Selection& selection, Desk& desk);

void DrawPrints(const replay::Model& model, Selection& selection, Desk& desk, Area area);

}  // namespace lockstep::viz
