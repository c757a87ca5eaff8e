#pragma once

// Which arrays the scene shows, and where.

#include "shared/replay/arrays.h"
#include "viz/model/sheet_layout.h"
#include "viz/panels/desk.h"
#include "viz/panels/plane.h"
#include "viz/panels/scene_view.h"

namespace lockstep::viz {

// One array of the scene, at its place in this frame.
struct Sheet {
  replay::ArrayInfo array;
  std::vector<replay::ArrayInfo> columns;  // of an array of structs: a column for each field, a row for each element
  SheetSize size;
  std::optional<replay::PictureShape> picture;  // if it is shown as one
  Area cells;                                   // on the screen
  float cell_width = 1, cell_height = 1;        // pixels
  float letter = 1;                             // the height of values that fit into their cells

  // The place of a cell, and the cell of a place; none past the last one.
  std::pair<std::uint64_t, std::uint64_t> ColumnAndRow(std::uint64_t cell) const;
  std::optional<std::uint64_t> CellAt(std::uint64_t column, std::uint64_t row) const;
  Area AreaOf(std::uint64_t cell) const;  // of an array of structs, the row
  Area AreaAt(std::uint64_t column, std::uint64_t row) const;
  // The values that the cells of this column show.
  const replay::ArrayInfo& ShownAt(std::uint64_t column) const { return columns.empty() ? array : columns[column]; }
  // The number beside a row: of a folded array, that of its first cell.
  std::uint64_t NumberOfRow(std::uint64_t row) const;
};

struct SceneSheets {
  std::vector<Sheet> sheets;
  SheetLayout layout;
  float most_zoom = 1;
  std::uint64_t key = 0;  // of the sizes and places: the plane is fitted again when it changes
};

// The names of the arrays that are shown, among those that the block can reach.
std::set<std::string> ShownNames(const replay::Model& model, const SceneView& scene,
                                 const std::vector<replay::ArrayInfo>& arrays);

// Lays the shown arrays out for the canvas. Their places on the screen follow from the plane: PutOnScreen.
SceneSheets LayOutScene(const replay::Model& model, Desk& desk, const std::vector<replay::ArrayInfo>& arrays,
                        Area canvas);
void PutOnScreen(SceneSheets& scene, const Plane& plane, Area canvas);

// True if any of the shown arrays can be a picture.
bool HasPictures(const replay::Model& model, Desk& desk, const std::vector<replay::ArrayInfo>& arrays);

}  // namespace lockstep::viz
