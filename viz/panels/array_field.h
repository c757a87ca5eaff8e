#pragma once

// Which part of each element of an array of structs is shown: all parts as columns, or one of them as an array.

#include "shared/replay/arrays.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// The array with the part that the user has chosen for it; unchanged if there is none.
replay::ArrayInfo InShownField(const replay::Model& model, const Desk& desk, replay::ArrayInfo array);
// For an array of structs without a chosen part, the array of each part: its columns. Empty for other arrays.
std::vector<replay::ArrayInfo> ColumnsOf(const replay::Model& model, const replay::ArrayInfo& array);

// The array of the chosen cell, with the part that is meant: the one that is shown, else the one that was clicked. None
// if no cell is chosen, or it is not in the array any more.
std::optional<replay::ArrayInfo> ArrayOfCell(const replay::Model& model, const Selection& selection, const Desk& desk);
// Chooses a cell, and the part of it that `array` shows.
void ChooseCellIn(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
                  std::uint64_t cell);

// Shows that part, or with an empty path all of them.
void ShowField(Desk& desk, const std::string& array, const std::string& path);
// The choice as a menu, with its right end at `right`. Returns its left end; right.x if the array has no parts.
float DrawFieldMenu(const replay::Model& model, Desk& desk, const replay::ArrayInfo& array, ImVec2 right);
void ChooseNextField(const replay::Model& model, const Selection& selection, Desk& desk);

}  // namespace lockstep::viz
