#pragma once

// The test of a lesson's promises, which its author runs (`lockstep lesson test`), and CTest for all that
// are shipped.

#include <vector>

#include "lessons/engine/attempt.h"
#include "lessons/engine/lesson.h"
#include "lessons/engine/promise.h"

namespace lockstep::lessons {

// The exercise's file fails for its reason and earns little; the solution and the other right answers pass; each wrong
// attempt fails for its fault and gets a hint; baselines are those of the exercise's file; links lead somewhere;
// numbers that the text quotes are those of the runs. `task` is the lesson's (places.h); its file does not matter.
std::vector<Promise> TestLesson(const Lesson& lesson, const ExerciseTask& task);

}  // namespace lockstep::lessons
