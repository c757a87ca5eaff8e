#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// Draws the array as cells with their values in the scrolling canvas. A click chooses an element.
void DrawCells(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
               Area canvas);

}  // namespace lockstep::viz
