#include "viz/panels/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "shared/replay/choose.h"
#include "shared/replay/expression.h"
#include "shared/replay/findings.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/thread_state.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

struct Rows {
  FileId file;
  std::uint32_t count;
  std::map<std::uint32_t, LineNote> notes;
  std::map<std::uint32_t, std::uint32_t> standing;  // threads of the chosen block on each line
  std::uint32_t current = 0;                        // the chosen thread's line
  float scroll = 0;                                 // by how much the code has moved to the left
  float notes_at = 0;                               // where the notes begin, from the start of the code
  FunctionId function = FunctionId::kNone;          // the innermost one of the chosen thread, which the notes are of
};

constexpr std::size_t kBeforeNote = 4;  // letters between code and note

bool IsKeyword(std::string_view word) {
  static const std::set<std::string_view> kWords = {"__global__",
                                                    "__device__",
                                                    "__host__",
                                                    "__shared__",
                                                    "__constant__",
                                                    "__restrict__",
                                                    "__launch_bounds__",
                                                    "__managed__",
                                                    "__forceinline__",
                                                    "alignas",
                                                    "auto",
                                                    "bool",
                                                    "break",
                                                    "case",
                                                    "char",
                                                    "class",
                                                    "const",
                                                    "constexpr",
                                                    "continue",
                                                    "default",
                                                    "delete",
                                                    "do",
                                                    "double",
                                                    "else",
                                                    "enum",
                                                    "extern",
                                                    "false",
                                                    "float",
                                                    "for",
                                                    "if",
                                                    "inline",
                                                    "int",
                                                    "long",
                                                    "namespace",
                                                    "new",
                                                    "nullptr",
                                                    "operator",
                                                    "private",
                                                    "public",
                                                    "return",
                                                    "short",
                                                    "signed",
                                                    "sizeof",
                                                    "static",
                                                    "struct",
                                                    "switch",
                                                    "template",
                                                    "this",
                                                    "true",
                                                    "typedef",
                                                    "typename",
                                                    "union",
                                                    "unsigned",
                                                    "using",
                                                    "void",
                                                    "volatile",
                                                    "while",
                                                    "size_t",
                                                    "uint8_t",
                                                    "uint32_t",
                                                    "int32_t",
                                                    "uint64_t"};
  return kWords.contains(word);
}

bool IsBuiltIn(std::string_view word) {
  static const std::set<std::string_view> kWords = {"threadIdx",        "blockIdx",      "blockDim",   "gridDim",
                                                    "warpSize",         "__syncthreads", "__syncwarp", "atomicAdd",
                                                    "__shfl_down_sync", "__shfl_sync",   "printf"};
  return kWords.contains(word);
}

ImU32 ColorOf(const Desk& desk, const Token& token, std::string_view word) {
  const Palette& c = desk.color();
  switch (token.kind) {
    case TokenKind::kComment: return c.comment;
    case TokenKind::kNumber:
    case TokenKind::kText: return c.number;
    case TokenKind::kPunctuation: return word == "#" ? c.keyword : c.quiet;
    case TokenKind::kName: return IsKeyword(word) ? c.keyword : IsBuiltIn(word) ? c.builtin : c.text;
  }
  return c.text;
}

// A tab stands for the blanks up to the next column of four.
std::string Untabbed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\t')
      out.append(4 - out.size() % 4, ' ');
    else
      out += c;
  }
  return out;
}

// How many letters a text has: columns are counted in them, not in bytes, so that a line with an umlaut stays aligned.
std::size_t CountLetters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

void DrawCode(const Desk& desk, ImDrawList* draw, ImVec2 at, std::string_view text) {
  const float advance = desk.fonts.code->GetCharAdvance('0');
  for (const Token& token : Tokenize(text)) {
    const std::string_view word = text.substr(token.begin, token.end - token.begin);
    const auto column = static_cast<float>(CountLetters(text.substr(0, token.begin)));
    DrawText(draw, desk.fonts.code, {at.x + advance * column, at.y}, ColorOf(desk, token, word), word);
  }
}

// A wave under the code of a line that a finding speaks of, comments left out.
void DrawSquiggle(const Desk& desk, ImDrawList* draw, ImVec2 at, std::string_view text, LineMark mark) {
  std::size_t begin = std::string_view::npos, end = 0;
  for (const Token& token : Tokenize(text)) {
    if (token.kind == TokenKind::kComment) continue;
    begin = std::min(begin, token.begin);
    end = std::max(end, token.end);
  }
  if (begin >= end) return;
  const float advance = desk.fonts.code->GetCharAdvance('0'), step = desk.Units(2.5f), height = desk.Units(2.2f);
  const float first = at.x + advance * static_cast<float>(CountLetters(text.substr(0, begin))),
              last = at.x + advance * static_cast<float>(CountLetters(text.substr(0, end)));
  int up = 0;
  for (float x = first; x < last; x += step) draw->PathLineTo({x, at.y + (up++ % 2 ? 0 : height)});
  const ImU32 color = SeverityColor(desk.theme, mark.severity);
  draw->PathStroke(mark.chosen ? color : WithAlpha(color, 0.4f), 0, desk.Units(1.3f));
}

// The line without the comment at its end.
std::string_view WithoutComment(std::string_view text) {
  const auto tokens = Tokenize(text);
  if (tokens.empty() || tokens.back().kind != TokenKind::kComment) return text;
  return text.substr(0, tokens.size() > 1 ? tokens[tokens.size() - 2].end : 0);
}

// Where the note of a line has room, in pixels of the screen.
struct NoteRoom {
  float code_end;  // of the line's own code
  float text_end;  // of its comment, over which a note may lie where there is no room behind it
  float column;    // where notes begin, as far as the code lets them
  float end;
};

// The result is what matters most and is always whole: where there is no room for both, the numbers stay away, and
// where the code itself is too long, the result lies over its end.
void DrawNote(Desk& desk, ImDrawList* draw, NoteRoom room, Area row, ImU32 ground, const LineNote& note) {
  const Palette& c = desk.color();
  ImFont* font = note.done ? desk.fonts.code_strong : desk.fonts.code;
  const float y = row.min.y + (row.height() - desk.fonts.code->FontSize) / 2;
  const std::string sign = note.result.empty() ? "" : note.done ? " = " : " → ";
  const std::string numbers = note.numbers.empty() || note.numbers == note.result ? "" : note.numbers + sign;
  const std::string short_sign = sign.empty() ? "" : sign.substr(1);
  const std::string result = FitText(font, note.result, (room.end - row.min.x) / 2);
  const float numbers_width = TextWidth(desk.fonts.code, numbers), result_width = TextWidth(font, result);
  const float short_width = TextWidth(desk.fonts.code, short_sign) + result_width;
  const float begin = room.text_end + short_width <= room.end ? room.text_end : room.code_end;
  const bool both = begin + numbers_width + result_width <= room.end;
  const ImU32 quiet = note.done ? c.quiet : c.faint;
  float x = std::max(begin, std::min(room.column, room.end - (both ? numbers_width + result_width : short_width)));
  if (!both && !result.empty()) x = std::min(x, room.end - short_width);
  // Over a comment it takes the place of the whole comment.
  const float from = x < room.code_end ? x - desk.Units(6) : room.code_end - desk.Units(16);
  if (x < room.text_end) draw->AddRectFilled({from, row.min.y}, row.max, ground);
  if (both && !numbers.empty()) {
    x += DrawText(draw, desk.fonts.code, {x, y}, quiet, note.numbers);
    x += DrawText(draw, desk.fonts.code, {x, y}, c.faint, sign);
  } else if (!both && result.empty()) {
    if (room.end - x > desk.Units(40))
      DrawText(draw, desk.fonts.code, {x, y}, quiet, FitText(desk.fonts.code, numbers, room.end - x));
  } else if (!both) {
    x += DrawText(draw, desk.fonts.code, {x, y}, c.faint, short_sign);
  }
  DrawText(draw, font, {x, y}, note.done ? c.chosen : c.faint, result);
  if (!result.empty()) desk.source.results[note.line.number] = {{x, row.min.y}, {x + result_width, row.max.y}};
  const Area area{{x, row.min.y}, row.max};
  if (both || !ImGui::IsWindowHovered() || !area.Contains(ImGui::GetIO().MousePos)) return;
  BeginTip(desk);
  ImGui::PushFont(desk.fonts.code_small);
  ImGui::PushTextWrapPos(desk.Units(520));
  ImGui::TextUnformatted((numbers + note.result).c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  EndTip();
}

// Where the notes of a function begin: behind its longest line that leaves them room. The column is the same at every
// moment, so that nothing jumps while one steps; longer lines have their notes behind themselves.
float ColumnOfNotes(const Model& model, const Desk& desk, FunctionId function, FileId file, float width) {
  const float advance = desk.fonts.code->GetCharAdvance('0');
  float column = 0;
  for (const Site& site : model.recording().sites) {
    if (site.function != function || site.file != file) continue;
    const std::string text = Untabbed(model.TextOf({file, site.line}));
    if (ReadStatement(text).expression.empty()) continue;
    const float end = static_cast<float>(CountLetters(WithoutComment(text)) + kBeforeNote) * advance;
    if (end < width * 0.62f) column = std::max(column, end);
  }
  return column;
}

Rows Prepare(const Model& model, const Selection& selection) {
  Rows rows{};
  const ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
  const Line line = LineOf(model, slot);
  rows.current = line.number;
  rows.file = selection.line.number != 0 ? selection.line.file : line.file;
  if (Index(rows.file) >= model.recording().files.size()) {
    const Kernel* kernel = model.kernel();
    const Function* function = kernel ? model.function(kernel->function) : nullptr;
    rows.file = function ? function->file : FileId{0};
  }
  if (line.file != rows.file) rows.current = 0;
  if (const auto block = model.BlockSlot(selection.block)) {
    const std::uint32_t threads = model.index().threads_per_block();
    for (const LineCount& count : CountLines(model, *block * threads, (*block + 1) * threads)) {
      if (count.line.file == rows.file) rows.standing[count.line.number] = count.threads;
    }
  }
  for (LineNote& note : NotesOf(model, slot)) {
    if (note.line.file == rows.file) rows.notes[note.line.number] = std::move(note);
  }
  const auto stack = CallStack(model, slot, model.position());
  if (!stack.empty()) rows.function = stack.back().function;
  return rows;
}

std::size_t LongestLine(const Model& model, FileId file) {
  std::size_t longest = 0;
  for (std::uint32_t number = 1; number <= model.LinesOf(file); ++number)
    longest = std::max(longest, CountLetters(Untabbed(model.TextOf({file, number}))));
  return longest;
}

// From left to right: breakpoint, line number, threads that stand here, code.
struct Columns {
  float breakpoint, number_end, standing, standing_end, code;
};

Columns LayOut(const Desk& desk) {
  return {desk.Units(14), desk.Units(56), desk.Units(64), desk.Units(104), desk.Units(118)};
}

void DrawStanding(const Desk& desk, ImDrawList* draw, const Columns& columns, ImVec2 at, float height, Line line,
                  std::uint32_t threads) {
  const auto found = desk.line_colors.find(line);
  const ImU32 color = found != desk.line_colors.end() ? LineColor(desk.theme, found->second) : desk.color().faint;
  const std::string text = std::to_string(threads);
  const float width = std::max(TextWidth(desk.fonts.small, text) + desk.Units(12), desk.Units(24));
  const float inset = desk.Units(3);
  const ImVec2 max{at.x + columns.standing_end, at.y + height - inset}, min{max.x - width, at.y + inset};
  draw->AddRectFilled(min, max, color, (max.y - min.y) / 2);
  DrawText(draw, desk.fonts.small,
           {(min.x + max.x - TextWidth(desk.fonts.small, text)) / 2, (min.y + max.y - desk.fonts.small->FontSize) / 2},
           TextOn(desk.theme, color), text);
}

// The code, which scrolls under the margin, and the note behind it.
void DrawLineOfCode(const Model& model, const Selection& selection, Desk& desk, const Rows& rows, Line line, Area row,
                    ImU32 ground) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const std::string code = Untabbed(model.TextOf(line));
  const float margin = row.min.x + LayOut(desk).code;
  const ImVec2 at{margin - rows.scroll, row.min.y + (row.height() - desk.fonts.code->FontSize) / 2};
  ImGui::PushClipRect({margin - desk.Units(2), row.min.y}, row.max, true);
  DrawCode(desk, draw, at, code);
  if (const auto mark = MarkOfLine(model, selection, line)) {
    DrawSquiggle(desk, draw, {at.x, at.y + desk.fonts.code->FontSize + desk.Units(1)}, code, *mark);
  }
  if (const auto note = rows.notes.find(line.number); note != rows.notes.end()) {
    const float advance = desk.fonts.code->GetCharAdvance('0');
    const auto end_of = [&](std::string_view text) {
      return at.x + static_cast<float>(CountLetters(text) + kBeforeNote) * advance;
    };
    const NoteRoom room{.code_end = end_of(WithoutComment(code)),
                        .text_end = end_of(code),
                        .column = at.x + rows.notes_at,
                        .end = row.max.x - desk.Units(14)};
    DrawNote(desk, draw, room, row, ground, note->second);
  }
  ImGui::PopClipRect();
}

void DrawRow(const Model& model, Selection& selection, Desk& desk, const Rows& rows, std::uint32_t number, Area row) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const Columns columns = LayOut(desk);
  const Line line{rows.file, number};
  const bool hovered = ImGui::IsWindowHovered() && row.Contains(ImGui::GetIO().MousePos);
  const bool in_margin = hovered && ImGui::GetIO().MousePos.x < row.min.x + columns.number_end;
  const ImU32 ground = number == rows.current   ? c.chosen_soft
                       : selection.line == line ? c.raised
                       : hovered                ? Blend(c.panel, c.raised, 0.6f)
                                                : c.panel;
  if (ground != c.panel) draw->AddRectFilled(row.min, row.max, ground);
  if (number == rows.current) draw->AddRectFilled(row.min, {row.min.x + desk.Units(3), row.max.y}, c.chosen);
  const bool stops = selection.breakpoints.contains(line);
  if (stops || in_margin) {
    const ImVec2 dot{row.min.x + columns.breakpoint + desk.Units(3), (row.min.y + row.max.y) / 2};
    draw->AddCircleFilled(dot, desk.Units(4.5f), stops ? c.fault : WithAlpha(c.fault, 0.3f), 16);
  }
  const std::string digits = std::to_string(number);
  const float digits_x = row.min.x + columns.number_end - TextWidth(desk.fonts.code_small, digits);
  const float small_y = row.min.y + (row.height() - desk.fonts.code_small->FontSize) / 2;
  DrawText(draw, desk.fonts.code_small, {digits_x, small_y}, number == rows.current ? c.chosen : c.faint, digits);
  if (const auto standing = rows.standing.find(number); standing != rows.standing.end()) {
    DrawStanding(desk, draw, columns, row.min, row.height(), line, standing->second);
  }
  DrawLineOfCode(model, selection, desk, rows, line, row, ground);
  if (!hovered || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  if (!in_margin) {
    ChooseLine(model, selection, line);
  } else if (!selection.breakpoints.erase(line)) {
    selection.breakpoints.insert(line);
  }
}

void ScrollTo(Desk& desk, std::uint32_t number, float row_height, FileId file) {
  const Line line{file, number};
  if (number == 0 || desk.source.scrolled_to == line) return;
  const float top = static_cast<float>(number - 1) * row_height, height = ImGui::GetWindowHeight();
  const float scroll = ImGui::GetScrollY();
  const bool new_file = desk.source.scrolled_to.file != file;
  desk.source.scrolled_to = line;
  if (new_file || top < scroll + row_height || top > scroll + height - 3 * row_height) {
    ImGui::SetScrollY(std::max(0.0f, top - height * 0.4f));
  }
}

}  // namespace

void DrawSource(const Model& model, Selection& selection, Desk& desk) {
  Rows rows = Prepare(model, selection);
  rows.count = model.LinesOf(rows.file);
  const bool known_file = Index(rows.file) < model.recording().files.size();
  const std::string path = known_file ? model.recording().files[Index(rows.file)].path : "";
  const Area area = DrawHeader(desk, "Source", std::filesystem::path(path).filename().string());
  if (rows.count == 0) {
    DrawNotice(desk, area, "The source is not in the recording",
               path.empty() ? "" : fmt::format("{} could not be read when it was recorded.", path));
    return;
  }
  ImGui::BeginChild("lines", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const float height = desk.Units(23);
  // A finding may speak of a line that no thread stands on.
  const bool away = selection.line.number != 0 && selection.line.file == rows.file;
  ScrollTo(desk, away ? selection.line.number : rows.current, height, rows.file);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), margin = LayOut(desk).code;
  rows.scroll = ImGui::GetScrollX();
  desk.source.results.clear();
  rows.notes_at = ColumnOfNotes(model, desk, rows.function, rows.file, width - margin);
  const float longest = static_cast<float>(LongestLine(model, rows.file)) * desk.fonts.code->GetCharAdvance('0');
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.count), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const float y = start.y + static_cast<float>(i) * height;
      const float x = ImGui::GetWindowPos().x;
      DrawRow(model, selection, desk, rows, static_cast<std::uint32_t>(i + 1), {{x, y}, {x + width, y + height}});
    }
  }
  clipper.End();
  ImGui::SetCursorScreenPos({start.x, start.y + static_cast<float>(rows.count) * height});
  ImGui::Dummy({margin + longest + desk.Units(14), 1});
  ImGui::EndChild();
}

}  // namespace lockstep::viz
