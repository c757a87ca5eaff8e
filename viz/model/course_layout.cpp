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

// For each row, the number of lessons of its longest part.
std::vector<std::size_t> LongestOf(const std::vector<std::size_t>& lessons_of_parts, std::size_t columns) {
  std::vector<std::size_t> longest((lessons_of_parts.size() + columns - 1) / columns);
  for (std::size_t i = 0; i < lessons_of_parts.size(); ++i)
    longest[i / columns] = std::max(longest[i / columns], lessons_of_parts[i]);
  return longest;
}

}  // namespace

MapLayout LayOutMap(const std::vector<std::size_t>& lessons_of_parts, float width, float height,
                    const MapMeasures& measures) {
  MapLayout map{.columns = ColumnsFor(lessons_of_parts.size(), width, measures)};
  map.width = std::min(std::max(width, 0.0f) / static_cast<float>(map.columns), measures.most_column);
  const std::vector<std::size_t> longest = LongestOf(lessons_of_parts, map.columns);
  float lines = 0;
  for (const std::size_t lessons : longest) lines += static_cast<float>(lessons);
  const auto rows = static_cast<float>(longest.size());
  const float room = height - measures.part_head * rows - measures.part_gap * (rows - 1);
  map.pitch = std::floor(std::clamp(room / std::max(lines, 1.0f), measures.least_pitch, measures.most_pitch));
  for (std::size_t i = 0; i < lessons_of_parts.size(); ++i) {
    const std::size_t row = i / map.columns, column = i % map.columns;
    if (column == 0 && row > 0)
      map.height += measures.part_head + measures.part_gap + map.pitch * static_cast<float>(longest[row - 1]);
    const MapLayout::Place part{map.width * static_cast<float>(column), map.height};
    map.parts.push_back(part);
    auto& lessons = map.lessons.emplace_back();
    for (std::size_t lesson = 0; lesson < lessons_of_parts[i]; ++lesson)
      lessons.push_back({part.x, part.y + measures.part_head + map.pitch * static_cast<float>(lesson)});
  }
  if (!longest.empty()) map.height += measures.part_head + map.pitch * static_cast<float>(longest.back());
  return map;
}

}  // namespace lockstep::viz
