#pragma once

#include "shared/replay/arrays.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// Draws the array as a picture in the canvas. It can be zoomed and moved, and a click chooses an element.
void DrawPicture(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
                 const replay::PictureShape& shape, Area canvas);

// Slanting lines under the picture, visible through transparent pixels. Their distance does not depend on the zoom.
void DrawHatching(const Desk& desk, Area area, Area clip);

}  // namespace lockstep::viz
