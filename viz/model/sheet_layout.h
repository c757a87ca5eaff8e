#pragma once

// The places of several arrays on one plane. An array is a sheet: rows and columns of cells, all cells of all sheets in
// one size, so that the row of one array continues that of its neighbour. Numbers and names stand left of a sheet and
// above it; their room is in pixels, because letters do not shrink with the plane.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/replay/arrangement.h"

namespace lockstep::viz {

struct SheetSize {
  std::uint64_t columns = 1, rows = 1;  // in cells
  float name_width = 0;                 // pixels: a sheet takes at least that much
};

// Indices of sheets: in rows, in the places of a row, in a place side by side.
using SheetPlaces = std::vector<std::vector<std::vector<std::size_t>>>;

struct SheetRoom {
  float canvas_width = 0, canvas_height = 0;  // pixels
  float cell_width = 1, cell_height = 1;      // units of the plane
  float left = 0, top = 0, between = 0;       // pixels: beside a sheet, above it, between two places
  float max_zoom = 1;                         // pixels a unit
};

struct SheetLayout {
  struct Corner {
    float x = 0, y = 0;
  };
  float zoom = 1;                   // pixels a unit, where the plane just fits the canvas
  float width = 0, height = 0;      // of the plane, in units
  float left = 0, top = 0;          // the room beside and above a sheet, in units
  std::vector<Corner> first_cells;  // by sheet: the top left corner of its first cell, in units
};

// Rows and columns of places are as wide and high as their largest one; sheets stand at the left and the top of their
// place. A sheet that has no place is left out: it stands at (0, 0).
SheetLayout LayOutSheets(const SheetPlaces& places, std::span<const SheetSize> sheets, const SheetRoom& room);

// The places of the arrays with these names; names that are not among them leave their places empty.
SheetPlaces PlacesOf(const replay::Arrangement& arrangement, std::span<const std::string> names);

// For sheets that nobody has placed: rows of the same number of places, in the order given, so that cells are as large
// as they can be.
SheetPlaces PlaceFreely(std::span<const SheetSize> sheets, const SheetRoom& room);

// The number of columns in which a flat array of `count` cells is folded, if `widest` is the largest one beside it: one
// row up to 16 cells, above that a power of two that makes a sheet about four times as wide as it is high.
std::uint64_t FoldedColumns(std::uint64_t count, std::uint64_t widest);

}  // namespace lockstep::viz
