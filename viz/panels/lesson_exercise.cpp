#include "viz/panels/lesson_exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shared/replay/model.h"
#include "viz/edit/compiler_marks.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_hints.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/lesson_solved.h"
#include "viz/panels/no_recording.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {
namespace {

struct Verdict {
  ImU32 color;
  const char* word;
};

Verdict VerdictOf(const Desk& desk, ExerciseState state) {
  switch (state) {
    case ExerciseState::kBuilding: return {desk.color().quiet, "Building…"};
    case ExerciseState::kBroken: return {desk.color().fault, "Does not compile"};
    case ExerciseState::kWrong: return {desk.color().write, "Not yet"};
    case ExerciseState::kUngraded: return {desk.color().quiet, "Not graded"};
    case ExerciseState::kSolved: return {desk.color().read, "Solved"};
    case ExerciseState::kNone: break;
  }
  return {desk.color().quiet, "Exercise"};
}

// The text of the link under the exercise's sentence.
std::string LinkText(const ExercisePlace& place) {
  return fmt::format("Show {} thread {} of block {}", place.cell ? "the cell and" : "the moment of",
                     replay::Text(place.thread), replay::Text(place.block));
}

// A link to the place, and what begins at `top` above it, such as the sentence. The area is where they stand in this
// frame.
void SetPlace(Desk& desk, TextSetter& setter, float top, const ExercisePlace* place, const char* id,
              std::optional<Area>& area) {
  if (place) {
    const bool hovered = area && IsHovered(*area);
    TextRun link{.text = LinkText(*place)};
    if (hovered) link.link = "place";
    setter.Runs({link}, desk.fonts.text, desk.color().chosen, desk.Units(21));
    setter.Gap(desk.Units(4));
  }
  area = Area{{setter.left(), top}, {setter.right(), std::max(setter.y(), top + 1)}};
  if (!place) return;
  ImGui::SetCursorScreenPos(area->min);
  if (ImGui::InvisibleButton(id, {area->width(), area->height()}))
    desk.requests.emplace_back(request::GoToExercise{*place});
  Reach(desk);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

// The exercise's sentence and the links under it, which lead to the places that it refers to.
void SetStatus(Desk& desk, TextSetter& setter, const Exercise& exercise) {
  const float top = setter.y();
  if (!exercise.status.empty()) {
    setter.Runs(RunsOf(AsSentence(exercise.status)), desk.fonts.text, desk.color().text, desk.Units(21));
    setter.Gap(desk.Units(4));
  }
  SetPlace(desk, setter, top, exercise.place ? &*exercise.place : nullptr, "status", desk.Of<LessonPanel>().status);
  if (exercise.place && exercise.other_place)
    SetPlace(desk, setter, setter.y(), &*exercise.other_place, "other status", desk.Of<LessonPanel>().other_status);
  else
    desk.Of<LessonPanel>().other_status.reset();
}

// A message is set in as many lines as it needs; the code under it, with its caret, can be scrolled.
void SetCompilerOutput(Desk& desk, TextSetter& setter, const Exercise& exercise) {
  constexpr float kHeight = 150;
  const float width = setter.right() - setter.left();
  ImGui::SetCursorScreenPos({setter.left(), setter.y()});
  ImGui::BeginChild("compiler", {width, desk.Units(kHeight)}, false, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(desk.fonts.code_small);
  for (const CompilerLine& line : CompilerLines(exercise.compiler_output, exercise.path)) {
    if (line.is_message) ImGui::PushTextWrapPos(width - desk.Units(14));
    ImGui::TextUnformatted(line.text.data(), line.text.data() + line.text.size());
    if (line.is_message) ImGui::PopTextWrapPos();
  }
  ImGui::PopFont();
  ImGui::EndChild();
  setter.Gap(desk.Units(kHeight + 6));
}

void SetExercise(View& view, TextSetter& setter) {
  Desk& desk = view.desk;
  const Exercise& exercise = view.lesson->exercise;
  if (exercise.is_passed) {
    desk.Of<LessonPanel>().status = desk.Of<LessonPanel>().other_status = std::nullopt;
    SetSolved(view, setter);
  } else {
    SetStatus(desk, setter, exercise);
  }
  // Without a recording, the button stands where that would be.
  if (exercise.state == ExerciseState::kUngraded && view.model && desk.Of<LessonPanel>().can_try_again) {
    DrawTryAgain(desk, {setter.left(), setter.y()});
    setter.Gap(desk.Units(36));
  }
  if (!exercise.compiler_output.empty()) SetCompilerOutput(desk, setter, exercise);
  SetHints(view, setter);
  if (exercise.file.empty()) return;
  setter.Runs(RunsOf("Edit `" + exercise.file + "` here or in your own editor; saving it runs it again."),
              desk.fonts.small, desk.color().quiet, desk.Units(18));
}

constexpr float kStateHeight = 38;  // in units

}  // namespace

float ExerciseHeight(const View& view, float room) {
  constexpr float kMost = 0.72f;
  const Desk& desk = view.desk;
  return std::min(desk.Of<LessonPanel>().exercise_height + desk.Units(kStateHeight) + NextHeight(view),
                  std::floor(room * kMost));
}

void DrawExercise(View& view, Area area) {
  Desk& desk = view.desk;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float pad = desk.Units(20);
  const Verdict look = VerdictOf(desk, view.lesson->exercise.state);
  draw->AddRectFilled(area.min, area.max, Blend(desk.color().panel, look.color, 0.07f));
  draw->AddRectFilled(area.min, {area.max.x, area.min.y + desk.Units(2)}, look.color);
  const ImVec2 word{area.min.x + pad, area.min.y + desk.Units(14)};
  DrawText(draw, desk.fonts.strong, word, look.color, look.word);
  DrawHintLevels(desk, {area.max.x - pad, word.y + desk.fonts.strong->FontSize / 2});
  const float top = area.min.y + desk.Units(kStateHeight);
  ImGui::SetCursorScreenPos({area.min.x, top});
  const float end = area.max.y - NextHeight(view);
  ImGui::BeginChild("exercise", {area.width(), std::max(end - top, 1.0f)});
  TextSetter setter(desk, area.min.x + pad, area.max.x - pad);
  const float begin = setter.y();
  SetExercise(view, setter);
  desk.Of<LessonPanel>().exercise_height = setter.y() - begin + desk.Units(12);
  ImGui::SetCursorScreenPos({area.min.x, setter.y()});
  ImGui::Dummy({1, desk.Units(10)});
  ImGui::EndChild();
  if (end < area.max.y) DrawNext(view, {{area.min.x + pad, end}, {area.max.x - pad, area.max.y}});
}

}  // namespace lockstep::viz
