#pragma once

// An exercise that is built, run and graded again whenever its file changes, in the background.
//
//   ExerciseLoop loop(task);
//   each frame: ExerciseReport report = loop.Report();
//
// The learner's editor saves the file; the loop detects it within 30 ms, ends the run of the previous version, and
// starts again.

#include <mutex>
#include <thread>

#include "lessons/engine/attempt.h"

namespace lockstep::lessons {

class ExerciseLoop {
 public:
  explicit ExerciseLoop(ExerciseTask task);
  ~ExerciseLoop();  // ends whatever runs

  // The current state. Never waits for a build or a run.
  ExerciseReport Report() const;

 private:
  void Run(std::stop_token stop);
  void Publish(ExerciseReport report);

  const ExerciseTask task_;
  mutable std::mutex mutex_;
  ExerciseReport report_;
  int attempt_ = 0;
  std::jthread thread_;  // last: it uses all of the above
};

// The learner's copy of an exercise in `folder`, created from the shipped file at first use. The learner's work is
// never overwritten: RestartExercise keeps it beside the new copy, as NAME.1, NAME.2, ...
Expected<std::filesystem::path> TakeExercise(const LessonExercise& exercise, const std::filesystem::path& folder);
Expected<std::filesystem::path> RestartExercise(const LessonExercise& exercise, const std::filesystem::path& folder);

}  // namespace lockstep::lessons
