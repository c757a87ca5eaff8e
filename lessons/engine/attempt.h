#pragma once

// One attempt at an exercise: the learner's file is built and recorded, and the recording is graded against the
// solution's.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jobs/grade.h"
#include "lessons/engine/lesson.h"

namespace lockstep::lessons {

struct ExerciseTask {
  std::filesystem::path file;  // the file that the learner edits
  LessonExercise exercise;
  std::filesystem::path scratch;                 // a folder for recordings
  compile::BuildRequest build;                   // more flags and inputs for every build
  bool is_thorough = false;                      // every run counts, also where the first one already fails
  std::optional<jobs::Confinement> confinement;  // of an answer that is not trusted; then its limits are its own
  bool hides_output = false;                     // what the answer prints is not reported: it may print hidden inputs
};

enum class ExerciseState {
  kBuilding,  // being built and run
  kBroken,    // does not compile
  kFailed,    // crashed, did not end, or could not be recorded
  kWrong,     // some check is not satisfied
  kSolved,
};

// A count of a solved exercise's first run that is to be as small as can be.
struct ChallengeCount {
  std::string name;  // in words: "reads in shared memory"
  double count = 0, reference = 0;
};

struct ExerciseReport {
  ExerciseState state = ExerciseState::kBuilding;
  std::string sentence;         // what there is to know, in one sentence
  std::string fault;            // its key (jobs/faults.def, findings.def); empty where nothing is wrong
  std::string hint;             // the lesson's, for that fault: Markdown
  bool is_ours = false;         // the answer was not graded: Lockstep or the machine failed
  std::string compiler_output;  // as clang says it; warnings too
  std::string program_output;
  std::vector<jobs::Remark> remarks;  // one a check; none where the program came to nothing
  double points = 0, most_points = 0;
  std::vector<ChallengeCount> challenge;              // where it is solved
  std::vector<jobs::Observed> runs;                   // that the remarks speak of
  std::optional<jobs::Moment> moment, other;          // of the recording: what the sentence speaks of; of two threads
  std::shared_ptr<const trace::Recording> recording;  // of this attempt; null where there is none
  std::filesystem::path file;                         // where it lies
  int attempt = 0;                                    // counts up with each build
};

// The observations of the reference solution, one for each run of the exercise.
using Reference = std::vector<jobs::Observed>;

// From the task's scratch folder, where it has been observed before by this Lockstep.
Expected<Reference> ObserveSolution(const ExerciseTask& task);

// Builds, runs and grades; once more where what is wrong happened in a block that was not recorded, with that block.
// Nothing where `cancelled` became true before the end: then all it started has ended too.
std::optional<ExerciseReport> Attempt(const ExerciseTask& task, const Reference& reference,
                                      const std::function<bool()>& cancelled);

// The reference solution graded against itself, without another run. It must have been observed just now: what is kept
// in files lacks what the checker has found.
ExerciseReport GradeReference(const ExerciseTask& task, const Reference& reference);

// The task as a job grades it.
jobs::GradeRequest GradingOf(const ExerciseTask& task, const std::filesystem::path& source,
                             const std::filesystem::path& recording);

}  // namespace lockstep::lessons
