#pragma once

// The lesson that a command line names: by its number, or by its folder; and all that are shipped.

#include <string>
#include <vector>

#include "lessons/engine/lesson.h"

namespace lockstep::cli {

// Without a name, the lesson to go on with (lessons/engine/progress.h).
Expected<lessons::Lesson> FindLesson(const std::string& named);
Expected<std::vector<lessons::Lesson>> AllLessons();
Expected<lessons::Lesson> FindLessonWithExercise(const std::string& named);

}  // namespace lockstep::cli
