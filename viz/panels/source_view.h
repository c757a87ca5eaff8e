#pragma once

// The marks on the program's text besides the selection; see source.cpp.

#include <cstdint>
#include <map>
#include <optional>

#include "shared/replay/cursor.h"
#include "viz/edit/code_change.h"
#include "viz/panels/area.h"

namespace lockstep::viz {

struct SourceView {
  replay::Line scrolled_to;
  float row_height = 0, height = 0;       // of a line and of the panel, in the frame before
  int unsettled = 0;                      // frames in which the line is brought into view again: ImGui limits scrolling
                                          // by the size that the text had in the frame before
  std::map<std::uint32_t, Area> results;  // of the notes in this frame, by line
  std::map<std::uint32_t, Area> margins;  // of the lines in this frame
  std::optional<LineToMend> to_mend;      // marked in the exercise's file
  bool to_marked = false;                 // request: the next frame scrolls to that line
};

}  // namespace lockstep::viz
