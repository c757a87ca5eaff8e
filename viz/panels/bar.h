#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The top of the window: program, launch, and one sentence on the chosen thread.
void DrawBar(const replay::Model& model, Selection& selection, Desk& desk);

// The switches at the right end of a bar: theme and help. They end before `end`, centred on `middle`.
void DrawSwitches(Desk& desk, float end, float middle);

extern const Panel kBar;

}  // namespace lockstep::viz
