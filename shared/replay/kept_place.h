#pragma once

// A place that can be found again in the recording of an edited version of the program: the thread, the line, and the
// number of the thread's visit to that line.

#include <optional>
#include <string>

#include "shared/replay/line_map.h"
#include "shared/replay/model.h"

namespace lockstep::replay {

struct KeptPlace {
  std::uint32_t launch = 0;  // RecordedLaunch::number
  trace::Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::string file;
  std::uint32_t line = 0;   // 0: before the thread's first line, or a thread that was not recorded
  std::uint32_t visit = 0;  // the number of earlier visits to the line
  std::uint32_t steps = 0;  // of the thread, since it reached the line
};

// The cursor is in the model's launch; the model need not be at its moment.
KeptPlace PlaceToKeep(const Model& model, const Cursor& cursor);
// The place that stands for it in `other`, whose source may have been edited: `lines` lead there. Of a line that is
// not in `other`, the line before that the thread came to.
KeptPlace PlaceIn(const trace::Recording& other, const LineMap& lines, const Model& model, const Cursor& cursor);

// The place in the model's launch; none if it is in another one, or the thread does not visit that line so often.
std::optional<Cursor> FindKept(const Model& model, const KeptPlace& place);

// Moves there, or to the moment of the thread's first element if it does not visit that line so often. False, with
// nothing changed, if the thread is not recorded any more.
bool GoToKept(Model& model, Cursor& cursor, const KeptPlace& place);

}  // namespace lockstep::replay
