// The requests of panels to the window (panels/request.h), one function for each kind.

#include <utility>

#include "shared/replay/choose.h"
#include "shared/replay/findings.h"
#include "viz/app/screen.h"
#include "viz/panels/lesson_moves.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/runs.h"

namespace lockstep::viz {

// One at a time: what leads to another recording drops those that follow and mean the one before.
void Screen::CarryOutRequests() {
  while (!desk_.requests.empty()) {
    const Request request = std::move(desk_.requests.front());
    desk_.requests.erase(desk_.requests.begin());
    std::visit([&](const auto& asked) { CarryOut(asked); }, request);
  }
}

void Screen::CarryOut(const request::GoToFinding&) {
  if (model_ && replay::GoToFinding(*model_, selection_)) selection_.playing = false;
}

void Screen::CarryOut(const request::GoToMoment& asked) {
  if (!model_) return;
  selection_.playing = false;
  replay::GoToMoment(*model_, selection_, asked.place);
}

void Screen::CarryOut(const request::GoTo& asked) {
  if (!model_) return;
  selection_.playing = false;
  static_cast<replay::Cursor&>(selection_) = query::Go(*model_, selection_, asked.place);
}

void Screen::CarryOut(const request::GoToExercise& asked) {
  if (!scene_.lesson) return;
  BringIntoView(desk_.Of<LessonPanel>().shown = Shown::kExercise);
  if (model_) GoToPlace(*model_, selection_, asked.place);
}

void Screen::CarryOut(const request::Follow& asked) {
  const bool to_exercise = asked.to.exercise && scene_.lesson && !scene_.lesson->exercise.file.empty();
  BringIntoView(desk_.Of<LessonPanel>().shown = to_exercise ? Shown::kExercise : Shown::kLesson);
  if (!model_) return;
  selection_.playing = false;
  const auto went = replay::GoTo(*model_, selection_, InShownOrder(desk_, selection_.launch, asked.to));
  desk_.Of<LessonPanel>().problem = went ? "" : went.error().message;
  if (went) ShowAs(asked.to, desk_);
}

void Screen::CarryOut(const request::ExchangeRuns&) {
  if (model_ && desk_.Find<RunsView>()) ExchangeRuns();
}

void Screen::CarryOut(const request::OpenLesson& asked) { wanted_lesson_ = asked.name; }

void Screen::CarryOut(const request::CloseWindow&) { wants_to_close_ = true; }

}  // namespace lockstep::viz
