#pragma once

// The widths of a table's columns, chosen so that no word is cut and few lines are broken.

#include <vector>

namespace lockstep::viz {

struct ColumnNeed {
  float least = 0;  // the widest word
  float whole = 0;  // the widest cell on one line; not less than `least`
};

// One width for each column, together at most `room` unless the words alone are wider: then these share the room by
// need.
std::vector<float> ColumnWidths(const std::vector<ColumnNeed>& columns, float room);

}  // namespace lockstep::viz
