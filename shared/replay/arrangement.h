#pragma once

// The places of arrays that are shown together: a small map of names, which people write.
//
//   .,d_n/d_m,d_out         d_n above d_out, d_m to the left of d_out, nothing in the corner
//   ms+ns,d_n/d_m,d_out     the same with two arrays, side by side, in the corner
//
// Rows are separated by `/`, from the top; the places of a row by `,`, from the left; `.` is an empty place.

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::replay {

struct Arrangement {
  using Cell = std::vector<std::string>;  // the names of its arrays; empty: nothing is there
  std::vector<std::vector<Cell>> rows;

  bool empty() const { return rows.empty(); }
  // From the top left, each once.
  std::vector<std::string> Names() const;
  friend bool operator==(const Arrangement&, const Arrangement&) = default;
};

// The Error is a sentence about the text: an empty name, one that occurs twice, or more than 16 arrays.
Expected<Arrangement> ReadArrangement(std::string_view text);
// The text that ReadArrangement reads.
std::string Text(const Arrangement& arrangement);

}  // namespace lockstep::replay
