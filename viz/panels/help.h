#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// What the keys and the mouse do, over a dimmed window. Gives back whether a click asked for it to go.
bool DrawHelp(const Desk& desk, Area window);

}  // namespace lockstep::viz
