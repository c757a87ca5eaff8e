#include "viz/edit/text_editor.h"

#include <algorithm>

#include "shared/base/text_diff.h"
#include "viz/edit/text_indent.h"
#include "viz/edit/text_letters.h"
#include "viz/edit/text_motion.h"

namespace lockstep::viz {
namespace {

using Kind = TextHistory::Kind;

// A place of the old text after a change.
TextPlace Moved(TextPlace place, TextRange removed, TextPlace new_end) {
  if (place <= removed.begin) return place;
  if (place < removed.end) return std::min(place, new_end);
  if (place.line > removed.end.line) return {place.line - removed.end.line + new_end.line, place.byte};
  return {new_end.line, place.byte - removed.end.byte + new_end.byte};
}

// As the lines of this text end.
std::string WithLineEnds(std::string_view text, std::string_view end) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (pair) ++i;
    if (pair || text[i] == '\n' || text[i] == '\r')
      out += end;
    else
      out += text[i];
  }
  return out;
}

}  // namespace

TextEditor::TextEditor(std::string_view text) : buffer_(text) {}

// --- selection

void TextEditor::Show(TextSelection selection) {
  selection_ = {buffer_.Clamp(selection.anchor), buffer_.Clamp(selection.head)};
  column_ = ColumnOf(buffer_.Line(head().line), head().byte);
}

void TextEditor::MoveTo(TextPlace place, bool extends) {
  history_.EndGroup();
  Show({extends ? selection_.anchor : place, place});
}

void TextEditor::Select(TextRange range) {
  history_.EndGroup();
  Show({range.begin, range.end});
}

void TextEditor::Move(By by, Toward toward, bool extends, std::size_t lines_in_page) {
  const bool forward = toward == Toward::kForward;
  if (by == By::kLine || by == By::kPage) {
    const std::size_t column = column_, lines = by == By::kPage ? std::max<std::size_t>(lines_in_page, 1) : 1;
    const std::size_t here = head().line, last = buffer_.lines().size() - 1;
    if (forward ? here == last : here == 0) return MoveTo(forward ? buffer_.end() : TextPlace{}, extends);
    const std::size_t line = forward ? std::min(here + lines, last) : here - std::min(lines, here);
    MoveTo({line, ByteAt(buffer_.Line(line), static_cast<double>(column))}, extends);
    column_ = column;
    return;
  }
  if (by == By::kLetter && !extends && !selection_.empty()) {
    const TextRange range = selection_.range();
    return MoveTo(forward ? range.end : range.begin);
  }
  MoveTo(Step(buffer_, head(), by, toward), extends);
}

TextRange TextEditor::LinesOfSelection() const {
  const TextRange range = selection_.range();
  std::size_t last = range.end.line;
  if (last > range.begin.line && range.end.byte == 0) --last;
  return {{range.begin.line, 0}, {last, buffer_.Line(last).size()}};
}

// --- changes

void TextEditor::Change(Kind kind, TextRange range, std::string_view text) {
  if (range.empty() && text.empty()) return;
  const TextSelection before = selection_;
  TextChange change = buffer_.Replace(range, text);
  const TextPlace end = EndOf(range.begin, text);
  Show({end, end});
  history_.Add(kind, std::move(change), before, selection_);
}

void TextEditor::Replace(TextRange range, std::string_view text) { Change(Kind::kSingle, range, text); }

void TextEditor::Type(std::string_view text) {
  const TextPlace at = selection_.range().begin;
  const std::string& line = buffer_.Line(at.line);
  const bool begins_word = !text.empty() && KindOf(text[0]) != LetterKind::kBlank && at.byte > 0 &&
                           at.byte <= line.size() && KindOf(line[at.byte - 1]) == LetterKind::kBlank;
  if (!selection_.empty() || begins_word) history_.EndGroup();
  Change(Kind::kTyping, selection_.range(), text);
  if (text == "}") CloseBlock();
}

// A `}` that is first in its line stands where the line of its `{` begins.
void TextEditor::CloseBlock() {
  const std::string& line = buffer_.Line(head().line);
  const std::size_t indent = IndentOf(line);
  if (indent + 1 != head().byte) return;
  const OpenBrace open = FindOpenBrace(buffer_, {head().line, indent});
  if (!open.found || open.place.line == head().line) return;
  const std::string& opening = buffer_.Line(open.place.line);
  const std::string wanted = opening.substr(0, IndentOf(opening));
  if (wanted == line.substr(0, indent)) return;
  const std::size_t number = head().line;
  Change(Kind::kTyping, {{number, 0}, {number, indent}}, wanted);
  Show({{number, wanted.size() + 1}, {number, wanted.size() + 1}});
}

void TextEditor::Enter() {
  const TextRange range = selection_.range();
  const std::string unit = IndentUnit(buffer_), end(buffer_.NewLine());
  const std::string indent = IndentAfter(buffer_, range.begin, unit);
  const std::string before(buffer_.Line(range.begin.line), 0, range.begin.byte);
  const std::string_view after = std::string_view(buffer_.Line(range.end.line)).substr(range.end.byte);
  const std::size_t blanks = IndentOf(after);
  const std::string outer = before.substr(0, IndentOf(before));
  const bool within_braces = after.substr(blanks).starts_with('}') && indent.size() > outer.size();
  history_.EndGroup();
  // A line of blanks alone is left empty.
  const std::size_t from = outer.size() == before.size() ? 0 : range.begin.byte;
  const TextRange replaced{{range.begin.line, from}, {range.end.line, range.end.byte + blanks}};
  Change(Kind::kSingle, replaced, end + indent + (within_braces ? end + outer : ""));
  if (within_braces) {
    const TextPlace place{range.begin.line + 1, indent.size()};
    MoveTo(place);
  }
}

void TextEditor::Tab() {
  if (selection_.anchor.line != head().line) return Indent(Toward::kForward);
  const std::string unit = IndentUnit(buffer_);
  const TextPlace at = selection_.range().begin;
  const std::size_t column = ColumnOf(buffer_.Line(at.line), at.byte);
  Change(Kind::kSingle, selection_.range(), unit == "\t" ? unit : std::string(unit.size() - column % unit.size(), ' '));
}

void TextEditor::Erase(By by, Toward toward) {
  TextRange range = selection_.range();
  if (range.empty()) {
    const TextPlace other = Step(buffer_, head(), by, toward);
    range = TextSelection{head(), other}.range();
    // In the indentation, back to the previous stop.
    const std::string& line = buffer_.Line(head().line);
    const std::size_t indent = IndentOf(line);
    if (by == By::kLetter && toward == Toward::kBackward && head().byte > 1 && head().byte <= indent &&
        line.find('\t') >= head().byte) {
      const std::size_t unit = IndentUnit(buffer_).size();
      range.begin.byte = (head().byte - 1) / unit * unit;
    }
  }
  Change(Kind::kErasing, range, "");
}

void TextEditor::Paste(std::string_view text) {
  history_.EndGroup();
  Change(Kind::kSingle, selection_.range(), WithLineEnds(text, buffer_.NewLine()));
}

void TextEditor::Indent(Toward toward) {
  const TextRange range = LinesOfSelection();
  const std::string unit = IndentUnit(buffer_);
  const bool selected_none = selection_.empty();
  TextSelection kept = selection_;
  history_.BeginAll();
  for (std::size_t number = range.begin.line; number <= range.end.line; ++number) {
    const std::string& line = buffer_.Line(number);
    const std::size_t removed = toward == Toward::kForward ? 0 : LevelToRemove(line, unit);
    const std::string added = toward == Toward::kForward && !line.empty() ? unit : "";
    Change(Kind::kSingle, {{number, 0}, {number, removed}}, added);
    const auto move = [&](TextPlace& place) {
      if (place.line != number) return;
      place.byte -= std::min(place.byte, removed);
      if (place.byte > 0 || selected_none) place.byte += added.size();
    };
    move(kept.anchor);
    move(kept.head);
  }
  history_.EndAll();
  Show(kept);
}

void TextEditor::ToggleComment() {
  const TextRange range = LinesOfSelection();
  const auto is_comment = [&](std::size_t number) {
    const std::string& line = buffer_.Line(number);
    return IndentOf(line) == line.size() || line.compare(IndentOf(line), 2, "//") == 0;
  };
  bool all = true, any = false;
  std::size_t column = std::string::npos;
  for (std::size_t number = range.begin.line; number <= range.end.line; ++number) {
    const std::string& line = buffer_.Line(number);
    all &= is_comment(number);
    if (IndentOf(line) == line.size()) continue;
    any = true;
    column = std::min(column, IndentOf(line));
  }
  if (!any) return;
  TextSelection kept = selection_;
  history_.BeginAll();
  for (std::size_t number = range.begin.line; number <= range.end.line; ++number) {
    const std::string& line = buffer_.Line(number);
    if (IndentOf(line) == line.size()) continue;
    const TextPlace at{number, all ? IndentOf(line) : column};
    const std::size_t removed = !all ? 0 : line.compare(at.byte, 3, "// ") == 0 ? 3 : 2;
    const TextRange changed{at, {number, at.byte + removed}};
    Change(Kind::kSingle, changed, all ? "" : "// ");
    const TextPlace end{number, at.byte + (all ? 0 : 3)};
    if (kept.anchor.line == number && kept.anchor.byte >= at.byte) kept.anchor = Moved(kept.anchor, changed, end);
    if (kept.head.line == number && kept.head.byte >= at.byte) kept.head = Moved(kept.head, changed, end);
  }
  history_.EndAll();
  Show(kept);
}

void TextEditor::TakeText(std::string_view text) {
  const std::string now = buffer_.Text();
  const std::vector<std::string_view> mine = SplitLines(now), theirs = SplitLines(text);
  TextSelection kept = selection_;
  history_.BeginAll();
  const std::vector<Hunk> hunks = Diff(mine, theirs);
  const auto place_of = [&](std::size_t line) {  // the last of the split lines may have no end
    return line < buffer_.lines().size() ? TextPlace{line, 0} : buffer_.end();
  };
  for (auto hunk = hunks.rbegin(); hunk != hunks.rend(); ++hunk) {
    const TextRange range{place_of(hunk->a_begin), place_of(hunk->a_end)};
    std::string replacement;
    for (std::size_t i = hunk->b_begin; i < hunk->b_end; ++i) replacement += theirs[i];
    Change(Kind::kSingle, range, replacement);
    const TextPlace end = EndOf(range.begin, replacement);
    kept = {Moved(kept.anchor, range, end), Moved(kept.head, range, end)};
  }
  history_.EndAll();
  Show(kept);
}

// --- clipboard

std::string TextEditor::Copy() const {
  if (!selection_.empty()) return buffer_.Text(selection_.range());
  return buffer_.Line(head().line) + std::string(buffer_.NewLine());
}

std::string TextEditor::Cut() {
  std::string text = Copy();
  history_.EndGroup();
  Change(Kind::kSingle, selection_.empty() ? WholeLine(buffer_, head().line) : selection_.range(), "");
  return text;
}

// --- history

bool TextEditor::Undo() {
  const auto selection = history_.Undo(buffer_);
  if (selection) Show(*selection);
  return selection.has_value();
}

bool TextEditor::Redo() {
  const auto selection = history_.Redo(buffer_);
  if (selection) Show(*selection);
  return selection.has_value();
}

}  // namespace lockstep::viz
