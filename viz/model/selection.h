#pragma once

// The user's current place in the recording, and the window's reaction to it. One Selection serves the whole window, so
// a choice in one panel applies to all panels.

#include "shared/replay/cursor.h"
#include "viz/model/breakpoint.h"

namespace lockstep::viz {

// The window uses the vocabulary of shared/replay.
using namespace replay;  // NOLINT(google-build-using-namespace)

struct Selection : replay::Cursor {
  Breakpoints breakpoints;
  bool playing = false;
};

}  // namespace lockstep::viz
