#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The chosen thread: its indices, its call stack, and its variables with their values. A click on a variable colours
// the grid by it.
void DrawVariables(const replay::Model& model, Selection& selection, Desk& desk);

extern const Panel kVariables;

}  // namespace lockstep::viz
