#pragma once

// The page of the window while there is no recording yet: what is being done, or why there is none, and the button
// that makes another try where one may help.

#include <string>

#include "viz/panels/panel.h"

namespace lockstep::viz {

struct NoRecording {
  std::string doing;    // "Recording the lesson's program ... 12 s"; empty: nothing
  std::string problem;  // else: why there is none
};

void DrawNoRecording(Desk& desk, Area area, const NoRecording& state);

// The button alone, below a sentence, at this place.
void DrawTryAgain(Desk& desk, ImVec2 at);

// The key of the button.
extern const Panel kNoRecording;

}  // namespace lockstep::viz
