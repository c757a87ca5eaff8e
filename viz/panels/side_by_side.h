#pragma once

// Two captures of one program side by side: the list of arrays, and both sides and the difference of the chosen one.

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The top of the window: what was compared, and the result.
void DrawSidesBar(const SideBySide& sides, Desk& desk);

// The list of arrays with their results; a click chooses one.
void DrawPairs(const SideBySide& sides, Desk& desk);

// The chosen array three times, as pictures or as cells, which scroll, zoom and point together. The user may choose
// another shape for a flat array.
void DrawPanes(SideBySide& sides, Desk& desk);

extern const Panel kSidesBar, kSidesPairs, kSidesPanes;

}  // namespace lockstep::viz
