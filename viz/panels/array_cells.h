#pragma once

#include "shared/replay/arrays.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// The width of the widest value that the array has at any moment of the launch, estimated from a sample: cells keep
// their width, and therefore their place, as time advances.
float WidestValue(const replay::Model& model, const Desk& desk, const replay::ArrayInfo& array);

// A dashed frame for a place outside the array that an access has missed.
void DrawOutside(Desk& desk, Area area, bool writes);

// Draws the array as cells with their values in the scrolling canvas. A click chooses an element.
void DrawCells(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
               Area canvas);

}  // namespace lockstep::viz
