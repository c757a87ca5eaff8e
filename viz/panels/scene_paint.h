#pragma once

// The colours of the scene's cells: who has read and written them up to now.

#include "viz/panels/scene_sheets.h"
#include "viz/panels/scene_view.h"

namespace lockstep::viz {

// Brings the footprints, and where shared memory was loaded from, up to date for the chosen thread and the moment.
void TakeFootprints(const replay::Model& model, const Selection& selection, Desk& desk, const SceneSheets& scene);

// The colour of cells that threads have read, or written: the nearer to the chosen thread, the stronger.
ImU32 FootprintColor(const Desk& desk, FootprintOf whose, bool written);

// The colours of a cell; both are the same unless it was read and written. Transparent if nobody of those shown has
// touched it.
struct CellColors {
  ImU32 read = 0, written = 0;
};
CellColors ColorsOf(const Desk& desk, std::size_t sheet, std::uint64_t cell, replay::Position now);

// Draws a sheet whose cells are too small for letters, or that is shown as a picture.
void DrawSmallCells(const replay::Model& model, Desk& desk, const Sheet& sheet, std::size_t place, Area canvas);

}  // namespace lockstep::viz
