#include "jobs/silence.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "shared/base/file.h"
#include "shared/base/whole_number.h"
#include "shared/report/source_comments.h"

namespace lockstep::jobs {
namespace {

// Larger than any real list, and small enough to read.
constexpr std::uint64_t kLargestList = 1 << 20;  // bytes

Expected<std::string> ReadList(const std::string& path) {
  const auto bytes = ReadFile(path, {.most = kLargestList});
  if (!bytes) return Fail(fmt::format("--suppressions: {}", bytes.error().message));
  std::string text(bytes->begin(), bytes->end());
  if (text.contains('\0')) return Fail(fmt::format("--suppressions: `{}` is not a text file", path));
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

// All of `digits` as a line number.
std::optional<std::uint32_t> LineNumber(std::string_view digits) {
  const auto line = WholeNumber<std::uint32_t>(digits);
  return line == 0 ? std::nullopt : line;
}

}  // namespace

Expected<Silence> Silence::Read(const std::string& path) {
  Silence silence;
  if (path.empty()) return silence;
  const Expected<std::string> list = ReadList(path);
  if (!list) return std::unexpected(list.error());
  std::istringstream lines(*list);
  int number = 0;
  for (std::string text; std::getline(lines, text);) {
    ++number;
    auto row = ReadRow(text);
    if (!row) return Fail(fmt::format("{}:{}: {}", path, number, row.error().message));
    if (*row) silence.rows_.push_back(std::move(**row));
  }
  return silence;
}

Expected<std::optional<Silence::Row>> Silence::ReadRow(const std::string& text) {
  std::istringstream words(text.substr(0, text.find('#')));
  Row row;
  if (!(words >> row.kind)) return std::nullopt;
  if (!(words >> row.file)) return Fail("a line is `KIND FILE[:LINE]`");
  if (row.kind != "*" && !report::FindingKindOf(row.kind))
    return Fail(fmt::format("unknown kind of finding `{}`", row.kind));
  const std::size_t colon = row.file.rfind(':');
  if (colon == std::string::npos) return row;
  const auto line = LineNumber(std::string_view(row.file).substr(colon + 1));
  if (!line) return Fail(fmt::format("`{}` is not a line number", row.file.substr(colon + 1)));
  row.line = *line;
  row.file.resize(colon);
  return row;
}

bool Silence::IsListed(const report::Finding& finding) const {
  return std::ranges::any_of(rows_, [&](const Row& row) {
    const std::string& file = finding.place.file;
    const bool same_file = row.file == "*" || file == row.file || file.ends_with("/" + row.file);
    return (row.kind == "*" || row.kind == report::Key(finding.kind)) && same_file &&
           (row.line == 0 || row.line == finding.place.line);
  });
}

void Silence::Apply(report::Report& report, const Choice& choice) const {
  const std::size_t before = report.findings.size();
  report::SourceComments comments;
  std::erase_if(report.findings, [&](const report::Finding& finding) {
    const std::string kind(report::Key(finding.kind));
    if (!choice.only.empty() && std::ranges::count(choice.only, kind) == 0) return true;
    return std::ranges::count(choice.without, kind) != 0 || IsListed(finding) || comments.Allow(finding);
  });
  report.suppressed = before - report.findings.size();
  if (report.findings.size() <= choice.most) return;
  report.left_out = report.findings.size() - choice.most;
  report.findings.resize(choice.most);
}

}  // namespace lockstep::jobs
