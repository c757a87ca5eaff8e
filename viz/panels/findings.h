#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// What `check` found, as the terminal tells it; the chosen finding with its sides, its memory and its hint. A click on
// a finding goes to its first side, a click on a side to that one.
void DrawFindings(const Model& model, Selection& selection, Desk& desk);

}  // namespace lockstep::viz
