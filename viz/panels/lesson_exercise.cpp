#include "viz/panels/lesson_exercise.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/replay/model.h"
#include "viz/panels/ink.h"
#include "viz/panels/setter.h"

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

// Everything below the exercise's state: its sentence, the link, and the compiler's output.
void SetExercise(Desk& desk, Setter& setter, const Exercise& exercise, bool hovered) {
  if (!exercise.status.empty()) {
    std::string sentence = exercise.status;  // in the terminal it follows a place; here it stands alone
    if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    setter.Runs(RunsOf(sentence), desk.fonts.text, desk.color().text, desk.Units(21));
    setter.Gap(desk.Units(4));
  }
  if (exercise.place) {
    TextRun link{.text = LinkText(*exercise.place)};
    if (hovered) link.link = "place";
    setter.Runs({link}, desk.fonts.text, desk.color().chosen, desk.Units(21));
    setter.Gap(desk.Units(4));
  }
  if (!exercise.file.empty()) {
    setter.Runs(RunsOf("Edit `" + exercise.file + "` in your own editor; saving it runs it again."), desk.fonts.small,
                desk.color().quiet, desk.Units(18));
  }
}

constexpr float kStateHeight = 38, kCompilerHeight = 150;  // in units

}  // namespace

float ExerciseHeight(Desk& desk, const Exercise& exercise, float width) {
  Setter words = Setter::Measuring(desk, width);
  SetExercise(desk, words, exercise, false);
  return words.y() + desk.Units(kStateHeight + 12 + (exercise.compiler_output.empty() ? 0 : kCompilerHeight));
}

void DrawExercise(Desk& desk, const Exercise& exercise, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float pad = desk.Units(20);
  const Verdict look = VerdictOf(desk, exercise.state);
  Area link = area;
  if (!exercise.compiler_output.empty()) link.max.y -= desk.Units(kCompilerHeight);
  desk.lesson.status = link;
  bool hovered = false;
  if (exercise.place) {
    ImGui::SetCursorScreenPos(link.min);
    if (ImGui::InvisibleButton("status", {link.width(), link.height()})) desk.lesson.to_place = true;
    hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  draw->AddRectFilled(area.min, area.max, Blend(desk.color().panel, look.color, hovered ? 0.12f : 0.07f));
  draw->AddRectFilled(area.min, {area.max.x, area.min.y + desk.Units(2)}, look.color);
  DrawText(draw, desk.fonts.strong, {area.min.x + pad, area.min.y + desk.Units(14)}, look.color, look.word);
  Setter words(desk, area.min.x + pad, area.max.x - pad);
  words.SetY(area.min.y + desk.Units(kStateHeight));
  SetExercise(desk, words, exercise, hovered);
  if (exercise.compiler_output.empty()) return;
  ImGui::SetCursorScreenPos({area.min.x + pad, link.max.y});
  ImGui::BeginChild("compiler", {area.width() - 2 * pad, desk.Units(kCompilerHeight - 10)}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(desk.fonts.code_small);
  ImGui::TextUnformatted(exercise.compiler_output.c_str());
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace lockstep::viz
