#pragma once

// Where lessons lie, where the learner's copies go, and what the `lockstep` command needs to run them.

#include <filesystem>

#include "lessons/engine/attempt.h"
#include "lessons/engine/lesson.h"
#include "shared/trace/recording.h"

namespace lockstep {

// The shipped lessons: beside the running command where Lockstep is installed, else in the sources.
Expected<std::filesystem::path> LessonsFolder();

// What belongs to the learner: ~/lockstep/LESSON, or $LOCKSTEP_LESSONS/LESSON.
std::filesystem::path WorkFolder(const Lesson& lesson);

// Makes it where it is missing. The error names the variable that chooses another.
Expected<void> MakeWorkFolder(const Lesson& lesson);

// The exercise as the running command builds it; `file` is what the learner edits. The lesson must have one.
ExerciseTask TaskOf(const Lesson& lesson, const std::filesystem::path& file);

struct LessonRun {
  std::filesystem::path file;  // the recording, in the lesson's work folder
  Recording recording;
  std::string program_output;
};

// Records the lesson's program.
Expected<LessonRun> RecordLesson(const Lesson& lesson);

}  // namespace lockstep
