#include "cli/silence.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace lockstep::cli {
namespace {

using Lines = std::vector<std::string>;

const Lines& LinesOf(const std::string& path) {
  static std::map<std::string, Lines> read;
  auto [found, is_new] = read.try_emplace(path);
  if (is_new) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) found->second.push_back(line);
  }
  return found->second;
}

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

bool IsAllowedAt(const SourcePlace& place, std::string_view kind) {
  if (place.file.empty() || place.line == 0) return false;
  const Lines& lines = LinesOf(place.file);
  if (place.line <= lines.size() && Allows(lines[place.line - 1], kind)) return true;
  return place.line >= 2 && place.line - 1 <= lines.size() && IsCommentOnly(lines[place.line - 2]) &&
         Allows(lines[place.line - 2], kind);
}

bool IsAllowedInSource(const Finding& finding) {
  const std::string_view kind = Key(finding.kind);
  return IsAllowedAt(finding.place, kind) ||
         std::ranges::any_of(finding.accesses, [&](const Access& access) { return IsAllowedAt(access.place, kind); });
}

}  // namespace

Expected<Silence> Silence::Read(const std::string& path) {
  Silence silence;
  if (path.empty()) return silence;
  std::ifstream file(path);
  if (!file) return Fail(fmt::format("--suppressions {}: there is no such file", path));
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    text = text.substr(0, text.find('#'));
    std::istringstream words(text);
    Row row;
    std::string where;
    if (!(words >> row.kind)) continue;
    if (!(words >> where)) return Fail(fmt::format("{}:{}: a line is `KIND FILE[:LINE]`", path, number));
    if (row.kind != "*" && !FindingKindOf(row.kind))
      return Fail(fmt::format("{}:{}: there is no kind of finding `{}`", path, number, row.kind));
    if (const std::size_t colon = where.rfind(':'); colon != std::string::npos) {
      row.line = static_cast<std::uint32_t>(std::atoi(where.c_str() + colon + 1));
      where.resize(colon);
    }
    row.file = where;
    silence.rows_.push_back(std::move(row));
  }
  return silence;
}

bool Silence::IsListed(const Finding& finding) const {
  return std::ranges::any_of(rows_, [&](const Row& row) {
    const std::string& file = finding.place.file;
    const bool same_file = row.file == "*" || file == row.file || file.ends_with("/" + row.file);
    return (row.kind == "*" || row.kind == Key(finding.kind)) && same_file &&
           (row.line == 0 || row.line == finding.place.line);
  });
}

void Silence::Apply(Report& report, const Choice& choice) const {
  const std::size_t before = report.findings.size();
  std::erase_if(report.findings, [&](const Finding& finding) {
    const std::string kind(Key(finding.kind));
    if (!choice.only.empty() && std::ranges::count(choice.only, kind) == 0) return true;
    return std::ranges::count(choice.without, kind) != 0 || IsListed(finding) || IsAllowedInSource(finding);
  });
  report.suppressed = before - report.findings.size();
  if (report.findings.size() <= choice.most) return;
  report.left_out = report.findings.size() - choice.most;
  report.findings.resize(choice.most);
}

}  // namespace lockstep::cli
