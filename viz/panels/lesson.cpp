#include "viz/panels/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/model/lesson_view.h"
#include "viz/panels/array_view.h"
#include "viz/panels/controls.h"
#include "viz/panels/course_map.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_exercise.h"
#include "viz/panels/lesson_hints.h"
#include "viz/panels/lesson_moves.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/lesson_question.h"
#include "viz/panels/lesson_text.h"

namespace lockstep::viz {
namespace {

void DrawPages(const LessonView& lesson, Desk& desk, Area head) {
  if (lesson.pages.size() < 2) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float size = desk.Units(26), middle = (head.min.y + head.max.y) / 2;
  float x = head.max.x - size;
  const auto arrow = [&](const char* id, float direction, bool possible) {
    ImGui::SetCursorScreenPos({x, middle - size / 2});
    const bool clicked = ImGui::InvisibleButton(id, {size, size}) && possible;
    Reach(desk);
    (direction > 0 ? desk.Of<LessonPanel>().next : desk.Of<LessonPanel>().previous) =
        Area{{x, middle - size / 2}, {x + size, middle + size / 2}};
    const ImU32 ink = !possible ? desk.color().line : ImGui::IsItemHovered() ? desk.color().text : desk.color().quiet;
    const ImVec2 c{x + size / 2, middle};
    const float r = desk.Units(4.5f);
    draw->AddLine({c.x - direction * r * 0.5f, c.y - r}, {c.x + direction * r * 0.5f, c.y}, ink, desk.Units(1.8f));
    draw->AddLine({c.x + direction * r * 0.5f, c.y}, {c.x - direction * r * 0.5f, c.y + r}, ink, desk.Units(1.8f));
    return clicked;
  };
  const std::size_t page = desk.Of<LessonPanel>().page;
  if (arrow("next", 1, page + 1 < lesson.pages.size())) ++desk.Of<LessonPanel>().page;
  const std::string text = fmt::format("{} of {}", page + 1, lesson.pages.size());
  x -= TextWidth(desk.fonts.small, text) + desk.Units(2);
  DrawText(draw, desk.fonts.small, {x, middle - desk.fonts.small->FontSize / 2}, desk.color().quiet, text);
  x -= size + desk.Units(2);
  if (arrow("previous", -1, page > 0)) --desk.Of<LessonPanel>().page;
}

// The choice of the program in view, which a page makes too.
void DrawPrograms(Desk& desk, Area area) {
  static const std::vector<std::string> kPrograms = {"lesson", "exercise"};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float pad = desk.Units(20), middle = area.center().y;
  draw->AddLine(area.min, {area.max.x, area.min.y}, desk.color().line);
  DrawText(draw, desk.fonts.small, {area.min.x + pad, middle - desk.fonts.small->FontSize / 2}, desk.color().quiet,
           "Program");
  const float width = ChoiceWidth(desk, kPrograms);
  const ImVec2 at{area.max.x - pad - width, middle - desk.Units(12)};
  const int chosen = DrawChoice(desk, "program", at, kPrograms, static_cast<int>(desk.Of<LessonPanel>().shown));
  desk.Of<LessonPanel>().shown = static_cast<Shown>(chosen);
  desk.Of<LessonPanel>().programs = Area{at, {at.x + width, at.y + desk.Units(24)}};
}

// The exercise's state belongs to its page; if no page is marked, all show it.
bool ShowsExercise(const LessonView& lesson, std::size_t page) {
  const Exercise& exercise = lesson.exercise;
  if (exercise.state == ExerciseState::kNone && exercise.file.empty()) return false;
  return page >= lesson.pages.size() || lesson.pages[page].exercise ||
         std::ranges::none_of(lesson.pages, &LessonPage::exercise);
}

// The lesson's title; a long one takes a second line rather than be cut. `reserved` for controls beside it.
Area DrawTitle(Desk& desk, const std::string& title, float reserved, Area& head) {
  const Area area = Canvas();
  const float pad = desk.Units(14), right = area.max.x - 2 * pad - reserved;
  if (TextWidth(desk.fonts.strong, title) <= right - area.min.x - pad)
    return DrawHeader(desk, title, "", reserved, &head);
  TextSetter setter(desk, area.min.x + pad, right);
  setter.Gap(desk.Units(10));
  setter.Runs({{.text = title}}, desk.fonts.strong, desk.color().text, desk.Units(19));
  const float end = setter.y() + desk.Units(6);
  head = {{right, area.min.y}, {area.max.x - pad, area.min.y + desk.Units(36)}};
  ImGui::SetCursorScreenPos({area.min.x, end});
  return {{area.min.x, end}, area.max};
}

void DrawLesson(View& view, Area) {
  const LessonView& lesson = *view.lesson;
  Desk& desk = view.desk;
  WatchTasks(view);
  desk.Of<LessonPanel>().codes = 0;
  Area head;
  const bool has_map = !lesson.course.parts.empty();
  const float map = has_map ? desk.Units(30) : 0;
  const float pages = desk.Units(92);  // room for "10 of 12" between its arrows
  const std::string number = lesson.number > 0 ? fmt::format("{}  ", lesson.number) : "";
  Area area = DrawTitle(desk, lesson.title.empty() ? "Lesson" : number + lesson.title, pages + map, head);
  desk.Of<LessonPanel>().previous = desk.Of<LessonPanel>().next = desk.Of<LessonPanel>().programs = std::nullopt;
  desk.Of<LessonPanel>().page =
      std::min(desk.Of<LessonPanel>().page, lesson.pages.empty() ? 0 : lesson.pages.size() - 1);
  DrawPages(lesson, desk, head);
  if (has_map) DrawMapButton(desk, {head.max.x - pages - map, (head.min.y + head.max.y) / 2});
  const float pad = desk.Units(20);
  if (!lesson.exercise.file.empty()) {
    const Area foot{{area.min.x, area.max.y - desk.Units(58)}, area.max};
    DrawPrograms(desk, foot);
    area.max.y = foot.min.y;
  }
  const bool with_exercise = ShowsExercise(lesson, desk.Of<LessonPanel>().page);
  const float exercise = with_exercise ? ExerciseHeight(view, area.height()) : 0;
  if (!lesson.pages.empty()) {
    ImGui::SetCursorScreenPos(area.min);
    const std::string id = fmt::format("page {}", desk.Of<LessonPanel>().page);
    ImGui::BeginChild(id.c_str(), {area.width(), std::max(area.height() - exercise, 1.0f)});
    const LessonPage& page = lesson.pages[desk.Of<LessonPanel>().page];
    const float left = area.min.x + pad;
    TextSetter setter(desk, left, area.max.x - pad - desk.Units(4));
    setter.Gap(desk.Units(6));
    SetPage(view, setter, page);
    if (!desk.Of<LessonPanel>().problem.empty())
      setter.Runs(RunsOf("That place is not here: " + desk.Of<LessonPanel>().problem + "."), desk.fonts.small,
                  desk.color().fault, desk.Units(20));
    ImGui::SetCursorScreenPos({left, setter.y()});
    ImGui::Dummy({1, desk.Units(24)});
    ImGui::EndChild();
  }
  if (!with_exercise)
    desk.Of<LessonPanel>().status = desk.Of<LessonPanel>().other_status = desk.Of<LessonPanel>().hints.more =
        std::nullopt;
  if (with_exercise) DrawExercise(view, {{area.min.x, area.max.y - exercise}, area.max});
}

void TurnPage(View& view, std::size_t which) {
  if (!view.lesson || view.lesson->pages.empty()) return;
  std::size_t& page = view.desk.Of<LessonPanel>().page;
  if (which == 0 && page + 1 < view.lesson->pages.size()) ++page;
  if (which == 1 && page > 0) --page;
}

void ShowOtherProgram(View& view, std::size_t) {
  if (!view.lesson || view.lesson->exercise.file.empty()) return;
  Shown& shown = view.desk.Of<LessonPanel>().shown;
  shown = shown == Shown::kLesson ? Shown::kExercise : Shown::kLesson;
}

// On its page, so that the hint is seen.
void AskForHint(View& view, std::size_t) {
  if (!view.lesson || view.desk.Of<LessonPanel>().hints.levels.empty()) return;
  if (ShowsExercise(*view.lesson, view.desk.Of<LessonPanel>().page)) return TakeHint(view);
  const auto page = std::ranges::find_if(view.lesson->pages, &LessonPage::exercise);
  view.desk.Of<LessonPanel>().page = static_cast<std::size_t>(page - view.lesson->pages.begin());
}

// The correct value stands beside the wrong cell of the exercise in view.
void MarkWrongCell(View& view) {
  view.desk.Of<ArrayView>().expected.reset();
  if (!view.model || !view.lesson || view.desk.Of<LessonPanel>().shown != Shown::kExercise) return;
  const std::optional<ExercisePlace>& place = view.lesson->exercise.place;
  if (!place || !place->cell || place->launch != view.selection.launch) return;
  view.desk.Of<ArrayView>().expected = ExpectedCell{*place->cell, place->expected};
}

void PrepareLesson(View& view) {
  MarkWrongCell(view);
  constexpr ExerciseState kWithoutRecording[] = {ExerciseState::kBroken, ExerciseState::kBuilding,
                                                 ExerciseState::kUngraded};
  const bool is_older = view.lesson && std::ranges::count(kWithoutRecording, view.lesson->exercise.state) != 0;
  view.desk.Of<LessonPanel>().is_before_edit =
      is_older && view.model && view.desk.Of<LessonPanel>().shown == Shown::kExercise;
  PrepareHints(view);
  TakeAnswers(view);
}

}  // namespace

const Panel kLesson{.name = "lesson",
                    .place = PanelPlace::kRail,
                    .group = "Lesson",
                    .draw = DrawLesson,
                    .keys = {{{"Shift Page Down", "Shift Page Up"}, "the next page, the previous page", TurnPage},
                             {{"E"}, "the lesson's program, or the exercise's", ShowOtherProgram},
                             {{"H"}, "a hint, and each time a clearer one", AskForHint}},
                    .needs_model = false,
                    .width = &Desk::lesson_width,
                    .least_width = 320,
                    .is_shown = [](const View& v) { return v.lesson != nullptr; },
                    .takes = TypeAnswer,
                    .prepare = PrepareLesson,
                    .release = [](Desk& desk) { desk.Of<LessonImages>().by_name.clear(); }};

}  // namespace lockstep::viz
