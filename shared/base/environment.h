#pragma once

namespace lockstep {

// The value that an environment variable had when this library or program was loaded; null if it was not set. Later
// changes are ignored, because a program may clear its environment before its first kernel.
const char* VariableAtStart(const char* name);

}  // namespace lockstep
