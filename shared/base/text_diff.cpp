#include "shared/base/text_diff.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace lockstep {
namespace {

constexpr std::size_t kMostCells = 4'000'000;  // of the table of common lengths

using Lines = std::vector<std::string_view>;

// Finds for each line of `a` the equal line of `b` that stands for it, always in order.
class Matcher {
 public:
  Matcher(const Lines& a, const Lines& b) : a_(a), b_(b), match_(a.size(), kNone) {}

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::vector<std::size_t> Match() {
    parts_.push_back({0, a_.size(), 0, b_.size()});
    while (!parts_.empty()) {
      Hunk part = parts_.back();
      parts_.pop_back();
      Trim(part);
      if (part.a_begin == part.a_end || part.b_begin == part.b_end) continue;
      if ((part.a_end - part.a_begin + 1) * (part.b_end - part.b_begin + 1) <= kMostCells)
        MatchByTable(part);
      else
        Divide(part);
    }
    return std::move(match_);
  }

 private:
  // Takes away what is equal at both ends.
  void Trim(Hunk& part) {
    while (part.a_begin < part.a_end && part.b_begin < part.b_end && a_[part.a_begin] == b_[part.b_begin])
      match_[part.a_begin++] = part.b_begin++;
    while (part.a_begin < part.a_end && part.b_begin < part.b_end && a_[part.a_end - 1] == b_[part.b_end - 1])
      match_[--part.a_end] = --part.b_end;
  }

  // The longest common subsequence.
  void MatchByTable(const Hunk& part) {
    const std::size_t rows = part.a_end - part.a_begin, columns = part.b_end - part.b_begin, width = columns + 1;
    std::vector<std::uint32_t> longest((rows + 1) * width);
    for (std::size_t i = rows; i-- > 0;)
      for (std::size_t j = columns; j-- > 0;)
        longest[i * width + j] = a_[part.a_begin + i] == b_[part.b_begin + j]
                                     ? longest[(i + 1) * width + j + 1] + 1
                                     : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
      if (a_[part.a_begin + i] == b_[part.b_begin + j])
        match_[part.a_begin + i++] = part.b_begin + j++;
      else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1])
        ++i;
      else
        ++j;
    }
  }

  struct Pair {
    std::size_t a, b;
  };

  // Lines that occur once in each text, in the order of `a`.
  std::vector<Pair> UniqueLines(const Hunk& part) const {
    struct Found {
      std::size_t in_a = 0, in_b = 0, b = 0;
    };
    std::unordered_map<std::string_view, Found> found;
    for (std::size_t i = part.a_begin; i < part.a_end; ++i) ++found[a_[i]].in_a;
    for (std::size_t j = part.b_begin; j < part.b_end; ++j) {
      Found& line = found[b_[j]];
      ++line.in_b;
      line.b = j;
    }
    std::vector<Pair> pairs;
    for (std::size_t i = part.a_begin; i < part.a_end; ++i)
      if (const Found& line = found[a_[i]]; line.in_a == 1 && line.in_b == 1) pairs.push_back({i, line.b});
    return pairs;
  }

  // The longest run of pairs that are in order in both texts, by patience sorting.
  static std::vector<Pair> InOrder(const std::vector<Pair>& pairs) {
    std::vector<std::size_t> tops, before(pairs.size(), kNone);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto pile = std::ranges::lower_bound(tops, pairs[i].b, {}, [&](std::size_t top) { return pairs[top].b; });
      if (pile != tops.begin()) before[i] = *(pile - 1);
      if (pile == tops.end())
        tops.push_back(i);
      else
        *pile = i;
    }
    std::vector<Pair> run;
    for (std::size_t i = tops.empty() ? kNone : tops.back(); i != kNone; i = before[i]) run.push_back(pairs[i]);
    std::ranges::reverse(run);
    return run;
  }

  // Without a line that occurs once in both, the whole part counts as changed.
  void Divide(const Hunk& part) {
    Hunk rest = part;
    const std::vector<Pair> anchors = InOrder(UniqueLines(part));
    for (const Pair& anchor : anchors) {
      match_[anchor.a] = anchor.b;
      parts_.push_back({rest.a_begin, anchor.a, rest.b_begin, anchor.b});
      rest.a_begin = anchor.a + 1;
      rest.b_begin = anchor.b + 1;
    }
    if (!anchors.empty()) parts_.push_back(rest);
  }

  const Lines &a_, &b_;
  std::vector<std::size_t> match_;
  std::vector<Hunk> parts_;
};

}  // namespace

Lines SplitLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::vector<Hunk> Diff(const Lines& a, const Lines& b) {
  const std::vector<std::size_t> match = Matcher(a, b).Match();
  std::vector<Hunk> hunks;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && match[i] == j) {
      ++i, ++j;
      continue;
    }
    Hunk hunk{i, i, j, j};
    while (hunk.a_end < a.size() && match[hunk.a_end] == Matcher::kNone) ++hunk.a_end;
    hunk.b_end = hunk.a_end < a.size() ? match[hunk.a_end] : b.size();
    hunks.push_back(hunk);
    i = hunk.a_end, j = hunk.b_end;
  }
  return hunks;
}

}  // namespace lockstep
