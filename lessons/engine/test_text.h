#pragma once

// The promises of a lesson's text, tried: its links and tasks lead somewhere, its questions have answers.

#include <vector>

#include "lessons/engine/lesson.h"
#include "lessons/engine/promise.h"
#include "shared/trace/recording.h"

namespace lockstep::lessons {

// `program` and `exercise` are recordings of the lesson's program, and of the exercise as given; null if there is none.
std::vector<Promise> TestText(const Lesson& lesson, const trace::Recording* program, const trace::Recording* exercise);

}  // namespace lockstep::lessons
