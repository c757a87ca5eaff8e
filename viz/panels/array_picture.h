#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// Draws the array as a picture in the canvas. It can be zoomed and moved, and a click chooses an element.
void DrawPicture(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
                 const replay::PictureShape& shape, Area canvas);

}  // namespace lockstep::viz
