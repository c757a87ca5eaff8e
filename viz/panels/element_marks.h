#pragma once

// What is said of single elements, in a picture and in cells alike: that the chosen thread's line touches one, that an
// exercise expects another value in one, and the tip with the value, who wrote it, and by which formula.

#include <map>

#include "viz/panels/desk.h"

namespace lockstep::viz {

// Who touches the array's elements on the chosen thread's line.
struct Marks {
  std::map<std::uint64_t, Touch> by_cell;
};
Marks MarksOn(const Model& model, const Selection& selection, const ArrayInfo& array);
ImU32 MarkColor(const Desk& desk, const Touch& touch);

// What the exercise in view expects in the element; null where it says nothing of it.
const std::string* ExpectedAt(const Desk& desk, const ArrayInfo& array, std::uint64_t cell);
// Beside the element, on the side that has room in the canvas.
void DrawExpected(const Desk& desk, Area canvas, Area element, const std::string& value);

void TipForCell(const Model& model, const Desk& desk, const ArrayInfo& array, std::uint64_t cell);

}  // namespace lockstep::viz
