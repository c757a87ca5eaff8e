#include "viz/panels/lesson_solved.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "viz/model/lesson_view.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/lesson_text.h"

namespace lockstep::viz {
namespace {

std::string HowItWasDone(const Exercise& exercise) {
  if (exercise.saw_solution) return "Every check is satisfied. You had a look at the solution.";
  if (exercise.hints == 0) return "Every check is satisfied, and you took no hint.";
  return fmt::format("Every check is satisfied, with {} hint{}.", exercise.hints, exercise.hints == 1 ? "" : "s");
}

// --- the challenge

struct NumberColumn {
  const char* head;
  double ChallengeRow::* number;
};
constexpr std::array kColumns = {NumberColumn{"yours", &ChallengeRow::count}, NumberColumn{"best", &ChallengeRow::best},
                                 NumberColumn{"reference", &ChallengeRow::reference}};

std::string Number(double number) { return fmt::format("{}", number); }

void DrawRight(ImFont* font, float right, float y, ImU32 color, const std::string& text) {
  DrawText(ImGui::GetWindowDrawList(), font, {right - TextWidth(font, text), y}, color, text);
}

// A name above its numbers, so that long names and long numbers have room.
void SetRow(Desk& desk, TextSetter& setter, const ChallengeRow& row, float right, float step) {
  const Palette& c = desk.color();
  setter.Runs({{.text = row.name}}, desk.fonts.small, c.quiet, desk.Units(19));
  const bool is_good = row.count <= row.reference;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const float end = right - step * static_cast<float>(kColumns.size() - 1 - i);
    const bool is_own = kColumns[i].number == &ChallengeRow::count;
    DrawRight(is_own ? desk.fonts.code_strong : desk.fonts.code, end, setter.y(),
              !is_own   ? c.text
              : is_good ? c.read
                        : c.write,
              Number(row.*kColumns[i].number));
  }
  setter.Gap(desk.Units(24));
}

std::string Praise(const std::vector<ChallengeRow>& rows) {
  const bool fewer = std::ranges::any_of(rows, [](const ChallengeRow& row) { return row.count < row.reference; });
  const bool more = std::ranges::any_of(rows, [](const ChallengeRow& row) { return row.count > row.reference; });
  if (more) return "The reference solution needs less. Can you?";
  return fewer ? "Less than the reference solution: well done." : "As little as the reference solution needs.";
}

void SetChallenge(Desk& desk, TextSetter& setter, const std::vector<ChallengeRow>& rows) {
  const float pad = desk.Units(12), top = setter.y(), left = setter.left(), right = setter.right();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  enum Layer { kCard, kWords, kLayers };
  draw->ChannelsSplit(kLayers);
  draw->ChannelsSetCurrent(kWords);
  TextSetter inside(desk, left + pad, right - pad);
  inside.SetY(top + pad);
  const float step = (right - left - 2 * pad) / static_cast<float>(kColumns.size());
  DrawText(draw, desk.fonts.strong, {left + pad, inside.y()}, desk.color().text, "Challenge");
  inside.Gap(desk.Units(24));
  inside.Runs({{.text = Praise(rows)}}, desk.fonts.text, desk.color().text, desk.Units(22));
  inside.Gap(desk.Units(6));
  for (std::size_t i = 0; i < kColumns.size(); ++i)
    DrawRight(desk.fonts.small, right - pad - step * static_cast<float>(kColumns.size() - 1 - i), inside.y(),
              desk.color().quiet, kColumns[i].head);
  inside.Gap(desk.Units(18));
  for (const ChallengeRow& row : rows) SetRow(desk, inside, row, right - pad, step);
  const ImVec2 max{right, inside.y() + pad - desk.Units(4)};
  draw->ChannelsSetCurrent(kCard);
  draw->AddRectFilled({left, top}, max, desk.color().panel, desk.Units(8));
  draw->AddRect({left, top}, max, desk.color().line, desk.Units(8));
  draw->ChannelsMerge();
  setter.SetY(max.y + desk.Units(14));
}

}  // namespace

void SetSolved(View& view, TextSetter& setter) {
  Desk& desk = view.desk;
  const Exercise& exercise = view.lesson->exercise;
  setter.Runs({{.text = HowItWasDone(exercise)}}, desk.fonts.text, desk.color().text, desk.Units(22));
  setter.Gap(desk.Units(8));
  if (!exercise.challenge.empty()) SetChallenge(desk, setter, exercise.challenge);
  if (!exercise.why.empty()) {
    setter.Runs({{.text = "Why it works"}}, desk.fonts.strong, desk.color().text, desk.Units(26));
    SetMarkdown(view, setter, exercise.why);
    setter.Gap(desk.Units(8));
  }
  const CourseView& course = view.lesson->course;
  const CourseLesson* next = course.After(view.lesson->name);
  if (next && next->IsPuzzle() && !view.lesson->is_puzzle)
    setter.Runs(RunsOf("This part ends with puzzles of three minutes. `M` shows the course, to go on without them."),
                desk.fonts.text, desk.color().text, desk.Units(24));
  if (!course.parts.empty() && !next)
    setter.Runs(RunsOf("This was the last lesson. `M` shows the course."), desk.fonts.text, desk.color().text,
                desk.Units(24));
}

float NextHeight(const View& view) {
  const bool has_next = view.lesson->exercise.is_passed && view.lesson->course.After(view.lesson->name);
  return has_next ? view.desk.Units(68) : 0;
}

void DrawNext(View& view, Area area) {
  Desk& desk = view.desk;
  const CourseLesson* next = view.lesson->course.After(view.lesson->name);
  if (!next) return;
  const Palette& c = desk.color();
  const float pad = desk.Units(14), height = desk.Units(52);
  const ImVec2 min{area.min.x, area.min.y + desk.Units(6)}, max{area.max.x, min.y + height};
  ImGui::SetCursorScreenPos(min);
  const bool clicked = ImGui::InvisibleButton("next lesson", {max.x - min.x, height});
  Reach(desk);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ground = hovered ? Blend(c.chosen, c.text, 0.15f) : c.chosen;
  draw->AddRectFilled(min, max, ground, desk.Units(8));
  const ImU32 ink = TextOn(desk.theme, ground);
  const std::string title = fmt::format("{}  {}", next->number, next->title);
  DrawText(draw, desk.fonts.small, {min.x + pad, min.y + desk.Units(9)}, WithAlpha(ink, 0.8f),
           next->IsPuzzle() ? "Next puzzle" : "Next lesson");
  DrawText(draw, desk.fonts.strong, {min.x + pad, min.y + desk.Units(25)}, ink,
           FitText(desk.fonts.strong, title, max.x - min.x - 2 * pad - desk.Units(22)));
  const ImVec2 tip{max.x - pad, (min.y + max.y) / 2};
  const float size = desk.Units(5);
  draw->AddLine({tip.x - size, tip.y - size}, tip, ink, desk.Units(1.8f));
  draw->AddLine(tip, {tip.x - size, tip.y + size}, ink, desk.Units(1.8f));
  desk.controls["next lesson"] = {min, max};
  if (clicked) desk.requests.emplace_back(request::OpenLesson{next->name});
}

}  // namespace lockstep::viz
