#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The top of the window: which program and launch, and in one sentence what the chosen thread is doing.
void DrawBar(const Model& model, Selection& selection, Desk& desk);

// At the right end of a bar: light or dark, and help. Both are gone by `end`, centred on `middle`.
void DrawSwitches(Desk& desk, float end, float middle);

}  // namespace lockstep::viz
