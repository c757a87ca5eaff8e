#pragma once

// The way from a learner's program to the solution, in lines. Comments and blanks do not count as changes, since the
// two files explain themselves in their own words.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::viz {

struct ChangeLine {
  enum class Kind { kKept, kRemoved, kAdded, kSkipped };
  Kind kind{};
  std::size_t number = 0;  // in the learner's file, from 1; of an added line 0; of skipped ones the line that follows
  std::string text;        // without tabs; of skipped lines empty
  bool operator==(const ChangeLine&) const = default;
};

// The lines that change, each part with a line of its surroundings before and after it. Empty if nothing changes. At
// most `most` lines: `left_out` is the number of the others.
struct CodeChange {
  std::vector<ChangeLine> lines;
  std::size_t left_out = 0;
};
CodeChange ChangeTo(std::string_view mine, std::string_view solution, std::size_t most = 120);

// The line of the learner's file that the solution has otherwise: the one nearest to line `near`, or the first if that
// is 0.
struct LineToMend {
  std::size_t number = 0;   // from 1
  bool is_missing = false;  // what is missing belongs after it
  bool operator==(const LineToMend&) const = default;
};
std::optional<LineToMend> FindLineToMend(std::string_view mine, std::string_view solution, std::size_t near);

}  // namespace lockstep::viz
