#pragma once

// A text as lines that can be changed. A place in it is a line and a byte within the line, both from 0.
//
// Every byte is kept: each line knows how it ends, so Text() is exactly the text that was put in, with LF, CRLF or
// both.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::viz {

struct TextPlace {
  std::size_t line = 0, byte = 0;
  auto operator<=>(const TextPlace&) const = default;
};

struct TextRange {
  TextPlace begin, end;
  bool empty() const { return begin == end; }
  bool operator==(const TextRange&) const = default;
};

struct TextLine {
  std::string text;   // without its end
  bool crlf = false;  // ends in CRLF instead of LF; the last line has no end
};

// The effect of a replacement; swapping both texts undoes it.
struct TextChange {
  TextPlace begin;
  std::string removed, inserted;
};

class TextBuffer {
 public:
  explicit TextBuffer(std::string_view text = {});

  const std::vector<TextLine>& lines() const { return lines_; }  // at least one
  const std::string& Line(std::size_t number) const { return lines_[number].text; }
  TextPlace end() const { return {lines_.size() - 1, lines_.back().text.size()}; }
  std::string Text() const { return Text({{}, end()}); }
  std::string Text(TextRange range) const;
  // The nearest place that exists and is not within a letter.
  TextPlace Clamp(TextPlace place) const;
  // The end of a new line, as the lines of this text end.
  std::string_view NewLine() const { return lines_.front().crlf ? "\r\n" : "\n"; }

  // `range` must be in the text.
  TextChange Replace(TextRange range, std::string_view replacement);
  // Counts up with each change.
  std::uint64_t version() const { return version_; }

 private:
  void KeepEndsWhole(TextRange& range, std::string& text) const;

  std::vector<TextLine> lines_;
  std::uint64_t version_ = 0;
};

// The end of `text` after it has been inserted at `begin`.
TextPlace EndOf(TextPlace begin, std::string_view text);

}  // namespace lockstep::viz
