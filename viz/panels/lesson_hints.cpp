#include "viz/panels/lesson_hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viz/edit/code_change.h"
#include "viz/edit/text_letters.h"
#include "viz/model/hint_levels.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/code_text.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/lesson_text.h"
#include "viz/panels/source_view.h"

namespace lockstep::viz {
namespace {

// A level that was just taken is brought into view once its height is known.
constexpr int kFramesToScroll = 3;

// True if the window shows the place that the exercise's sentence refers to.
bool IsAtPlace(const View& view) {
  const std::optional<ExercisePlace>& place = view.lesson->exercise.place;
  const Selection& now = view.selection;
  return place && view.desk.Of<LessonPanel>().shown == Shown::kExercise && now.launch == place->launch &&
         now.block == place->block && now.thread == place->thread && (!place->step || now.step == *place->step + 1);
}

// The moment is no news where the window shows it already.
std::optional<HintLevel> NextHintLevel(const View& view) {
  const HintsView& hints = view.desk.Of<LessonPanel>().hints;
  for (const HintLevel level : hints.levels)
    if (level > hints.taken && !(level == HintLevel::kMoment && IsAtPlace(view))) return level;
  return std::nullopt;
}

void ShowLine(Desk& desk) {
  desk.Of<LessonPanel>().shown = Shown::kExercise;
  desk.Of<SourceView>().to_marked = true;
}

const char* Offer(HintLevel level) {
  switch (level) {
    case HintLevel::kMoment: return "Show the moment";
    case HintLevel::kQuestion: return "Give a hint";
    case HintLevel::kLine: return "Show the line";
    case HintLevel::kSolution: return "Show the solution";
    case HintLevel::kWords: break;
  }
  return "";
}

// A button as wide as its words, with the key that does the same.
void SetButton(View& view, TextSetter& setter, HintLevel next) {
  Desk& desk = view.desk;
  const Palette& c = desk.color();
  const std::string words = Offer(next);
  const float height = desk.Units(28), pad = desk.Units(12), gap = desk.Units(10);
  const float key_width = TextWidth(desk.fonts.code_small, "H");
  const float width = TextWidth(desk.fonts.text, words) + gap + key_width + 2 * pad;
  const ImVec2 min{setter.left(), setter.y() + desk.Units(2)}, max{min.x + width, min.y + height};
  ImGui::SetCursorScreenPos(min);
  const bool clicked = ImGui::InvisibleButton("more", {width, height});
  Reach(desk);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(min, max, hovered ? c.chosen_soft : c.panel, desk.Units(6));
  draw->AddRect(min, max, hovered ? c.chosen : c.line, desk.Units(6));
  const float middle = (min.y + max.y) / 2;
  DrawText(draw, desk.fonts.text, {min.x + pad, middle - desk.fonts.text->FontSize / 2}, c.text, words);
  DrawText(draw, desk.fonts.code_small, {max.x - pad - key_width, middle - desk.fonts.code_small->FontSize / 2},
           c.quiet, "H");
  desk.Of<LessonPanel>().hints.more = Area{min, max};
  setter.Gap(height + desk.Units(12));
  if (clicked) TakeHint(view);
}

void SetLabel(Desk& desk, TextSetter& setter, const char* words) {
  setter.Gap(desk.Units(4));
  setter.Runs({{.text = words}}, desk.fonts.small, desk.color().quiet, desk.Units(19));
}

void SetLine(Desk& desk, TextSetter& setter, const LineToMend& line) {
  SetLabel(desk, setter, "The line");
  setter.Runs(RunsOf(line.is_missing ? fmt::format("Something is missing after line {}.", line.number)
                                     : fmt::format("Look at line {} again.", line.number)),
              desk.fonts.text, desk.color().text, desk.Units(24));
}

// --- the solution

struct Row {
  ChangeLine::Kind kind;
  std::string text;
  bool continues = false;  // the line of the row before
};

std::string_view SignOf(ChangeLine::Kind kind) {
  if (kind == ChangeLine::Kind::kAdded) return "+";
  return kind == ChangeLine::Kind::kRemoved ? "−" : "";
}

// The lines without the indentation that all of them have, broken at blanks where they are too long.
std::vector<Row> RowsOf(const CodeChange& change, std::size_t columns) {
  constexpr std::size_t kHanging = 4;
  std::size_t indent = std::string::npos;
  for (const ChangeLine& line : change.lines)
    if (line.kind != ChangeLine::Kind::kSkipped) indent = std::min(indent, IndentOf(line.text));
  std::vector<Row> rows;
  for (const ChangeLine& line : change.lines) {
    if (line.kind == ChangeLine::Kind::kSkipped) {
      rows.push_back({line.kind, fmt::format("line {}", line.number)});
      continue;
    }
    std::string rest = line.text.substr(std::min(indent, line.text.size()));
    const std::string hanging(std::min(IndentOf(rest) + kHanging, columns / 2), ' ');
    bool continues = false;
    while (CountLetters(rest) > columns) {
      const std::size_t room = ByteAt(rest, static_cast<double>(columns));
      const std::size_t blank = rest.rfind(' ', room);
      const bool at_blank = blank != std::string::npos && blank > IndentOf(rest);
      const std::size_t cut = at_blank ? blank : room;
      rows.push_back({line.kind, rest.substr(0, cut), std::exchange(continues, true)});
      rest.replace(0, cut + (at_blank ? 1 : 0), hanging);
    }
    rows.push_back({line.kind, std::move(rest), continues});
  }
  return rows;
}

void DrawRow(const Desk& desk, const Row& row, Area area, float code) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const float y = area.min.y + (area.height() - desk.fonts.code_small->FontSize) / 2;
  if (row.kind == ChangeLine::Kind::kSkipped) {
    DrawText(draw, desk.fonts.small, {code, y}, c.quiet, row.text);
    return;
  }
  if (row.kind != ChangeLine::Kind::kKept) {
    const ImU32 color = row.kind == ChangeLine::Kind::kAdded ? c.read : c.fault;
    draw->AddRectFilled(area.min, area.max, Blend(c.panel, color, 0.14f));
    if (!row.continues) DrawText(draw, desk.fonts.code_small, {area.min.x + desk.Units(6), y}, color, SignOf(row.kind));
  }
  DrawCode(desk, {code, y}, row.text, desk.fonts.code_small);
}

void SetChange(Desk& desk, TextSetter& setter, const CodeChange& change) {
  const float height = desk.Units(19), code = setter.left() + desk.Units(20), pad = desk.Units(6);
  const float advance = desk.fonts.code_small->GetCharAdvance('0');
  const auto columns = static_cast<std::size_t>(std::max(12.0f, (setter.right() - desk.Units(6) - code) / advance));
  const std::vector<Row> rows = RowsOf(change, columns);
  const float top = setter.y();
  const ImVec2 max{setter.right(), top + 2 * pad + height * static_cast<float>(rows.size())};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({setter.left(), top}, max, desk.color().panel, desk.Units(6));
  draw->AddRect({setter.left(), top}, max, desk.color().line, desk.Units(6));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float y = top + pad + height * static_cast<float>(i);
    DrawRow(desk, rows[i], {{setter.left() + 1, y}, {max.x - 1, y + height}}, code);
  }
  setter.SetY(max.y + desk.Units(6));
  if (change.left_out > 0)
    setter.Runs({{.text = fmt::format("{} more lines are in the solution's file.", change.left_out)}}, desk.fonts.small,
                desk.color().quiet, desk.Units(19));
}

void SetSolution(Desk& desk, TextSetter& setter, const CodeChange& change) {
  SetLabel(desk, setter, "The solution: lines to take out, and lines to put in");
  SetChange(desk, setter, change);
  setter.Gap(desk.Units(6));
}

void CompareWithSolution(HintsView& hints, const std::string& mine, const Exercise& exercise) {
  const std::uint32_t near = exercise.place ? exercise.place->line : 0;
  if (mine == hints.mine && exercise.solution == hints.solution && near == hints.near) return;
  hints.mine = mine;
  hints.solution = exercise.solution;
  hints.near = near;
  const bool has_both = !mine.empty() && !exercise.solution.empty();
  hints.line = has_both ? FindLineToMend(mine, exercise.solution, near) : std::nullopt;
  hints.change = has_both ? ChangeTo(mine, exercise.solution) : CodeChange();
}

}  // namespace

void PrepareHints(View& view) {
  Desk& desk = view.desk;
  HintsView& hints = desk.Of<LessonPanel>().hints;
  desk.Of<SourceView>().to_mend.reset();
  if (!view.lesson) return;
  const Exercise& exercise = view.lesson->exercise;
  CompareWithSolution(hints, view.edit ? view.edit->draft.text() : "", exercise);
  if (!exercise.fault.empty() && exercise.fault != hints.fault) {
    hints.fault = exercise.fault;
    hints.taken = HintLevel::kWords;
  }
  hints.levels = HintLevelsOf(exercise, hints.line.has_value());
  if (!hints.levels.empty() && hints.taken >= HintLevel::kLine) desk.Of<SourceView>().to_mend = hints.line;
}

void TakeHint(View& view) {
  if (!view.lesson) return;
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  const std::optional<HintLevel> next = NextHintLevel(view);
  if (!next) return;
  panel.hints.taken = *next;
  ++panel.hints.used;
  panel.hints.saw_solution |= *next == HintLevel::kSolution;
  panel.hints.scrolls = kFramesToScroll;
  if (*next == HintLevel::kMoment && view.lesson->exercise.place)
    view.desk.requests.emplace_back(request::GoToExercise{*view.lesson->exercise.place});
  if (*next == HintLevel::kLine) ShowLine(view.desk);
}

void SetHints(View& view, TextSetter& setter) {
  Desk& desk = view.desk;
  HintsView& hints = desk.Of<LessonPanel>().hints;
  hints.more.reset();
  float newest = setter.y();
  for (const HintLevel level : hints.levels) {
    if (level > hints.taken || level < HintLevel::kQuestion) continue;
    newest = setter.y();
    if (level == HintLevel::kQuestion) {
      SetLabel(desk, setter, "A hint");
      SetMarkdown(view, setter, view.lesson->exercise.hint);
    }
    if (level == HintLevel::kLine && hints.line) SetLine(desk, setter, *hints.line);
    if (level == HintLevel::kSolution) SetSolution(desk, setter, hints.change);
  }
  if (const std::optional<HintLevel> next = NextHintLevel(view)) SetButton(view, setter, *next);
  if (hints.scrolls <= 0) return;
  --hints.scrolls;
  ImGui::SetScrollFromPosY(newest - ImGui::GetWindowPos().y, 0);
}

void DrawHintLevels(const Desk& desk, ImVec2 end) {
  const HintsView& hints = desk.Of<LessonPanel>().hints;
  if (hints.levels.size() < 2) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float radius = desk.Units(3.5f), step = desk.Units(13);
  float x = end.x - radius - step * static_cast<float>(hints.levels.size() - 1);
  for (const HintLevel level : hints.levels) {
    if (level <= hints.taken)
      draw->AddCircleFilled({x, end.y}, radius, desk.color().quiet, 16);
    else
      draw->AddCircle({x, end.y}, radius, desk.color().quiet, 16, desk.Units(1.2f));
    x += step;
  }
}

}  // namespace lockstep::viz
