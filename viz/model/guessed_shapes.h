#pragma once

// Shapes for the flat arrays of a comparison, from a recording of the program: a copy on the host is guessed to have
// the shape by which the kernels index the array on the device (shared/replay/source_shape.h).

#include "shared/replay/model.h"
#include "shared/report/compare.h"

namespace lockstep::viz {

// Gives a shape to each flat pair for which the recording suggests one: of the device's arrays with as many elements,
// that of the same name but for `h_` and `d_`, else the shape in which all of them agree. Moves the model.
void GuessShapes(replay::Model& model, report::Comparison& comparison);

}  // namespace lockstep::viz
