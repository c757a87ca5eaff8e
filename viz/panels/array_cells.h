#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The array as cells with their values in the canvas, which scrolls. A click chooses an element.
void DrawCells(const Model& model, Selection& selection, Desk& desk, const ArrayInfo& array, Area canvas);

}  // namespace lockstep::viz
