#pragma once

#include "shared/replay/drawing.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {

// Draws it as wide as its letters need, and at most as wide as the page.
void SetDrawing(Desk& desk, TextSetter& setter, const replay::Drawing& drawing);

}  // namespace lockstep::viz
