#include "shared/base/did_you_mean.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {
namespace {

// The number of letters to insert, remove, replace or swap with the next to turn one word into the other.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& least = rows[i][j];
      least = std::max(i, j);
      if (i == 0 || j == 0) continue;
      least = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) least = std::min(least, rows[i - 2][j - 2] + 1);
    }
  }
  return rows.back().back();
}

}  // namespace

std::string DidYouMean(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 40;
  if (word.size() > kLongest) return "";
  const std::string* best = nullptr;
  // A third of the letters may be wrong, but at least one.
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : known)
    if (const std::size_t distance = Distance(word, name); distance < least) least = distance, best = &name;
  return best ? fmt::format("; did you mean `{}`?", *best) : "";
}

}  // namespace lockstep
