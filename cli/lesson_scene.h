#pragma once

// A lesson as the window shows it: its text and pictures, its program's recording, and how the exercise stands.

#include <memory>

#include "lessons/engine/lesson.h"
#include "viz/app/scene.h"

namespace lockstep::cli {

// Records the lesson's program and runs its exercise in the background. Each call tells what is new.
class LessonScenes {
 public:
  explicit LessonScenes(Lesson lesson);
  ~LessonScenes();

  // The lesson before anything has been recorded.
  viz::Scene First() const;
  // What has changed since the last call; nothing where nothing has. Never waits.
  std::optional<viz::Scene> Newer();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The lesson's text and pictures.
viz::LessonView ViewOf(const Lesson& lesson);

// What comes of the learner's file now, waited for.
Expected<void> AddExercise(const Lesson& lesson, viz::Scene& scene);

}  // namespace lockstep::cli
