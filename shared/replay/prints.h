#pragma once

// The prints of the launch's threads.

#include <string_view>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

struct Print {
  StepIndex step = 0;
  ThreadSlot thread = ThreadSlot::kNone;
  std::string_view text;  // as it was printed, often with a line's end; the recording's
};

// One for each call of printf by a recorded thread, in the order of time.
std::vector<Print> PrintsOf(const Model& model);

// In one line: without the end of the line, other control characters as in C.
std::string OnOneLine(std::string_view text);

// Moves to the moment just after it was printed, and to its thread.
void GoToPrint(const Model& model, Cursor& cursor, const Print& print);

}  // namespace lockstep::replay
