#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// From the chosen thread to the elements that its line touches, over all panels: towards the element for a write,
// towards the thread for a read. Call it after the panels, which say where both are.
void DrawArrows(const Desk& desk);

}  // namespace lockstep::viz
