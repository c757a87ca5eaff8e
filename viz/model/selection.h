#pragma once

// What the learner looks at and how: a place in the recording, and what the window does there. One Selection serves the
// whole window, so whatever is chosen in one panel is chosen in all of them.

#include <set>

#include "shared/replay/cursor.h"

namespace lockstep::viz {

// The window speaks of recordings in the words of shared/replay.
using namespace replay;  // NOLINT(google-build-using-namespace)

struct Selection : Cursor {
  std::set<Line> breakpoints;
  bool playing = false;
  bool to_finding = false;  // asked for: the next frame goes to the chosen side of the chosen finding
};

}  // namespace lockstep::viz
