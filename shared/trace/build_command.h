#pragma once

#include <string>

#include "shared/trace/recording.h"

namespace lockstep::trace {

// The sources and flags that the recorded program was built with, as a shell takes them after `lockstep record`:
// "b.cu 'main file.cpp' -O3 -DN=4".
std::string BuildCommand(const Recording& recording);

}  // namespace lockstep::trace
