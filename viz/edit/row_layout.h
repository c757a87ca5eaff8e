#pragma once

// The rows of a text on the screen: one for each line, and under some lines more, for messages about them.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "viz/edit/compiler_marks.h"

namespace lockstep::viz {

class RowLayout {
 public:
  struct Row {
    std::uint32_t line = 0;              // from 0
    const CompilerMark* mark = nullptr;  // the message that the row shows; null: the line itself
  };

  RowLayout() = default;
  explicit RowLayout(std::size_t lines) : lines_(lines) {}
  // `numbers` are the numbers that the marks know the lines by (Draft::LinesInBase); a line without one has no marks.
  RowLayout(std::vector<CompilerMark> marks, const std::vector<std::uint32_t>& numbers);

  std::size_t count() const { return lines_ + marks_.size(); }
  Row At(std::size_t row) const;  // `row` < count()
  std::size_t RowOf(std::size_t line) const;
  // The marks of a line, as a range of marks().
  std::pair<std::size_t, std::size_t> MarksOf(std::size_t line) const;
  const std::vector<CompilerMark>& marks() const { return marks_; }

 private:
  std::size_t lines_ = 0;
  std::vector<CompilerMark> marks_;     // those that are shown, by line
  std::vector<std::uint32_t> at_line_;  // the line of each, ascending
};

}  // namespace lockstep::viz
