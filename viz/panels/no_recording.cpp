#include "viz/panels/no_recording.h"

#include <algorithm>

#include "viz/panels/controls.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"

namespace lockstep::viz {
namespace {

void TryAgain(Desk& desk) {
  if (std::exchange(desk.Of<LessonPanel>().can_try_again, false)) ++desk.Of<LessonPanel>().tries;
}

}  // namespace

void DrawNoRecording(Desk& desk, Area area, const NoRecording& state) {
  if (!state.doing.empty())
    return (void)DrawNotice(desk, area, state.doing, "The page beside it can be read meanwhile.");
  const float below = DrawNotice(desk, area, "There is nothing to show",
                                 state.problem.empty() ? "Nothing is recorded yet." : AsSentence(state.problem));
  if (!desk.Of<LessonPanel>().can_try_again) return;
  const float half = desk.Units(62);
  DrawTryAgain(desk, {area.center().x - half, std::min(below + desk.Units(10), area.max.y - desk.Units(40))});
}

void DrawTryAgain(Desk& desk, ImVec2 at) {
  if (WordsButton(desk, "try again", at, "Try again", "Ctrl R")) TryAgain(desk);
}

const Panel kNoRecording{.name = "no recording",
                         .place = PanelPlace::kNowhere,
                         .group = "Lesson",
                         .keys = {{{"Ctrl R"},
                                   "where a program could not be recorded or graded: another try",
                                   [](View& v, std::size_t) { TryAgain(v.desk); }}},
                         .needs_model = false};

}  // namespace lockstep::viz
