#pragma once

// Annotations of single elements, in pictures and cells alike: accesses by the chosen thread's line, the value that an
// exercise expects, and the tip with the value, its writer, and the formula.
#include <map>

#include "shared/replay/arrays.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// The accesses to the array's elements on the chosen thread's line.
struct Marks {
  std::map<std::uint64_t, replay::Touch> by_cell;
};
Marks MarksOn(const replay::Model& model, const Selection& selection, const replay::ArrayInfo& array);
ImU32 MarkColor(const Desk& desk, const replay::Touch& touch);

// The value that the exercise in view expects in the element; null if there is none.
const std::string* ExpectedAt(const Desk& desk, const replay::ArrayInfo& array, std::uint64_t cell);
// Draws it beside the element, on the side with room in the canvas.
void DrawExpected(const Desk& desk, Area canvas, Area element, const std::string& value);

void TipForCell(const replay::Model& model, const Desk& desk, const replay::ArrayInfo& array, std::uint64_t cell);

}  // namespace lockstep::viz
