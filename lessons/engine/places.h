#pragma once

// The folders of the lessons and of the learner's copies, and how the `lockstep` command builds them.

#include <filesystem>

#include "lessons/engine/attempt.h"
#include "lessons/engine/lesson.h"
#include "shared/trace/recording.h"

namespace lockstep::lessons {

// The shipped lessons: beside the running command if Lockstep is installed, else in the sources.
Expected<std::filesystem::path> LessonsFolder();

// The place of learners' own folders: ~/lockstep, or $LOCKSTEP_LESSONS; empty if neither is known.
std::filesystem::path WorkRoot();

// The learner's own folder: ~/lockstep/NAME, or $LOCKSTEP_LESSONS/NAME. The one with the lesson's former name, if the
// learner has begun there.
std::filesystem::path WorkFolder(const Lesson& lesson);

// Creates it if missing. The error names the variable that selects another one.
Expected<void> MakeWorkFolder(const Lesson& lesson);

// The exercise as the running command builds it; `file` is the learner's file. The lesson must have an exercise.
ExerciseTask TaskOf(const Lesson& lesson, const std::filesystem::path& file);
// Another exercise in its place, built in the same way.
ExerciseTask TaskOf(const Lesson& lesson, LessonExercise exercise, const std::filesystem::path& file);

struct LessonRun {
  std::filesystem::path file;  // the recording, in the lesson's work folder
  trace::Recording recording;
  std::string program_output;
};

// Records the lesson's program, or takes what was recorded before of the same program and the same files. However long
// that takes: `watch` sees how far it is, and may end it.
Expected<LessonRun> RecordLesson(const Lesson& lesson, const jobs::Watch& watch = {});

}  // namespace lockstep::lessons
