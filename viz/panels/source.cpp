#include "viz/panels/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "viz/model/choose.h"
#include "viz/model/expression.h"
#include "viz/model/findings.h"
#include "viz/model/line_notes.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

struct Rows {
  FileId file;
  std::uint32_t count;
  std::map<std::uint32_t, LineNote> notes;
  std::map<std::uint32_t, std::uint32_t> standing;  // threads of the chosen block on each line
  std::uint32_t current = 0;                        // the chosen thread's line
  float notes_at = 0;                               // where the notes begin, from the start of the code
};

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

void DrawCode(const Desk& desk, ImDrawList* draw, ImVec2 at, std::string_view text) {
  const float advance = desk.fonts.code->GetCharAdvance('0');
  for (const Token& token : Tokenize(text)) {
    const std::string_view word = text.substr(token.begin, token.end - token.begin);
    // Columns are counted in letters, not in bytes, so that a line with an umlaut stays aligned.
    std::size_t column = 0;
    for (std::size_t i = 0; i < token.begin; ++i) column += (text[i] & 0xc0) != 0x80;
    DrawText(draw, desk.fonts.code, {at.x + advance * static_cast<float>(column), at.y}, ColorOf(desk, token, word),
             word);
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
  const float first = at.x + advance * static_cast<float>(begin), last = at.x + advance * static_cast<float>(end);
  int up = 0;
  for (float x = first; x < last; x += step) draw->PathLineTo({x, at.y + (up++ % 2 ? 0 : height)});
  const ImU32 color = SeverityColor(desk.theme, mark.severity);
  draw->PathStroke(mark.chosen ? color : WithAlpha(color, 0.4f), 0, desk.Units(1.3f));
}

// The result is what matters most: where there is no room for both, the numbers are cut.
void DrawNote(const Desk& desk, ImDrawList* draw, ImVec2 at, float end, const LineNote& note) {
  const Palette& c = desk.color();
  ImFont* font = note.done ? desk.fonts.code_strong : desk.fonts.code;
  const char* sign = note.result.empty() ? "" : note.done ? " = " : " → ";
  float x = at.x;
  if (!note.numbers.empty() && note.numbers != note.result) {
    const float room = end - x - TextWidth(font, note.result) - TextWidth(desk.fonts.code, sign);
    const std::string numbers = FitText(desk.fonts.code, note.numbers, std::max(room, desk.Units(40)));
    x += DrawText(draw, desk.fonts.code, {x, at.y}, note.done ? c.quiet : c.faint, numbers);
    x += DrawText(draw, desk.fonts.code, {x, at.y}, c.faint, sign);
  }
  DrawText(draw, font, {x, at.y}, note.done ? c.chosen : c.faint, note.result);
}

Rows Prepare(const Model& model, const Selection& selection, Desk& desk) {
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
  const float advance = desk.fonts.code->GetCharAdvance('0');
  for (LineNote& note : NotesOf(model, slot)) {
    if (note.line.file != rows.file) continue;
    const auto width = static_cast<float>(Untabbed(model.TextOf(note.line)).size());
    rows.notes_at = std::max(rows.notes_at, (width + 4) * advance);
    rows.notes[note.line.number] = std::move(note);
  }
  return rows;
}

std::uint32_t CountRows(const Model& model, FileId file) {
  if (Index(file) >= model.recording().files.size()) return 0;
  const std::string& text = model.recording().files[Index(file)].text;
  return static_cast<std::uint32_t>(std::ranges::count(text, '\n') + (!text.empty() && text.back() != '\n'));
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

void DrawRow(const Model& model, Selection& selection, Desk& desk, const Rows& rows, std::uint32_t number, Area row) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const Columns columns = LayOut(desk);
  const Line line{rows.file, number};
  const float text_y = row.min.y + (row.height() - desk.fonts.code->FontSize) / 2;
  const bool hovered = ImGui::IsWindowHovered() && row.Contains(ImGui::GetIO().MousePos);
  const bool in_margin = hovered && ImGui::GetIO().MousePos.x < row.min.x + columns.number_end;
  if (number == rows.current) {
    draw->AddRectFilled(row.min, row.max, c.chosen_soft);
    draw->AddRectFilled(row.min, {row.min.x + desk.Units(3), row.max.y}, c.chosen);
  } else if (selection.line == line) {
    draw->AddRectFilled(row.min, row.max, c.raised);
  } else if (hovered) {
    draw->AddRectFilled(row.min, row.max, WithAlpha(c.raised, 0.6f));
  }
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
  const std::string code = Untabbed(model.TextOf(line));
  DrawCode(desk, draw, {row.min.x + columns.code, text_y}, code);
  if (const auto mark = MarkOfLine(model, selection, line)) {
    const float y = text_y + desk.fonts.code->FontSize + desk.Units(1);
    DrawSquiggle(desk, draw, {row.min.x + columns.code, y}, code, *mark);
  }
  if (const auto note = rows.notes.find(number); note != rows.notes.end()) {
    DrawNote(desk, draw, {row.min.x + columns.code + rows.notes_at, text_y}, row.max.x - desk.Units(14), note->second);
  }
  if (!hovered || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  if (!in_margin) {
    ChooseLine(model, selection, line);
  } else if (!selection.breakpoints.erase(line)) {
    selection.breakpoints.insert(line);
  }
}

void ScrollTo(const Desk&, Desk& desk_state, std::uint32_t number, float row_height, FileId file) {
  const Line line{file, number};
  if (number == 0 || desk_state.source.scrolled_to == line) return;
  const float top = static_cast<float>(number - 1) * row_height, height = ImGui::GetWindowHeight();
  const float scroll = ImGui::GetScrollY();
  const bool new_file = desk_state.source.scrolled_to.file != file;
  desk_state.source.scrolled_to = line;
  if (new_file || top < scroll + row_height || top > scroll + height - 3 * row_height) {
    ImGui::SetScrollY(std::max(0.0f, top - height * 0.4f));
  }
}

}  // namespace

void DrawSource(const Model& model, Selection& selection, Desk& desk) {
  Rows rows = Prepare(model, selection, desk);
  rows.count = CountRows(model, rows.file);
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
  ScrollTo(desk, desk, away ? selection.line.number : rows.current, height, rows.file);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.count), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const float y = start.y + static_cast<float>(i) * height;
      const float x = ImGui::GetWindowPos().x - ImGui::GetScrollX();
      DrawRow(model, selection, desk, rows, static_cast<std::uint32_t>(i + 1),
              {{x, y}, {x + width + ImGui::GetScrollX(), y + height}});
    }
  }
  clipper.End();
  ImGui::EndChild();
}

}  // namespace lockstep::viz
