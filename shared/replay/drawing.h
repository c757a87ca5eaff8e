#pragma once

// A drawing in the text of a lesson, ```drawing: rows of cells, and arrows from one row to the next. Its source can be
// read as it stands, where nothing draws it:
//
//   cell  : 0 1 2 3 | 4 5 6 7 | 8! _ _ _     a row: its label, then its cells from left to right
//   block : 0*4     | 1*4     | 2*4          `2*4`: a cell as wide as four
//   > 0-0 1-0                                arrows: from column 0 of the row above to column 0 of the row below, ...
//
//   |  a gap before the next column     8!  a cell that stands out     _  an empty cell     of_two_words*2
//   || a bar across all rows            8~  in a second colour         .  no cell

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::replay {

struct DrawingCell {
  enum class Look : std::uint8_t { kPlain, kMarked, kOther, kEmpty } look = Look::kPlain;
  std::string text;
  std::size_t column = 0, span = 1;
};

struct DrawingArrow {
  std::size_t from = 0, to = 0;  // columns
};

struct DrawingRow {
  std::string label;
  std::vector<DrawingCell> cells;
  std::vector<DrawingArrow> arrows;  // to the row below
};

struct Drawing {
  std::vector<DrawingRow> rows;
  std::size_t columns = 0;
  std::vector<std::size_t> gaps, bars;  // before which columns, ascending; a bar is in a gap
};

// The Error begins with the line, counted from 1: "3: the row above has no column 9". At most 40 columns and 40 rows.
Expected<Drawing> ReadDrawing(std::string_view text);

}  // namespace lockstep::replay
