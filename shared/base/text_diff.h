#pragma once

// The lines in which two texts differ.

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep {

// Each with its end, so that the lines together are the text.
std::vector<std::string_view> SplitLines(std::string_view text);

// The lines [a_begin, a_end) of one text stand for [b_begin, b_end) of the other; either may be empty.
struct Hunk {
  std::size_t a_begin, a_end, b_begin, b_end;
  bool operator==(const Hunk&) const = default;
};

// In order, and each apart from the next by at least one line that both texts have. The fewest lines where the texts
// differ in a few thousand lines; beyond that, lines that occur once in both divide them first, so that time stays
// within n log n.
std::vector<Hunk> Diff(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b);

}  // namespace lockstep
