#pragma once

// In which shape a flat array is shown: as the source means it (shared/replay/source_shape.h), unless the user says
// otherwise.

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The rectangles that hold `count` cells without a rest, by their columns; of many, the squarest.
std::vector<Shape> Rectangles(std::uint64_t count);

// A menu of shapes, of which the right end is at `right`; gives back its left end. `shown` becomes what is clicked.
// Nothing is drawn where there is no choice.
float DrawShapes(Desk& desk, const std::vector<Shape>& shapes, Shape& shown, ImVec2 right);

// The array in the shape that holds for it at the moment.
ArrayInfo InShownShape(const Model& model, Desk& desk, ArrayInfo array);

// The menu of its shapes, of which the right end is at `right`; gives back its left end. Nothing is drawn for arrays
// that have a shape of their own, or only one.
float DrawShapeMenu(const Model& model, Desk& desk, const ArrayInfo& array, ImVec2 right);

// The next of the source's shapes for the array in view; after the last, flat.
void ChooseNextShape(const Model& model, const Selection& selection, Desk& desk);

}  // namespace lockstep::viz
