#include "viz/edit/text_find.h"

#include <algorithm>

namespace lockstep::viz {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string LowerAll(std::string text) {
  std::ranges::transform(text, text.begin(), Lower);
  return text;
}

// The line as it is compared.
std::string Compared(const std::string& line, const TextQuery& query) {
  return query.match_case ? line : LowerAll(line);
}

}  // namespace

std::vector<TextRange> MatchesInLine(const TextBuffer& buffer, const TextQuery& query, std::size_t line) {
  std::vector<TextRange> matches;
  if (query.text.empty()) return matches;
  const std::string text = Compared(buffer.Line(line), query), wanted = Compared(query.text, query);
  for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + wanted.size()))
    matches.push_back({{line, at}, {line, at + wanted.size()}});
  return matches;
}

std::optional<TextRange> Find(const TextBuffer& buffer, const TextQuery& query, TextPlace from, Toward toward) {
  const std::size_t lines = buffer.lines().size();
  const bool forward = toward == Toward::kForward;
  // The line that it begins in is looked at twice: first its one part, at last the other.
  for (std::size_t i = 0; i <= lines; ++i) {
    const std::size_t line = (from.line + (forward ? i : lines * 2 - i)) % lines;
    std::vector<TextRange> matches = MatchesInLine(buffer, query, line);
    if (i == 0)
      std::erase_if(matches, [&](const TextRange& match) { return forward ? match.begin < from : match.end > from; });
    if (!matches.empty()) return forward ? matches.front() : matches.back();
  }
  return std::nullopt;
}

MatchCount CountMatches(const TextBuffer& buffer, const TextQuery& query, TextRange here) {
  MatchCount count;
  for (std::size_t line = 0; line < buffer.lines().size(); ++line)
    for (const TextRange& match : MatchesInLine(buffer, query, line)) {
      ++count.matches;
      if (match == here) count.current = count.matches;
    }
  return count;
}

}  // namespace lockstep::viz
