#pragma once

// A lesson as a scene of the window: its text and pictures, its program's recording, and the state of the exercise.

#include <memory>

#include "lessons/engine/attempt.h"
#include "lessons/engine/lesson.h"
#include "viz/app/scene.h"

namespace lockstep::cli {

// Records the lesson's program and runs its exercise in the background. Each call returns what is new.
class LessonScenes {
 public:
  explicit LessonScenes(lessons::Lesson lesson);
  ~LessonScenes();

  // The lesson before anything has been recorded.
  viz::Scene First() const;
  // The changes since the last call; nothing if there are none. Never waits. What the reader has done is noted.
  std::optional<viz::Scene> Newer(const viz::Reading& reading);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What the window shows of a report. `exercise.path` must be the graded file.
void ShowReport(const lessons::ExerciseReport& report, viz::Exercise& exercise);
// The text of the lesson's solution; without it, the ladder of hints ends earlier.
std::string SolutionOf(const lessons::Lesson& lesson);

// The lesson's text and pictures.
viz::LessonView ViewOf(const lessons::Lesson& lesson);

// Runs the learner's file once, waits for the result and adds it.
Expected<void> AddExercise(const lessons::Lesson& lesson, viz::Scene& scene);

}  // namespace lockstep::cli
