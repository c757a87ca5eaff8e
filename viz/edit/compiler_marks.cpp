#include "viz/edit/compiler_marks.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "shared/base/text_diff.h"

namespace lockstep::viz {
namespace {

constexpr std::size_t kMostMarks = 200;

// The number before `end` that a colon follows, which is taken away.
std::optional<std::uint32_t> TakeNumber(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data() + text.size() || *end != ':') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return number;
}

// The line without the file's name in front of it; empty if it is about another file.
std::string_view AfterName(std::string_view line, std::string_view name) {
  for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const bool whole = at == 0 || line[at - 1] == '/';
    const std::size_t end = at + name.size();
    if (whole && end < line.size() && line[end] == ':') return line.substr(end + 1);
  }
  return {};
}

std::optional<CompilerMark> ReadLine(std::string_view line, std::string_view name) {
  std::string_view rest = AfterName(line, name);
  const auto number = TakeNumber(rest);
  if (!number || *number == 0) return std::nullopt;
  CompilerMark mark{.line = *number};
  if (const auto column = TakeNumber(rest)) mark.column = *column;
  constexpr std::pair<std::string_view, Severity> kWords[] = {
      {" error: ", Severity::kError}, {" fatal error: ", Severity::kError}, {" warning: ", Severity::kWarning}};
  for (const auto& [word, severity] : kWords) {
    if (!rest.starts_with(word)) continue;
    mark.severity = severity;
    mark.message = rest.substr(word.size());
    return mark;
  }
  return std::nullopt;
}

}  // namespace

std::vector<CompilerLine> CompilerLines(std::string_view output, const std::filesystem::path& file) {
  const std::string folder = file.parent_path().string() + "/";
  std::vector<CompilerLine> lines;
  for (const std::string_view text : SplitLines(output)) {
    CompilerLine line{.text = std::string(text.substr(0, text.find('\n')))};
    line.is_message = !line.text.empty() && line.text[0] != ' ';
    // The learner has one file, so its name says enough.
    if (folder.size() > 1)
      for (std::size_t at; (at = line.text.find(folder)) != std::string::npos;) line.text.erase(at, folder.size());
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<CompilerMark> ReadCompilerMarks(std::string_view output, std::string_view file_name) {
  std::vector<CompilerMark> marks;
  while (!output.empty() && marks.size() < kMostMarks) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::optional<CompilerMark> mark = ReadLine(output.substr(0, end), file_name);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (!mark) continue;
    const bool known = std::ranges::any_of(
        marks, [&](const CompilerMark& other) { return other.line == mark->line && other.message == mark->message; });
    if (!known) marks.push_back(*mark);
  }
  return marks;
}

}  // namespace lockstep::viz
