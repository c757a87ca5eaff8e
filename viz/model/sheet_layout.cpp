#include "viz/model/sheet_layout.h"

#include <algorithm>
#include <cmath>

namespace lockstep::viz {
namespace {

// The widths of the columns of places and the heights of their rows, in pixels at a zoom.
struct Extents {
  std::vector<float> widths, heights;
  float width = 0, height = 0;
};

float Sum(const std::vector<float>& parts, float between) {
  float sum = 0;
  for (const float part : parts) sum += part + (sum > 0 && part > 0 ? between : 0);
  return sum;
}

float WidthOf(const SheetSize& sheet, const SheetRoom& room, float zoom) {
  return std::max(static_cast<float>(sheet.columns) * room.cell_width * zoom, sheet.name_width);
}

Extents Measure(const SheetPlaces& places, std::span<const SheetSize> sheets, const SheetRoom& room, float zoom) {
  Extents extents;
  for (const auto& row : places) {
    float& height = extents.heights.emplace_back();
    if (extents.widths.size() < row.size()) extents.widths.resize(row.size());
    for (std::size_t column = 0; column < row.size(); ++column) {
      float width = 0;
      for (const std::size_t sheet : row[column]) {
        const SheetSize& size = sheets[sheet];
        width += (width > 0 ? room.between : 0) + room.left + WidthOf(size, room, zoom);
        height = std::max(height, room.top + static_cast<float>(size.rows) * room.cell_height * zoom);
      }
      extents.widths[column] = std::max(extents.widths[column], width);
    }
  }
  extents.width = Sum(extents.widths, room.between);
  extents.height = Sum(extents.heights, room.between);
  return extents;
}

// The largest zoom at which everything fits.
float FittingZoom(const SheetPlaces& places, std::span<const SheetSize> sheets, const SheetRoom& room) {
  const auto fits = [&](float zoom) {
    const Extents extents = Measure(places, sheets, room, zoom);
    return extents.width <= room.canvas_width && extents.height <= room.canvas_height;
  };
  if (fits(room.max_zoom)) return room.max_zoom;
  constexpr int kHalvings = 40;
  constexpr float kLeast = 1e-5f;  // of a canvas without room for the names alone
  float least = kLeast, most = room.max_zoom;
  for (int i = 0; i < kHalvings; ++i) {
    const float middle = std::sqrt(least * most);
    (fits(middle) ? least : most) = middle;
  }
  return least;
}

}  // namespace

SheetLayout LayOutSheets(const SheetPlaces& places, std::span<const SheetSize> sheets, const SheetRoom& room) {
  SheetLayout layout{.zoom = FittingZoom(places, sheets, room)};
  layout.first_cells.resize(sheets.size());
  const float zoom = layout.zoom;
  const Extents extents = Measure(places, sheets, room, zoom);
  layout.width = extents.width / zoom;
  layout.height = extents.height / zoom;
  layout.left = room.left / zoom;
  layout.top = room.top / zoom;
  float y = 0;
  for (std::size_t row = 0; row < places.size(); ++row) {
    float x = 0;
    for (std::size_t column = 0; column < places[row].size(); ++column) {
      float at = x;
      for (const std::size_t sheet : places[row][column]) {
        layout.first_cells[sheet] = {(at + room.left) / zoom, (y + room.top) / zoom};
        at += room.left + WidthOf(sheets[sheet], room, zoom) + room.between;
      }
      if (extents.widths[column] > 0) x += extents.widths[column] + room.between;
    }
    if (extents.heights[row] > 0) y += extents.heights[row] + room.between;
  }
  return layout;
}

SheetPlaces PlacesOf(const replay::Arrangement& arrangement, std::span<const std::string> names) {
  SheetPlaces places;
  for (const auto& row : arrangement.rows) {
    auto& there = places.emplace_back();
    for (const auto& place : row) {
      auto& sheets = there.emplace_back();
      for (const std::string& name : place) {
        const auto found = std::ranges::find(names, name);
        if (found != names.end()) sheets.push_back(static_cast<std::size_t>(found - names.begin()));
      }
    }
  }
  return places;
}

SheetPlaces PlaceFreely(std::span<const SheetSize> sheets, const SheetRoom& room) {
  SheetPlaces best;
  float best_zoom = 0;
  for (std::size_t in_row = sheets.size(); in_row > 0; --in_row) {
    SheetPlaces places;
    for (std::size_t sheet = 0; sheet < sheets.size(); ++sheet) {
      if (sheet % in_row == 0) places.emplace_back();
      places.back().push_back({sheet});
    }
    const float zoom = FittingZoom(places, sheets, room);
    if (zoom <= best_zoom) continue;
    best_zoom = zoom;
    best = std::move(places);
  }
  return best;
}

std::uint64_t FoldedColumns(std::uint64_t count, std::uint64_t widest) {
  constexpr std::uint64_t kShort = 16, kMost = 4096;
  std::uint64_t columns = kShort;
  while (columns < kMost && columns * columns < 4 * std::max(count, widest)) columns *= 2;
  return std::max<std::uint64_t>(std::min(columns, count), 1);
}

}  // namespace lockstep::viz
