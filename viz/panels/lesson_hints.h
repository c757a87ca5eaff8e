#pragma once

// The ladder of hints below the exercise's sentence.

#include "viz/panels/panel.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {

// Brings the ladder up to date with the exercise and the learner's text, and marks the line to mend in the source.
void PrepareHints(View& view);
// Takes the next level, if there is one.
void TakeHint(View& view);
// Sets the levels that were taken, and the button for the next one.
void SetHints(View& view, TextSetter& setter);
// A dot for each level, filled for those that were taken, up to `end`.
void DrawHintLevels(const Desk& desk, ImVec2 end);

}  // namespace lockstep::viz
