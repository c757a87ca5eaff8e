#pragma once

// Two captures of one program beside each other: the arrays, and of the chosen one both sides and the difference.

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The top of the window: what was compared, and what came of it.
void DrawSidesBar(const SideBySide& sides, Desk& desk);

// The list of arrays, each with what became of it; a click chooses one.
void DrawPairs(const SideBySide& sides, Desk& desk);

// The chosen array three times, as pictures or as cells, which scroll, zoom and point together. A flat array may be
// given another shape.
void DrawPanes(SideBySide& sides, Desk& desk);

}  // namespace lockstep::viz
