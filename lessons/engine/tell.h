#pragma once

// A recording told in the terminal: each launch's shape, and a small table of which thread worked on which element.

#include <string>

#include "shared/trace/recording.h"

namespace lockstep {

std::string TellRecording(const Recording& recording);

}  // namespace lockstep
