#include "viz/model/course_layout.h"

#include <algorithm>
#include <cmath>

namespace lockstep::viz {
namespace {

// As few rows as the width allows, and then no more columns than these rows need.
std::size_t ColumnsFor(std::size_t parts, float width, const MapMeasures& measures) {
  const auto fit = std::max<std::size_t>(1, static_cast<std::size_t>(std::max(0.0f, width) / measures.least_column));
  const std::size_t rows = (parts + fit - 1) / fit;
  return rows == 0 ? 1 : (parts + rows - 1) / rows;
}

// The room that a row of parts needs: the lessons of its longest part, and the rows of puzzles of the one with most.
struct RowSize {
  std::size_t lessons = 0, puzzle_rows = 0;
  float HeightWith(float pitch, const MapMeasures& measures) const {
    const auto rows = static_cast<float>(puzzle_rows);
    return measures.part_head + pitch * static_cast<float>(lessons) +
           (rows > 0 ? measures.puzzles_gap + rows * measures.puzzle_height : 0);
  }
};

std::size_t PuzzlesPerRow(float column, const MapMeasures& measures) {
  return std::max<std::size_t>(1, static_cast<std::size_t>((column - 2 * measures.indent) / measures.puzzle_width));
}

std::vector<RowSize> RowsOf(const std::vector<PartSize>& parts, const MapLayout& map, const MapMeasures& measures) {
  const std::size_t per_row = PuzzlesPerRow(map.width, measures);
  std::vector<RowSize> rows((parts.size() + map.columns - 1) / map.columns);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    RowSize& row = rows[i / map.columns];
    row.lessons = std::max(row.lessons, parts[i].lessons);
    row.puzzle_rows = std::max(row.puzzle_rows, (parts[i].puzzles + per_row - 1) / per_row);
  }
  return rows;
}

// As much as fills the room.
float PitchFor(const std::vector<RowSize>& rows, float height, const MapMeasures& measures) {
  float lines = 0, room = height - measures.part_gap * (static_cast<float>(rows.size()) - 1);
  for (const RowSize& row : rows) {
    lines += static_cast<float>(row.lessons);
    room -= row.HeightWith(0, measures);
  }
  return std::floor(std::clamp(room / std::max(lines, 1.0f), measures.least_pitch, measures.most_pitch));
}

}  // namespace

MapLayout LayOutMap(const std::vector<PartSize>& parts, float width, float height, const MapMeasures& measures) {
  MapLayout map{.columns = ColumnsFor(parts.size(), width, measures)};
  map.width = std::min(std::max(width, 0.0f) / static_cast<float>(map.columns), measures.most_column);
  const std::vector<RowSize> rows = RowsOf(parts, map, measures);
  map.pitch = PitchFor(rows, height, measures);
  const std::size_t per_row = PuzzlesPerRow(map.width, measures);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t row = i / map.columns, column = i % map.columns;
    if (column == 0 && row > 0) map.height += rows[row - 1].HeightWith(map.pitch, measures) + measures.part_gap;
    const MapLayout::Corner part{map.width * static_cast<float>(column), map.height};
    map.parts.push_back(part);
    const float top = part.y + measures.part_head;
    auto& lessons = map.lessons.emplace_back();
    for (std::size_t lesson = 0; lesson < parts[i].lessons; ++lesson)
      lessons.push_back({part.x, top + map.pitch * static_cast<float>(lesson)});
    const float below = top + map.pitch * static_cast<float>(parts[i].lessons) + measures.puzzles_gap;
    auto& puzzles = map.puzzles.emplace_back();
    for (std::size_t puzzle = 0; puzzle < parts[i].puzzles; ++puzzle) {
      const std::size_t across = puzzle % per_row, down = puzzle / per_row;
      puzzles.push_back({part.x + measures.indent + measures.puzzle_width * static_cast<float>(across),
                         below + measures.puzzle_height * static_cast<float>(down)});
    }
  }
  if (!rows.empty()) map.height += rows.back().HeightWith(map.pitch, measures);
  return map;
}

}  // namespace lockstep::viz
