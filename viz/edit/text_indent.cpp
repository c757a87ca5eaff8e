#include "viz/edit/text_indent.h"

#include <algorithm>
#include <ranges>

#include "shared/replay/tokens.h"
#include "viz/edit/text_letters.h"

namespace lockstep::viz {
namespace {

constexpr std::size_t kMostLines = 10'000;
constexpr std::size_t kWidestUnit = 8;

// The signs of a line outside comments and texts, and where they are.
std::vector<std::size_t> Braces(std::string_view line) {
  std::vector<std::size_t> found;
  for (const replay::Token& token : replay::Tokenize(line))
    if (token.end == token.begin + 1 && (line[token.begin] == '{' || line[token.begin] == '}'))
      found.push_back(token.begin);
  return found;
}

}  // namespace

std::string IndentUnit(const TextBuffer& buffer) {
  for (const TextLine& line : buffer.lines() | std::views::take(kMostLines)) {
    const std::size_t indent = IndentOf(line.text);
    if (indent == 0 || indent == line.text.size()) continue;
    if (line.text[0] == '\t') return "\t";
    if (line.text[indent] == '*') continue;  // within a comment
    if (indent <= kWidestUnit) return line.text.substr(0, indent);
  }
  return "  ";
}

std::string IndentAfter(const TextBuffer& buffer, TextPlace place, const std::string& unit) {
  const std::string_view before = std::string_view(buffer.Line(place.line)).substr(0, place.byte);
  std::string indent(before.substr(0, IndentOf(before)));
  const std::vector<std::size_t> braces = Braces(before);
  if (!braces.empty() && before[braces.back()] == '{') {
    const std::string_view rest = before.substr(braces.back() + 1);
    const bool ends = IndentOf(rest) == rest.size() || rest.substr(IndentOf(rest)).starts_with("//");
    if (ends) indent += unit;
  }
  return indent;
}

OpenBrace FindOpenBrace(const TextBuffer& buffer, TextPlace place) {
  int open = 1;
  const std::size_t last = place.line > kMostLines ? place.line - kMostLines : 0;
  for (std::size_t number = place.line + 1; number-- > last;) {
    std::string_view line = buffer.Line(number);
    if (number == place.line) line = line.substr(0, place.byte);
    for (const std::size_t at : Braces(line) | std::views::reverse) {
      open += line[at] == '}' ? 1 : -1;
      if (open == 0) return {true, {number, at}};
    }
  }
  return {};
}

std::size_t LevelToRemove(std::string_view line, const std::string& unit) {
  if (line.starts_with('\t')) return 1;
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t width = unit == "\t" ? 4 : unit.size();
  return std::min(blanks, width);
}

}  // namespace lockstep::viz
