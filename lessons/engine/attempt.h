#pragma once

// One attempt at an exercise: the learner's file is built and recorded, and the recording graded against the
// solution's.

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jobs/grade.h"
#include "lessons/engine/lesson.h"

namespace lockstep {

struct ExerciseTask {
  std::filesystem::path file;  // what the learner edits
  LessonExercise exercise;
  std::filesystem::path scratch;   // a folder for recordings
  BuildRequest build;              // more flags and inputs for every build
  std::chrono::seconds limit{30};  // building and running may take so long together
};

enum class ExerciseState {
  kBuilding,  // being built and run
  kBroken,    // does not compile
  kFailed,    // crashed, did not end, or could not be recorded
  kWrong,     // some check is not satisfied
  kSolved,
};

struct ExerciseReport {
  ExerciseState state = ExerciseState::kBuilding;
  std::string sentence;         // what there is to know, in one sentence
  std::string compiler_output;  // as clang says it; warnings too
  std::string program_output;
  std::vector<jobs::Remark> remarks;           // one a check
  std::optional<jobs::Moment> moment;          // of the recording: what the sentence speaks of
  std::shared_ptr<const Recording> recording;  // of this attempt; null where there is none
  std::filesystem::path file;                  // where it lies
  int attempt = 0;                             // counts up with each build
};

// Reads the solution's recording, making it first where the task's scratch folder has none of this solution.
Expected<Recording> RecordSolution(const ExerciseTask& task);

// Builds, runs and grades; once more where what is wrong happened in a block that was not recorded, with that block.
// Nothing where `cancelled` became true before the end: then all it started has ended too.
std::optional<ExerciseReport> Attempt(const ExerciseTask& task, const Recording& solution,
                                      const std::function<bool()>& cancelled);

}  // namespace lockstep
