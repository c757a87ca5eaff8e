#pragma once

// The page after a solved exercise: why it works, the challenge, and the next lesson.

#include "viz/panels/panel.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {

void SetSolved(View& view, TextSetter& setter);
// The button that opens the next lesson, and the height that it takes: 0 if there is none.
float NextHeight(const View& view);
void DrawNext(View& view, Area area);

}  // namespace lockstep::viz
