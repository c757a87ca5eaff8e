#pragma once

// A place in one recording of a program, to be found again in the recording of an edited version: the thread, and which
// of its visits to which line it is in.

#include <string>

#include "shared/replay/model.h"

namespace lockstep::replay {

struct KeptPlace {
  std::uint32_t launch = 0;  // RecordedLaunch::number
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::string file;
  std::uint32_t line = 0;   // 0: before the thread's first line, or a thread that was not recorded
  std::uint32_t visit = 0;  // that many visits to the line came before
  std::uint32_t steps = 0;  // of the thread, since it came to the line
};

KeptPlace PlaceToKeep(const Model& model, const Cursor& cursor);

// Goes there; to the moment of the thread's first element where it does not come to that line so often. False, and
// nothing has moved, where the thread is not recorded any more.
bool GoToKept(Model& model, Cursor& cursor, const KeptPlace& place);

}  // namespace lockstep::replay
