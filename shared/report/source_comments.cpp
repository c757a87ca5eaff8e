#include "shared/report/source_comments.h"

#include <algorithm>
#include <sstream>

#include "shared/base/source_text.h"

namespace lockstep::report {
namespace {

bool Allows(const std::string& line, std::string_view kind) {
  static constexpr std::string_view kMark = "// lockstep: allow ";
  for (std::size_t at = line.find(kMark); at != std::string::npos; at = line.find(kMark, at + 1)) {
    std::string_view rest = std::string_view(line).substr(at + kMark.size());
    if (rest.starts_with(kind) && (rest.size() == kind.size() || rest[kind.size()] == ' ')) return true;
  }
  return false;
}

bool IsCommentOnly(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string::npos && line.compare(first, 2, "//") == 0;
}

}  // namespace

bool SourceComments::Allow(const Finding& finding) {
  const std::string_view kind = Key(finding.kind);
  return AllowAt(finding.place, kind) ||
         std::ranges::any_of(finding.sides, [&](const FindingSide& side) { return AllowAt(side.place, kind); });
}

bool SourceComments::AllowAt(const SourcePlace& place, std::string_view kind) {
  if (place.file.empty() || place.line == 0) return false;
  const Lines& lines = LinesOf(place.file);
  if (place.line <= lines.size() && Allows(lines[place.line - 1], kind)) return true;
  return place.line >= 2 && place.line - 1 <= lines.size() && IsCommentOnly(lines[place.line - 2]) &&
         Allows(lines[place.line - 2], kind);
}

const SourceComments::Lines& SourceComments::LinesOf(const std::string& path) {
  auto [found, is_new] = read_.try_emplace(path);
  if (is_new) {
    std::istringstream file(SourceTextOf(path));
    for (std::string line; std::getline(file, line);) found->second.push_back(line);
  }
  return found->second;
}

}  // namespace lockstep::report
