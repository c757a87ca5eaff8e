#pragma once

// Lines of one recording of a program and those of another one, whose source may have been edited between them.

#include <map>

#include "shared/replay/cursor.h"
#include "shared/trace/recording.h"

namespace lockstep::replay {

// For each line of recording `from` the line of `to` with the same text; a changed line stands for the one in its
// place. Files are the same if their names are.
class LineMap {
 public:
  LineMap(const trace::Recording& from, const trace::Recording& to);

  // Line 0 if it has no counterpart.
  Line Of(Line line) const;

 private:
  std::map<Line, Line> lines_;
};

}  // namespace lockstep::replay
