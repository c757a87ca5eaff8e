#pragma once

// The requests of panels to the window, each of which is more than a move of the selection. The window carries the
// requests out before the next frame, in the order in which they were made (app/requests.cpp).

#include <string>
#include <variant>

#include "shared/query/go_to.h"
#include "shared/replay/cursor.h"
#include "shared/replay/directions.h"
#include "viz/model/lesson_view.h"

namespace lockstep::viz {
namespace request {

struct GoToFinding {};  // to the chosen side of the chosen finding
struct GoToMoment {     // of the recording in view
  replay::Cursor place;
};
struct GoTo {  // a place that was typed
  query::GoTo place;
};
struct GoToExercise {  // in the recording of the exercise
  ExercisePlace place;
};
struct Follow {  // a link of the lesson
  replay::Directions to;
};
struct ExchangeRuns {};  // the run in view and the other one
struct OpenLesson {
  std::string name;
};
struct CloseWindow {};

}  // namespace request

using Request = std::variant<request::GoToFinding, request::GoToMoment, request::GoTo, request::GoToExercise,
                             request::Follow, request::ExchangeRuns, request::OpenLesson, request::CloseWindow>;

}  // namespace lockstep::viz
