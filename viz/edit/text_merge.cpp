#include "viz/edit/text_merge.h"

#include <algorithm>
#include <vector>

#include "shared/base/text_diff.h"

namespace lockstep::viz {
namespace {

using Lines = std::vector<std::string_view>;

// A version and its place: the hunks that come next, and the line that stands for the base's.
struct Version {
  Lines lines;
  std::vector<Hunk> hunks;
  std::size_t next = 0, line = 0;

  bool ChangesFrom(std::size_t base) const { return next < hunks.size() && hunks[next].a_begin <= base; }
  // The end in this version of what stands for the base's lines up to `end`.
  std::size_t TakeUpTo(std::size_t base, std::size_t end) {
    std::size_t at = line;
    for (; next < hunks.size() && hunks[next].a_begin <= end && hunks[next].a_end <= end; ++next) {
      at = hunks[next].b_end;
      base = hunks[next].a_end;
    }
    return at + (end - base);
  }
};

std::string Join(const Lines& lines, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += lines[i];
  return text;
}

std::string WithEnd(std::string text) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text;
}

std::string Choose(const std::string& mine, const std::string& theirs, Prefer prefer) {
  switch (prefer) {
    case Prefer::kMine: return mine;
    case Prefer::kTheirs: return theirs;
    case Prefer::kBoth: break;
  }
  return std::string(kMarkOfMine) + "\n" + WithEnd(mine) + "=======\n" + WithEnd(theirs) + ">>>>>>> the file's\n";
}

// The end of the base's lines that a run of touching hunks of both versions changes.
std::size_t EndOfChange(const Version& mine, const Version& theirs, std::size_t base) {
  std::size_t end = base;
  for (std::size_t before = end + 1; before != end;) {
    before = end;
    for (const Version* version : {&mine, &theirs})
      for (std::size_t i = version->next; i < version->hunks.size() && version->hunks[i].a_begin <= end; ++i)
        end = std::max(end, version->hunks[i].a_end);
  }
  return end;
}

}  // namespace

Merged Merge(std::string_view base_text, std::string_view mine_text, std::string_view theirs_text, Prefer prefer) {
  const Lines base = SplitLines(base_text);
  Version mine{.lines = SplitLines(mine_text)}, theirs{.lines = SplitLines(theirs_text)};
  mine.hunks = Diff(base, mine.lines);
  theirs.hunks = Diff(base, theirs.lines);
  Merged merged;
  for (std::size_t at = 0; at <= base.size();) {
    if (!mine.ChangesFrom(at) && !theirs.ChangesFrom(at)) {
      if (at < base.size()) merged.text += base[at];
      ++at, ++mine.line, ++theirs.line;
      continue;
    }
    const std::size_t end = EndOfChange(mine, theirs, at);
    const std::size_t my_end = mine.TakeUpTo(at, end), their_end = theirs.TakeUpTo(at, end);
    const std::string was = Join(base, at, end), my = Join(mine.lines, mine.line, my_end),
                      their = Join(theirs.lines, theirs.line, their_end);
    if (my == was || my == their)
      merged.text += their;
    else if (their == was)
      merged.text += my;
    else
      merged.text += Choose(my, their, prefer), ++merged.conflicts;
    at = end, mine.line = my_end, theirs.line = their_end;
    if (at == base.size()) break;
  }
  return merged;
}

}  // namespace lockstep::viz
