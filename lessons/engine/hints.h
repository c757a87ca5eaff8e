#pragma once

// The hint about a fault.

#include <string>

#include "lessons/engine/attempt.h"

namespace lockstep::lessons {

// Markdown, for the first thing that is wrong and has a hint: that of a check, else of the exercise, where the one for
// the array ("wrong-value:d_out") comes first, else one that every lesson has. Empty where there is none.
std::string HintFor(const LessonExercise& exercise, const ExerciseReport& report);

// True if a hint may stand under this key: of a fault, or of a fault and an array.
bool IsHintKey(const std::string& key);

}  // namespace lockstep::lessons
