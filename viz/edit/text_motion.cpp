#include "viz/edit/text_motion.h"

#include "viz/edit/text_letters.h"

namespace lockstep::viz {
namespace {

TextPlace ByLetter(const TextBuffer& buffer, TextPlace from, Toward toward) {
  const std::string& line = buffer.Line(from.line);
  if (toward == Toward::kForward) {
    if (from.byte < line.size()) return {from.line, NextLetter(line, from.byte)};
    return from.line + 1 < buffer.lines().size() ? TextPlace{from.line + 1, 0} : from;
  }
  if (from.byte > 0) return {from.line, PreviousLetter(line, from.byte)};
  return from.line > 0 ? TextPlace{from.line - 1, buffer.Line(from.line - 1).size()} : from;
}

// Over blanks, then over letters of one kind. A line's end is a stop of its own.
TextPlace ByWord(const TextBuffer& buffer, TextPlace from, Toward toward) {
  const std::string& line = buffer.Line(from.line);
  std::size_t at = from.byte;
  if (toward == Toward::kForward) {
    if (at == line.size()) return ByLetter(buffer, from, toward);
    while (at < line.size() && KindOf(line[at]) == LetterKind::kBlank) ++at;
    const std::size_t word = at;
    while (at < line.size() && KindOf(line[at]) == KindOf(line[word])) ++at;
  } else {
    if (at == 0) return ByLetter(buffer, from, toward);
    while (at > 0 && KindOf(line[at - 1]) == LetterKind::kBlank) --at;
    const std::size_t word = at;
    while (at > 0 && KindOf(line[at - 1]) == KindOf(line[word - 1])) --at;
  }
  return {from.line, at};
}

}  // namespace

TextPlace Step(const TextBuffer& buffer, TextPlace from, By by, Toward toward) {
  const bool forward = toward == Toward::kForward;
  const std::string& line = buffer.Line(from.line);
  switch (by) {
    case By::kWord: return ByWord(buffer, from, toward);
    case By::kText: return forward ? buffer.end() : TextPlace{};
    case By::kLineEnd: {
      if (forward) return {from.line, line.size()};
      const std::size_t indent = IndentOf(line);
      return {from.line, from.byte == indent ? 0 : indent};
    }
    default: return ByLetter(buffer, from, toward);
  }
}

TextRange WordAt(const TextBuffer& buffer, TextPlace place) {
  const std::string& line = buffer.Line(place.line);
  if (line.empty()) return {place, place};
  // At the end of a word, the word and not what follows it.
  const bool at_end = place.byte > 0 && KindOf(line[place.byte - 1]) == LetterKind::kWord &&
                      (place.byte == line.size() || KindOf(line[place.byte]) != LetterKind::kWord);
  const std::size_t at = at_end || place.byte == line.size() ? place.byte - 1 : place.byte;
  const LetterKind kind = KindOf(line[at]);
  if (kind == LetterKind::kPunctuation) return {{place.line, at}, {place.line, at + 1}};
  std::size_t begin = at, end = at;
  while (begin > 0 && KindOf(line[begin - 1]) == kind) --begin;
  while (end < line.size() && KindOf(line[end]) == kind) ++end;
  return {{place.line, begin}, {place.line, end}};
}

TextRange WholeLine(const TextBuffer& buffer, std::size_t line) {
  if (line + 1 < buffer.lines().size()) return {{line, 0}, {line + 1, 0}};
  return {{line, 0}, buffer.end()};
}

}  // namespace lockstep::viz
