#pragma once

namespace lockstep {

// The value of an environment variable when this library or program was loaded; null where it was not set. A program
// may empty its environment before its first kernel, and means nothing of ours by it.
const char* VariableAtStart(const char* name);

}  // namespace lockstep
