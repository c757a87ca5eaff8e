#include "shared/replay/line_map.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "shared/base/text_diff.h"

namespace lockstep::replay {
namespace {

using Pairs = std::map<Line, Line>;

std::string FileName(const trace::SourceFile& file) { return std::filesystem::path(file.path).filename().string(); }

Line LineAt(trace::FileId file, std::size_t index) { return {file, static_cast<std::uint32_t>(index + 1)}; }

void AddFile(trace::FileId from, std::string_view from_text, trace::FileId to, std::string_view to_text, Pairs& pairs) {
  const auto lines = SplitLines(from_text);
  const auto hunks = Diff(lines, SplitLines(to_text));
  auto hunk = hunks.begin();
  for (std::size_t at = 0, other = 0; at < lines.size();) {
    if (hunk == hunks.end() || hunk->a_begin != at) {
      pairs[LineAt(from, at++)] = LineAt(to, other++);
      continue;
    }
    const bool is_change = hunk->a_end - hunk->a_begin == hunk->b_end - hunk->b_begin;
    for (std::size_t i = 0; is_change && i < hunk->a_end - hunk->a_begin; ++i)
      pairs[LineAt(from, hunk->a_begin + i)] = LineAt(to, hunk->b_begin + i);
    at = hunk->a_end;
    other = hunk->b_end;
    ++hunk;
  }
}

}  // namespace

LineMap::LineMap(const trace::Recording& from, const trace::Recording& to) {
  for (std::uint32_t i = 0; i < from.files.size(); ++i) {
    const auto other = std::ranges::find(to.files, FileName(from.files[i]), FileName);
    if (other == to.files.end()) continue;
    const auto to_id = static_cast<std::uint32_t>(other - to.files.begin());
    AddFile(trace::FileId{i}, from.files[i].text, trace::FileId{to_id}, other->text, lines_);
  }
}

Line LineMap::Of(Line line) const {
  const auto found = lines_.find(line);
  return found == lines_.end() ? Line{} : found->second;
}

}  // namespace lockstep::replay
