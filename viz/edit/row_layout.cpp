#include "viz/edit/row_layout.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lockstep::viz {

RowLayout::RowLayout(std::vector<CompilerMark> marks, const std::vector<std::uint32_t>& numbers)
    : lines_(numbers.size()) {
  std::unordered_map<std::uint32_t, std::uint32_t> line_of;
  for (std::uint32_t line = 0; line < numbers.size(); ++line)
    if (numbers[line] != 0) line_of[numbers[line]] = line;
  std::multimap<std::uint32_t, CompilerMark> shown;  // those of one line in their order
  for (CompilerMark& mark : marks)
    if (const auto line = line_of.find(mark.line); line != line_of.end()) shown.emplace(line->second, std::move(mark));
  for (auto& [line, mark] : shown) {
    at_line_.push_back(line);
    marks_.push_back(std::move(mark));
  }
}

std::size_t RowLayout::RowOf(std::size_t line) const {
  return line + static_cast<std::size_t>(std::ranges::lower_bound(at_line_, line) - at_line_.begin());
}

std::pair<std::size_t, std::size_t> RowLayout::MarksOf(std::size_t line) const {
  const auto [first, last] = std::ranges::equal_range(at_line_, line);
  return {static_cast<std::size_t>(first - at_line_.begin()), static_cast<std::size_t>(last - at_line_.begin())};
}

RowLayout::Row RowLayout::At(std::size_t row) const {
  // Mark i stands in the row after its line and the marks before it.
  std::size_t before = 0;
  for (std::size_t step = marks_.size(); step > 0; step /= 2)
    while (before + step <= marks_.size() && at_line_[before + step - 1] + before + step <= row) before += step;
  if (before > 0 && at_line_[before - 1] + before == row) return {at_line_[before - 1], &marks_[before - 1]};
  return {static_cast<std::uint32_t>(row - before), nullptr};
}

}  // namespace lockstep::viz
