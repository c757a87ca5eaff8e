#include "viz/model/development.h"

#include <utility>

#include "viz/model/lesson_view.h"
#include "viz/panels/array_view.h"
#include "viz/panels/development.h"
#include "viz/panels/lesson_panel.h"

namespace lockstep::viz {
namespace {

constexpr double kSeconds = 1;

void Show(View& view, const Development::Stage& stage) {
  view.selection.object = view.desk.Of<LessonPanel>().develop.running->result;
  view.selection.step = stage.moment;
  view.desk.Of<ArrayView>().blocks_shown = stage.blocks;
}

void Rest(View& view) {
  Show(view, view.desk.Of<LessonPanel>().develop.running->At(1));
  view.desk.Of<ArrayView>().blocks_shown.reset();
  view.desk.Of<LessonPanel>().develop.running.reset();
}

void Begin(View& view) {
  DevelopView& develop = view.desk.Of<LessonPanel>().develop;
  develop.is_wanted = false;
  develop.running = DevelopmentOf(view.model->recording(), view.lesson->exercise.results, view.selection.launch);
  if (!develop.running) return;
  develop.since = ImGui::GetTime();
  view.selection.playing = false;
  view.selection.launch = develop.running->launch;
}

void Continue(View& view) {
  const DevelopView& develop = view.desk.Of<LessonPanel>().develop;
  if (view.selection.launch != develop.running->launch) return view.desk.Of<LessonPanel>().develop.running.reset();
  if (view.selection.launch != view.model->launch_place()) return;  // it is opened in this frame
  const double share = (ImGui::GetTime() - develop.since) / kSeconds;
  if (share >= 1 || !view.desk.animate || ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return Rest(view);
  Show(view, develop.running->At(share));
}

// A lesson that opens with a solved exercise rests from the start: only what was wrong in this window develops.
void PrepareDevelopment(View& view) {
  if (!view.lesson) return;
  DevelopView& develop = view.desk.Of<LessonPanel>().develop;
  const Exercise& exercise = view.lesson->exercise;
  if (exercise.state == ExerciseState::kWrong || exercise.state == ExerciseState::kBroken)
    develop.was_wrong = true, develop.is_wanted = false;
  if (exercise.is_passed && std::exchange(develop.was_wrong, false)) develop.is_wanted = true;
  if (!view.model || view.desk.Of<LessonPanel>().shown != Shown::kExercise) return;
  if (develop.is_wanted) Begin(view);
  if (develop.running) Continue(view);
}

// The key acts on the moment at which the picture rests.
bool EndAtKey(View& view, std::string_view) {
  if (!view.model || !view.desk.Of<LessonPanel>().develop.running) return false;
  Rest(view);
  view.model->MoveTo(view.selection);
  return false;
}

void ForgetDevelopment(Desk& desk) {
  desk.Of<LessonPanel>().develop.running.reset();
  desk.Of<ArrayView>().blocks_shown.reset();
}

}  // namespace

const Panel kDevelopment{.name = "development",
                         .place = PanelPlace::kNowhere,
                         .group = "Lesson",
                         .needs_model = false,
                         .takes = EndAtKey,
                         .prepare = PrepareDevelopment,
                         .forget = ForgetDevelopment};

}  // namespace lockstep::viz
