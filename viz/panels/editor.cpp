#include "viz/panels/editor.h"

#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "viz/edit/text_editor.h"
#include "viz/edit/text_letters.h"
#include "viz/edit/text_motion.h"
#include "viz/panels/code_text.h"
#include "viz/panels/file_in_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/system_clipboard.h"

namespace lockstep::viz {
namespace {

constexpr double kBlink = 0.5;  // seconds that the cursor is shown, and not shown

// ImGui's clock stands still between frames.
double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

const TextBuffer& BufferOf(const EditSession& edit) { return edit.draft.editor().buffer(); }

float XOf(const CodeGrid& grid, std::string_view line, std::size_t byte) {
  return grid.origin.x + grid.advance * static_cast<float>(ColumnOf(line, byte));
}

TextPlace PlaceAt(const EditSession& edit, const RowLayout& layout, const CodeGrid& grid, ImVec2 at) {
  const float row = std::floor((at.y - grid.origin.y) / grid.row_height);
  const auto last = static_cast<float>(layout.count() - 1);
  const std::uint32_t line = layout.At(static_cast<std::size_t>(std::clamp(row, 0.0f, last))).line;
  return {line, ByteAt(BufferOf(edit).Line(line), static_cast<double>((at.x - grid.origin.x) / grid.advance))};
}

bool IsBlinkOn(const Desk& desk) { return std::fmod(Now() - desk.Of<EditView>().caret_since, 2 * kBlink) < kBlink; }

void FillColumns(const CodeGrid& grid, float from, float to, float y, ImU32 color) {
  if (to > from) ImGui::GetWindowDrawList()->AddRectFilled({from, y}, {to, y + grid.row_height}, color);
}

}  // namespace

bool CaretBlinks(const Desk& desk) { return IsBlinkOn(desk) != desk.Of<EditView>().caret_shown; }

EditSession* EditInView(const View& view) {
  if (!view.edit || view.desk.Of<LessonPanel>().shown != Shown::kExercise) return nullptr;
  if (!view.model) return view.edit;
  const auto& files = view.model->recording().files;
  const std::size_t file = trace::Index(FileInView(*view.model, view.selection));
  const bool same = file < files.size() && std::filesystem::path(files[file].path) == view.edit->draft.path();
  return same ? view.edit : nullptr;
}

bool IsAsRecorded(const View& view, const EditSession& edit) {
  const trace::FileId file = FileInView(*view.model, view.selection);
  return view.model->recording().files[trace::Index(file)].text == edit.draft.text();
}

void BeginEditing(View& view) {
  EditSession* edit = EditInView(view);
  if (!edit) return;
  edit->is_active = true;
  ++edit->keys_taken;
  const std::uint32_t line = view.selection.line.number;
  TextEditor& editor = edit->draft.editor();
  if (!view.model || !IsAsRecorded(view, *edit) || line == 0 || editor.head().line + 1 == line) return;
  const TextPlace place = editor.buffer().Clamp({line - 1, 0});
  editor.MoveTo({place.line, IndentOf(editor.buffer().Line(place.line))});
}

RowLayout LayOutRows(const View& view, const EditSession& edit) {
  const std::string& output = view.lesson->exercise.compiler_output;
  const std::string name = edit.draft.path().filename().string();
  return {output.empty() ? std::vector<CompilerMark>() : ReadCompilerMarks(output, name), edit.draft.LinesInBase()};
}

std::size_t LongestColumn(Desk& desk, const EditSession& edit) {
  const TextBuffer& buffer = BufferOf(edit);
  if (desk.Of<EditView>().longest > 0 && desk.Of<EditView>().longest_for == buffer.version())
    return desk.Of<EditView>().longest;
  desk.Of<EditView>().longest_for = buffer.version();
  desk.Of<EditView>().longest = 1;
  for (const TextLine& line : buffer.lines())
    if (line.text.size() * 4 > desk.Of<EditView>().longest)
      desk.Of<EditView>().longest = std::max(desk.Of<EditView>().longest, ColumnOf(line.text, line.text.size()) + 1);
  return desk.Of<EditView>().longest;
}

Area InnerArea() {
  const ImRect& inner = ImGui::GetCurrentWindow()->InnerRect;
  return {inner.Min, inner.Max};
}

void KeepCaretInView(Desk& desk, const EditSession& edit, const RowLayout& layout, float row_height, float margin) {
  const Area inner = InnerArea();
  desk.Of<EditView>().lines_in_page = static_cast<std::size_t>(std::max(1.0f, inner.height() / row_height - 1));
  const TextPlace head = edit.draft.editor().head();
  if (desk.Of<EditView>().keys_seen == edit.keys_taken && desk.Of<EditView>().head == head) return;
  desk.Of<EditView>().keys_seen = edit.keys_taken;
  desk.Of<EditView>().head = head;
  desk.Of<EditView>().caret_since = Now();
  const float top = static_cast<float>(layout.RowOf(head.line)) * row_height, scroll = ImGui::GetScrollY();
  const float room = std::min(row_height, (inner.height() - row_height) / 2);
  if (top - room < scroll) ImGui::SetScrollY(std::max(0.0f, top - room));
  if (top + row_height + room > scroll + inner.height()) ImGui::SetScrollY(top + row_height + room - inner.height());
  const float advance = CodeAdvance(desk), width = inner.width() - margin, side = ImGui::GetScrollX();
  const float x = advance * static_cast<float>(ColumnOf(BufferOf(edit).Line(head.line), head.byte));
  if (x + 4 * advance <= width)
    ImGui::SetScrollX(0);
  else if (x - 4 * advance < side)
    ImGui::SetScrollX(x - 4 * advance);
  if (x + 4 * advance > side + width) ImGui::SetScrollX(x + 4 * advance - width);
}

namespace {

void Click(EditSession& edit, TextPlace place, int times, bool extends) {
  TextEditor& editor = edit.draft.editor();
  edit.is_active = true;
  ++edit.keys_taken;
  if (times == 1)
    editor.MoveTo(place, extends);
  else
    editor.Select(times == 2 ? WordAt(editor.buffer(), place) : WholeLine(editor.buffer(), place.line));
}

}  // namespace

void MoveCaretByMouse(View& view, EditSession& edit, const RowLayout& layout, const CodeGrid& grid,
                      bool chooses_lines) {
  EditView& shown = view.desk.Of<EditView>();
  const ImGuiIO& io = ImGui::GetIO();
  const Area first{grid.origin, {grid.origin.x + grid.advance, grid.origin.y + grid.row_height}};
  shown.caret.reset();
  shown.letter = first;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) shown.dragging = false;
  const TextPlace place = PlaceAt(edit, layout, grid, io.MousePos);
  const bool over_code = IsHovered(grid.shown);
  if (over_code && (edit.is_active || !chooses_lines)) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  if (const int times = ImGui::GetMouseClickedCount(ImGuiMouseButton_Left); over_code && times > 0) {
    if (!edit.is_active && chooses_lines && times == 1) return;
    Click(edit, place, std::min(times, 3), io.KeyShift && edit.is_active);
    shown.dragging = times == 1;
  } else if (shown.dragging && place != edit.draft.editor().head()) {
    edit.draft.editor().MoveTo(place, true);
  }
}

void DrawSelectionInLine(const Desk& desk, const EditSession& edit, std::size_t line, const CodeGrid& grid, float y) {
  const std::string& text = BufferOf(edit).Line(line);
  const Palette& c = desk.color();
  if (edit.is_active && edit.find.is_open)
    for (const TextRange& match : MatchesInLine(BufferOf(edit), edit.find.query(), line))
      FillColumns(grid, XOf(grid, text, match.begin.byte), XOf(grid, text, match.end.byte), y,
                  Blend(c.panel, c.write, 0.25f));
  const TextRange range = edit.draft.editor().selection().range();
  if (range.empty() || line < range.begin.line || line > range.end.line) return;
  const float from = line == range.begin.line ? XOf(grid, text, range.begin.byte) : grid.origin.x;
  // The end of a line is half a letter wide.
  const float to =
      line == range.end.line ? XOf(grid, text, range.end.byte) : XOf(grid, text, text.size()) + grid.advance / 2;
  FillColumns(grid, from, to, y, Blend(c.panel, c.chosen, edit.is_active ? 0.28f : 0.12f));
}

void DrawMarksInLine(const Desk& desk, const RowLayout& layout, std::size_t line, std::string_view code,
                     const CodeGrid& grid, float wave) {
  const auto [first, last] = layout.MarksOf(line);
  for (std::size_t i = first; i < last; ++i) {
    const CompilerMark& mark = layout.marks()[i];
    // clang counts bytes, and a tab is one; the word that begins there is marked.
    const std::size_t begin = mark.column > 0 ? std::min<std::size_t>(mark.column - 1, code.size()) : IndentOf(code);
    std::size_t end = begin;
    while (end < code.size() && KindOf(code[end]) == LetterKind::kWord) ++end;
    end = std::max(end, begin + 1);
    const auto x_of = [&](std::size_t byte) {
      return grid.origin.x + grid.advance * static_cast<float>(CountLetters(code.substr(0, byte)) +
                                                               (byte > code.size() ? byte - code.size() : 0));
    };
    DrawWave(desk, {x_of(begin), wave}, x_of(end), SeverityColor(desk.theme, mark.severity));
  }
}

void DrawCaret(Desk& desk, const EditSession& edit, std::size_t line, const CodeGrid& grid, float y) {
  const TextPlace head = edit.draft.editor().head();
  if (!edit.is_active || head.line != line) return;
  const float x = XOf(grid, BufferOf(edit).Line(line), head.byte);
  desk.Of<EditView>().caret = Area{{x, y}, {x + desk.Units(2), y + grid.row_height}};
  desk.Of<EditView>().caret_shown = !desk.animate || IsBlinkOn(desk);
  if (edit.find.is_open || !desk.Of<EditView>().caret_shown) return;
  ImGui::GetWindowDrawList()->AddRectFilled({x - desk.Units(0.5f), y + desk.Units(2)},
                                            {x + desk.Units(1.5f), y + grid.row_height - desk.Units(2)},
                                            desk.color().chosen);
}

void DrawMessage(const Desk& desk, const CompilerMark& mark, Area row, const CodeGrid& grid) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 color = SeverityColor(desk.theme, mark.severity);
  const float x = grid.shown.min.x, room = row.max.x - x - desk.Units(14);
  draw->AddRectFilled({x - desk.Units(6), row.min.y}, {row.max.x, row.max.y - desk.Units(3)},
                      Blend(desk.color().panel, color, 0.1f), desk.Units(4));
  const float y = row.min.y + (row.height() - desk.Units(3) - desk.fonts.small->FontSize) / 2;
  DrawText(draw, desk.fonts.small, {x, y}, color, FitText(desk.fonts.small, mark.message, room));
  const bool hovered = IsHovered(row);
  if (!hovered || TextWidth(desk.fonts.small, mark.message) <= room) return;
  BeginTip(desk);
  ImGui::PushTextWrapPos(desk.Units(520));
  ImGui::TextUnformatted(mark.message.c_str());
  ImGui::PopTextWrapPos();
  EndTip();
}

namespace {

bool TakeKeyOfEditor(View& view, std::string_view key) {
  EditSession* edit = EditInView(view);
  return edit && edit->Press(key, SystemClipboard(), view.desk.Of<EditView>().lines_in_page);
}

// Keys are typed only where their text is in view.
void LeaveOutOfView(View& view) {
  if (view.edit && !EditInView(view)) view.edit->is_active = false;
}

}  // namespace

const Panel kEditor{
    .name = "editor",
    .place = PanelPlace::kNowhere,
    .group = "Exercise",
    .keys = {{{"Enter"}, "edit the exercise here; Esc leaves", [](View& v, std::size_t) { BeginEditing(v); }},
             {{"Ctrl S"},
              "save the exercise: it is built, run and graded",
              [](View& v, std::size_t) {
                if (v.edit) v.edit->Save();
              }},
             {{"Ctrl F", "F3"}, "while editing: find, the next match; Shift F3: the previous one"},
             {{"Ctrl Z", "Ctrl Y"}, "while editing: undo, redo"},
             {{"Ctrl /"}, "while editing: the lines as comments, or back"}},
    .needs_model = false,
    .takes = TakeKeyOfEditor,
    .prepare = LeaveOutOfView};

}  // namespace lockstep::viz
