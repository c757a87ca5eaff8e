#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The chosen thread: which one it is, the calls it is in, and its variables with their values. A click on a variable
// colours the grid by it.
void DrawVariables(const Model& model, Selection& selection, Desk& desk);

}  // namespace lockstep::viz
