#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// Draws arrows between the chosen thread and the elements that its line touches, over all panels: towards the element
// for a write, towards the thread for a read. Call it after the panels, which record both places.
void DrawArrows(const Desk& desk);

extern const Panel kArrows;

}  // namespace lockstep::viz
