#pragma once

// A recording as text for the terminal: each launch's shape, and a small table of the elements that threads worked on.

#include <string>

#include "shared/trace/recording.h"

namespace lockstep::lessons {

std::string FormatRecording(const trace::Recording& recording);

}  // namespace lockstep::lessons
