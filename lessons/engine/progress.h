#pragma once

// What a learner has done: the lessons whose exercise was solved, and the one that was opened last. Kept beside the
// learner's copies, in progress.json.

#include <set>
#include <string>
#include <vector>

#include "lessons/engine/lesson.h"

namespace lockstep::lessons {

struct Progress {
  std::set<std::string> done;  // by the name of the lesson's folder
  std::string last;

  bool IsDone(const Lesson& lesson) const { return done.contains(lesson.folder.filename().string()); }
};

// Empty where nothing has been done, or where the file cannot be read.
Progress ReadProgress();

// These change the file. An error names it; what was done before is never lost.
Expected<void> NoteOpened(const Lesson& lesson);
Expected<void> NoteDone(const Lesson& lesson);

// Where to go on: the lesson that was opened last or, if that is done, the first one after it that is not. None of an
// empty list.
const Lesson* LessonToGoOnWith(const std::vector<Lesson>& lessons, const Progress& progress);

// "3 of 35 done": those that have an exercise.
std::string DescribeProgress(const std::vector<Lesson>& lessons, const Progress& progress);

}  // namespace lockstep::lessons
