#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The array as a picture in the canvas: it can be zoomed and moved, and a click chooses an element.
void DrawPicture(const Model& model, Selection& selection, Desk& desk, const ArrayInfo& array,
                 const PictureShape& shape, Area canvas);

}  // namespace lockstep::viz
