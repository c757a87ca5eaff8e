#pragma once

// A lesson in the window while it goes on: its program is recorded and its exercise graded in the background, what the
// reader does is noted, and another lesson of the course is opened on request.

#include <functional>
#include <memory>

#include "lessons/engine/lesson.h"
#include "viz/app/scene.h"

namespace lockstep::cli {

class LessonScenes {
 public:
  // `now` in seconds of any clock: what takes a while says how long it has taken. None: the machine's.
  explicit LessonScenes(lessons::Lesson lesson, std::function<double()> now = {});
  ~LessonScenes();  // ends whatever runs

  // The lesson before anything has been recorded.
  viz::Scene First() const;
  // The changes since the last call; nothing if there are none. Never waits.
  std::optional<viz::Scene> Newer(const viz::Reading& reading);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::cli
