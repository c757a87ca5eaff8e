#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// One array of device or shared memory, as cells or as a picture: what the chosen thread's line reads and writes, and
// who wrote the element under the mouse. A click chooses an element.
void DrawArrays(const Model& model, Selection& selection, Desk& desk);

}  // namespace lockstep::viz
