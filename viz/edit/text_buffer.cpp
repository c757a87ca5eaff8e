#include "viz/edit/text_buffer.h"

#include <algorithm>
#include <iterator>

#include "viz/edit/text_letters.h"

namespace lockstep::viz {
namespace {

std::vector<TextLine> LinesOf(std::string_view text) {
  std::vector<TextLine> lines;
  for (std::size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
    const bool crlf = end > 0 && text[end - 1] == '\r';
    lines.push_back({std::string(text.substr(0, end - (crlf ? 1 : 0))), crlf});
  }
  lines.push_back({std::string(text)});
  return lines;
}

}  // namespace

TextPlace EndOf(TextPlace begin, std::string_view text) {
  const auto breaks = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (breaks == 0) return {begin.line, begin.byte + text.size()};
  return {begin.line + breaks, text.size() - text.rfind('\n') - 1};
}

TextBuffer::TextBuffer(std::string_view text) : lines_(LinesOf(text)) {}

std::string TextBuffer::Text(TextRange range) const {
  std::string text;
  for (std::size_t number = range.begin.line; number <= range.end.line; ++number) {
    const TextLine& line = lines_[number];
    const std::size_t from = number == range.begin.line ? range.begin.byte : 0;
    if (number == range.end.line) return text.append(line.text, from, range.end.byte - from);
    text.append(line.text, from).append(line.crlf ? "\r\n" : "\n");
  }
  return text;
}

TextPlace TextBuffer::Clamp(TextPlace place) const {
  if (place.line >= lines_.size()) return end();
  const std::string& line = Line(place.line);
  place.byte = std::min(place.byte, line.size());
  while (place.byte > 0 && place.byte < line.size() && IsWithinLetter(line, place.byte)) --place.byte;
  return place;
}

// Widens a replacement that would put CR and LF together from two sides, which makes them the end of a line.
void TextBuffer::KeepEndsWhole(TextRange& range, std::string& text) const {
  const auto ends_with_cr = [&] {
    return text.empty() ? range.begin.byte > 0 && Line(range.begin.line)[range.begin.byte - 1] == '\r'
                        : text.back() == '\r';
  };
  if (text.starts_with('\n') && range.begin.byte > 0 && Line(range.begin.line)[range.begin.byte - 1] == '\r') {
    --range.begin.byte;
    text.insert(0, 1, '\r');
  }
  const TextLine& last = lines_[range.end.line];
  const bool before_lf = range.end.byte == last.text.size() && !last.crlf && range.end.line + 1 < lines_.size();
  if (!before_lf || !ends_with_cr()) return;
  if (text.empty()) {
    --range.begin.byte;
    text = '\r';
  }
  range.end = {range.end.line + 1, 0};
  text += '\n';
}

TextChange TextBuffer::Replace(TextRange range, std::string_view replacement) {
  std::string text(replacement);
  KeepEndsWhole(range, text);
  TextChange change{range.begin, Text(range), text};
  std::vector<TextLine> lines = LinesOf(text);
  const TextLine& last = lines_[range.end.line];
  lines.front().text.insert(0, lines_[range.begin.line].text, 0, range.begin.byte);
  lines.back().text.append(last.text, range.end.byte);
  lines.back().crlf = last.crlf;
  const auto at = lines_.begin() + static_cast<std::ptrdiff_t>(range.begin.line);
  const std::size_t replaced = range.end.line - range.begin.line + 1, kept = std::min(replaced, lines.size());
  std::move(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(kept), at);
  const auto rest = at + static_cast<std::ptrdiff_t>(kept);
  if (lines.size() > kept) {
    lines_.insert(rest, std::make_move_iterator(lines.begin() + static_cast<std::ptrdiff_t>(kept)),
                  std::make_move_iterator(lines.end()));
  } else {
    lines_.erase(rest, rest + static_cast<std::ptrdiff_t>(replaced - kept));
  }
  ++version_;
  return change;
}

}  // namespace lockstep::viz
