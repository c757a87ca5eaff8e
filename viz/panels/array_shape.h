#pragma once

// The shape in which a flat array is shown: that of the source (shared/replay/source_shape.h), unless the user chooses
// another one.

#include "shared/replay/arrays.h"
#include "viz/panels/array_view.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// The rectangles that hold `count` cells without remainder, by their columns; if there are many, the squarest.
std::vector<Shape> Rectangles(std::uint64_t count);

// A menu of shapes with its right end at `right`; returns its left end. A click changes `shown`. Nothing is drawn if
// there is no choice.
float DrawShapes(Desk& desk, const std::vector<Shape>& shapes, Shape& shown, ImVec2 right);

// The array in its current shape, and with the part of its elements that is chosen (array_field.h).
replay::ArrayInfo AsShown(const replay::Model& model, Desk& desk, replay::ArrayInfo array);

// The menu of its shapes with its right end at `right`; returns its left end. Nothing is drawn for arrays with a shape
// of their own, or only one.
float DrawShapeMenu(const replay::Model& model, Desk& desk, const replay::ArrayInfo& array, ImVec2 right);

// Chooses the next of the source's shapes for the array in view; after the last one, flat.
void ChooseNextShape(const replay::Model& model, const Selection& selection, Desk& desk);

}  // namespace lockstep::viz
