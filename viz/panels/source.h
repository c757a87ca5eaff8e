#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The source text: who of the chosen block stands on which line, breakpoints, and behind each line the numbers of the
// chosen thread. A click on a line chooses it; a click in the margin sets or removes a breakpoint.
void DrawSource(const Model& model, Selection& selection, Desk& desk);

}  // namespace lockstep::viz
