#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The top of the window: which program and launch, and in one sentence what the chosen thread is doing.
void DrawBar(const Model& model, Selection& selection, Desk& desk);

}  // namespace lockstep::viz
