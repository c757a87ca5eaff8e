#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// Keys that ask about the chosen cell.
// The same by the mouse, in a strip under the arrays, where there is room and a cell is chosen.
bool HasCellButtons(const replay::Model& model, const Selection& selection, const Desk& desk, Area area);
void DrawCellButtons(const replay::Model& model, Selection& selection, Desk& desk, Area strip);

extern const Panel kCellKeys;

}  // namespace lockstep::viz
