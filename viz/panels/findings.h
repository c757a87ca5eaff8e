#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The findings of `check`, with the terminal's text; the chosen one with its sides, its memory and its hint. A click on
// a finding moves to its first side, a click on a side to that side.
void DrawFindings(const replay::Model& model, Selection& selection, Desk& desk);

extern const Panel kFindings;

}  // namespace lockstep::viz
