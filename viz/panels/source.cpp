#include "viz/panels/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "shared/replay/choose.h"
#include "shared/replay/findings.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/thread_state.h"
#include "shared/replay/thread_values.h"
#include "shared/replay/tokens.h"
#include "viz/edit/text_letters.h"
#include "viz/panels/code_text.h"
#include "viz/panels/editor.h"
#include "viz/panels/editor_bars.h"
#include "viz/panels/file_in_view.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/source_notes.h"
#include "viz/panels/source_view.h"
#include "viz/panels/stops.h"
#include "viz/panels/thread_colors.h"

namespace lockstep::viz {
namespace {

struct Rows {
  const replay::Model* model = nullptr;  // null: no thread is shown, and no note
  EditSession* edit = nullptr;           // null: the text is the recording's
  trace::FileId file = trace::FileId::kNone;
  RowLayout layout;
  std::map<std::uint32_t, replay::LineNote> notes;
  std::map<std::uint32_t, std::uint32_t> standing;  // threads of the chosen block on each line
  std::uint32_t current = 0;                        // the chosen thread's line
  CodeGrid grid;                                    // where the code is on the screen
  float notes_at = 0;                               // the start of the notes, from the start of the code
  trace::FunctionId function =
      trace::FunctionId::kNone;  // the innermost function of the chosen thread, which the notes belong to

  std::string TextOf(std::uint32_t number) const {
    return Untabbed(edit ? edit->draft.editor().buffer().Line(number - 1) : model->TextOf({file, number}));
  }
};

// A wave under the code of a line that a finding refers to, without comments.
void DrawSquiggle(const Desk& desk, ImVec2 at, std::string_view text, replay::LineMark mark) {
  std::size_t begin = std::string_view::npos, end = 0;
  for (const replay::Token& token : replay::Tokenize(text)) {
    if (token.kind == replay::TokenKind::kComment) continue;
    begin = std::min(begin, token.begin);
    end = std::max(end, token.end);
  }
  if (begin >= end) return;
  const auto x_of = [&](std::size_t byte) {
    return at.x + CodeAdvance(desk) * static_cast<float>(CountLetters(text.substr(0, byte)));
  };
  const ImU32 color = SeverityColor(desk.theme, mark.severity);
  DrawWave(desk, {x_of(begin), at.y}, x_of(end), mark.chosen ? color : WithAlpha(color, 0.4f));
}

// The recording's facts about the file's lines at this moment.
void Annotate(Rows& rows, const replay::Model& model, const Selection& selection) {
  const replay::ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
  const replay::Line line = replay::LineOf(model, slot);
  rows.model = &model;
  if (line.file == rows.file) rows.current = line.number;
  if (const auto block = model.BlockSlot(selection.block)) {
    const std::uint32_t threads = model.index().threads_per_block();
    for (const replay::LineCount& count : replay::CountLines(model, *block * threads, (*block + 1) * threads)) {
      if (count.line.file == rows.file) rows.standing[count.line.number] = count.threads;
    }
  }
  for (replay::LineNote& note : replay::NotesOf(model, slot)) {
    if (note.line.file == rows.file) rows.notes[note.line.number] = std::move(note);
  }
  const auto stack = replay::CallStack(model, slot, model.position());
  if (!stack.empty()) rows.function = stack.back().function;
}

Rows PrepareSource(View& view) {
  Rows rows{.edit = EditInView(view)};
  if (view.model) rows.file = FileInView(*view.model, view.selection);
  if (view.model && (!rows.edit || IsAsRecorded(view, *rows.edit))) Annotate(rows, *view.model, view.selection);
  if (rows.edit)
    rows.layout = LayOutRows(view, *rows.edit);
  else
    rows.layout = RowLayout(view.model->LinesOf(rows.file));
  return rows;
}

std::size_t LongestLine(const Rows& rows, Desk& desk) {
  if (rows.edit) return LongestColumn(desk, *rows.edit);
  std::size_t longest = 0;
  for (std::uint32_t number = 1; number <= rows.layout.count(); ++number)
    longest = std::max(longest, CountLetters(rows.TextOf(number)));
  return longest;
}

// From left to right: breakpoint, line number, threads on the line, code.
struct Columns {
  float breakpoint, number_end, standing, standing_end, code;
};

Columns LayOut(const Desk& desk) {
  return {desk.Units(14), desk.Units(56), desk.Units(64), desk.Units(104), desk.Units(118)};
}

void DrawStanding(const Desk& desk, ImDrawList* draw, const Columns& columns, ImVec2 at, float height,
                  replay::Line line, std::uint32_t threads) {
  const ImU32 color = ColorOfLine(desk, line);
  const std::string text = std::to_string(threads);
  const float width = std::max(TextWidth(desk.fonts.small, text) + desk.Units(12), desk.Units(24));
  const float inset = desk.Units(3);
  const ImVec2 max{at.x + columns.standing_end, at.y + height - inset}, min{max.x - width, at.y + inset};
  draw->AddRectFilled(min, max, color, (max.y - min.y) / 2);
  DrawText(draw, desk.fonts.small,
           {(min.x + max.x - TextWidth(desk.fonts.small, text)) / 2, (min.y + max.y - desk.fonts.small->FontSize) / 2},
           TextOn(desk.theme, color), text);
}

// The code, which scrolls under the margin, and the note after it.
void DrawLineOfCode(const Selection& selection, Desk& desk, const Rows& rows, std::uint32_t number, Area row,
                    ImU32 ground) {
  const std::string code = rows.TextOf(number);
  const float margin = row.min.x + LayOut(desk).code;
  const ImVec2 at{rows.grid.origin.x, row.min.y + (row.height() - desk.fonts.code->FontSize) / 2};
  ImGui::PushClipRect({margin - desk.Units(2), row.min.y}, row.max, true);
  if (rows.edit) DrawSelectionInLine(desk, *rows.edit, number - 1, rows.grid, row.min.y);
  DrawCode(desk, at, code);
  const float wave = at.y + desk.fonts.code->FontSize + desk.Units(1);
  const auto mark = rows.model ? replay::MarkOfLine(*rows.model, selection, {rows.file, number}) : std::nullopt;
  if (mark) DrawSquiggle(desk, {at.x, wave}, code, *mark);
  if (rows.edit) DrawMarksInLine(desk, rows.layout, number - 1, code, rows.grid, wave);
  if (const auto note = rows.notes.find(number); note != rows.notes.end()) {
    const auto end_of = [&](std::string_view text) {
      return at.x + static_cast<float>(CountLetters(text) + kBeforeNote) * rows.grid.advance;
    };
    const NoteRoom room{.code_end = end_of(WithoutComment(code)),
                        .text_end = end_of(code),
                        .column = at.x + rows.notes_at,
                        .end = row.max.x - desk.Units(14)};
    DrawNote(desk, ImGui::GetWindowDrawList(), room, row, ground, note->second);
  }
  if (rows.edit) DrawCaret(desk, *rows.edit, number - 1, rows.grid, row.min.y);
  ImGui::PopClipRect();
}

bool IsMarked(const Desk& desk, const Rows& rows, std::uint32_t number) {
  return rows.edit && desk.Of<SourceView>().to_mend && desk.Of<SourceView>().to_mend->number == number;
}

// The line of a hint: an edge of its own, and a gap under it where something is missing.
void DrawMarked(const Desk& desk, Area row) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 color = desk.color().waiting;
  if (!desk.Of<SourceView>().to_mend->is_missing) {
    draw->AddRectFilled(row.min, row.max, WithAlpha(color, 0.2f));
    draw->AddRectFilled(row.min, {row.min.x + desk.Units(9), row.max.y}, color);
    return;
  }
  const float y = row.max.y, x = row.min.x + LayOut(desk).code;
  draw->AddRectFilled({row.min.x, y - desk.Units(1)}, {row.max.x, y + desk.Units(1)}, color);
  draw->AddTriangleFilled({x - desk.Units(11), y - desk.Units(6)}, {x - desk.Units(3), y},
                          {x - desk.Units(11), y + desk.Units(6)}, color);
}

ImU32 GroundOf(const Desk& desk, const Rows& rows, const Selection& selection, std::uint32_t number, bool hovered) {
  const Palette& c = desk.color();
  if (number == rows.current) return c.chosen_soft;
  if (rows.edit && rows.edit->is_active)
    return rows.edit->draft.editor().head().line + 1 == number ? Blend(c.panel, c.raised, 0.7f) : c.panel;
  // At a line where nobody is, the line that was looked at before says nothing.
  if (rows.standing.contains(number) && selection.line == replay::Line{rows.file, number}) return c.raised;
  return hovered && rows.model ? Blend(c.panel, c.raised, 0.6f) : c.panel;
}

// Breakpoint, number, and the threads on the line.
void DrawMargin(const Selection& selection, const Desk& desk, const Rows& rows, std::uint32_t number, Area row,
                bool pointed) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const Columns columns = LayOut(desk);
  const replay::Line line{rows.file, number};
  const Breakpoint* stop = rows.model ? selection.breakpoints.At(line) : nullptr;
  const ImVec2 dot{row.min.x + columns.breakpoint + desk.Units(3), (row.min.y + row.max.y) / 2};
  if (stop) DrawStopMark(desk, dot, *stop, IsNeverHit(desk.Of<StopsView>().finder, *stop));
  if (!stop && pointed && rows.model) draw->AddCircleFilled(dot, desk.Units(4.5f), WithAlpha(c.fault, 0.3f), 16);
  if (stop && pointed) {
    BeginTip(desk);
    TipRow(desk, stop->text(), DescribeHits(desk.Of<StopsView>().finder, *stop, rows.model->position()));
    TipRow(desk, "right click", "its condition, or what it logs");
    EndTip();
  }
  const std::string digits = std::to_string(number);
  const float digits_x = row.min.x + columns.number_end - TextWidth(desk.fonts.code_small, digits);
  const float small_y = row.min.y + (row.height() - desk.fonts.code_small->FontSize) / 2;
  DrawText(draw, desk.fonts.code_small, {digits_x, small_y}, number == rows.current ? c.chosen : c.faint, digits);
  if (rows.edit && rows.edit->draft.LinesInBase()[number - 1] == 0) {
    const float x = row.min.x + columns.number_end + desk.Units(6);
    draw->AddRectFilled({x, row.min.y}, {x + desk.Units(3), row.max.y}, c.write);
  }
  if (const auto standing = rows.standing.find(number); standing != rows.standing.end())
    DrawStanding(desk, draw, columns, row.min, row.height(), line, standing->second);
}

void DrawRow(Selection& selection, Desk& desk, const Rows& rows, std::uint32_t number, Area row) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const replay::Line line{rows.file, number};
  const bool hovered = IsHovered(row);
  const bool in_margin = hovered && ImGui::GetIO().MousePos.x < row.min.x + LayOut(desk).number_end;
  const ImU32 ground = GroundOf(desk, rows, selection, number, hovered);
  if (ground != desk.color().panel) draw->AddRectFilled(row.min, row.max, ground);
  if (number == rows.current) draw->AddRectFilled(row.min, {row.min.x + desk.Units(3), row.max.y}, desk.color().chosen);
  if (IsMarked(desk, rows, number)) DrawMarked(desk, row);
  DrawMargin(selection, desk, rows, number, row, in_margin);
  DrawLineOfCode(selection, desk, rows, number, row, ground);
  desk.Of<SourceView>().margins[number] = {row.min, {row.min.x + LayOut(desk).number_end, row.max.y}};
  if (!rows.model) return;
  const bool is_typed = rows.edit && rows.edit->is_active;
  if (!is_typed && Reach(desk, fmt::format("line {}", number), row, number == rows.current))
    replay::ChooseLine(*rows.model, selection, line);
  if (!hovered) return;
  if (in_margin && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    if (!selection.breakpoints.At(line)) selection.breakpoints.Toggle(line);
    EditStop(selection.breakpoints, desk, selection.breakpoints.At(line)->id);
  }
  if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  if (in_margin) {
    selection.breakpoints.Toggle(line);
  } else if (!is_typed) {
    replay::ChooseLine(*rows.model, selection, line);
  }
}

void ScrollTo(Desk& desk, std::uint32_t number, float row_height, trace::FileId file) {
  const replay::Line line{file, number};
  const float before = std::exchange(desk.Of<SourceView>().row_height, row_height);
  const bool is_resized = before > 0 && before != row_height;
  const float top = static_cast<float>(number - 1) * row_height, height = ImGui::GetWindowHeight();
  if (std::exchange(desk.Of<SourceView>().height, height) != height || is_resized) desk.Of<SourceView>().unsettled = 3;
  if (number == 0 || (desk.Of<SourceView>().scrolled_to == line && desk.Of<SourceView>().unsettled == 0)) return;
  if (desk.Of<SourceView>().unsettled > 0) --desk.Of<SourceView>().unsettled;
  // With letters of another size, the same line is the first one.
  const float scroll = ImGui::GetScrollY() * (is_resized ? row_height / before : 1);
  if (is_resized) ImGui::SetScrollY(scroll);
  const bool new_file = desk.Of<SourceView>().scrolled_to.file != file;
  desk.Of<SourceView>().scrolled_to = line;
  if (new_file || top < scroll + row_height || top > scroll + height - 3 * row_height) {
    ImGui::SetScrollY(std::max(0.0f, top - height * 0.4f));
  }
}

// To the line of a hint, in the middle of the panel.
void ScrollToMarked(Desk& desk, const Rows& rows, float row_height) {
  if (!rows.edit || !desk.Of<SourceView>().to_mend) return;
  desk.Of<SourceView>().to_marked = false;
  const float top = static_cast<float>(rows.layout.RowOf(desk.Of<SourceView>().to_mend->number - 1)) * row_height;
  ImGui::SetScrollY(std::max(0.0f, top - ImGui::GetWindowHeight() * 0.45f));
}

Area DrawHead(View& view, const Rows& rows) {
  if (rows.edit) return DrawEditorHead(view, *rows.edit, rows.model != nullptr);
  const auto& files = view.model->recording().files;
  const std::string path = trace::Index(rows.file) < files.size() ? files[trace::Index(rows.file)].path : "";
  const Area area = DrawHeader(view.desk, "Source", std::filesystem::path(path).filename().string());
  if (rows.layout.count() == 0)
    DrawNotice(view.desk, area, "The source is not in the recording",
               path.empty() ? "" : fmt::format("{} could not be read when it was recorded.", path));
  return area;
}

void DrawRows(View& view, Rows& rows) {
  Desk& desk = view.desk;
  const float height = desk.Units(23), margin = LayOut(desk).code;
  const ImVec2 start = ImGui::GetCursorScreenPos(), window = ImGui::GetWindowPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  rows.grid = {.origin = {window.x + margin - ImGui::GetScrollX(), start.y},
               .advance = CodeAdvance(desk),
               .row_height = height,
               .shown = {{window.x + margin, InnerArea().min.y}, {window.x + width, InnerArea().max.y}}};
  desk.Of<SourceView>().results.clear();
  desk.Of<SourceView>().margins.clear();
  if (rows.model) rows.notes_at = ColumnOfNotes(*rows.model, desk, rows.function, rows.file, width - margin);
  if (rows.edit) MoveCaretByMouse(view, *rows.edit, rows.layout, rows.grid, rows.model != nullptr);
  const auto count = static_cast<int>(rows.layout.count());
  ImGuiListClipper clipper;
  clipper.Begin(count, height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const float y = start.y + static_cast<float>(i) * height;
      const Area row{{window.x, y}, {window.x + width, y + height}};
      const RowLayout::Row what = rows.layout.At(static_cast<std::size_t>(i));
      if (what.mark)
        DrawMessage(desk, *what.mark, row, rows.grid);
      else
        DrawRow(view.selection, desk, rows, what.line + 1, row);
    }
  }
  clipper.End();
  ImGui::SetCursorScreenPos({start.x, start.y + static_cast<float>(count) * height});
  const float longest = static_cast<float>(LongestLine(rows, desk)) * rows.grid.advance;
  ImGui::Dummy({margin + longest + desk.Units(14), 1});
}

}  // namespace

void DrawSource(View& view, Area) {
  Rows rows = PrepareSource(view);
  DrawHead(view, rows);
  if (rows.layout.count() == 0) return;
  if (rows.edit) DrawEditorBars(view, *rows.edit);
  ImGui::BeginChild("lines", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const float height = view.desk.Units(23);
  // A finding may refer to a line that no thread is on.
  const replay::Line& chosen = view.selection.line;
  const bool away = chosen.number != 0 && chosen.file == rows.file;
  if (rows.edit && rows.edit->is_active)
    KeepCaretInView(view.desk, *rows.edit, rows.layout, height, LayOut(view.desk).code);
  else if (rows.model)
    ScrollTo(view.desk, away ? chosen.number : rows.current, height, rows.file);
  if (view.desk.Of<SourceView>().to_marked) ScrollToMarked(view.desk, rows, height);
  DrawRows(view, rows);
  ImGui::EndChild();
}

const Panel kSource{.name = "source",
                    .place = PanelPlace::kMain,
                    .group = "Time",
                    .draw = DrawSource,
                    .needs_model = false,
                    .is_shown = [](const View& v) { return v.model || EditInView(v); },
                    .forget = [](Desk& desk) { desk.Of<SourceView>() = {}; }};

}  // namespace lockstep::viz
