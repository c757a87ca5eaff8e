#pragma once

// The levels of hints of a failed exercise as text for a terminal: what the window shows step by step.

#include <string>
#include <vector>

#include "lessons/engine/attempt.h"
#include "lessons/engine/lesson.h"
#include "viz/model/hint_levels.h"

namespace lockstep::cli {

struct HintText {
  viz::HintLevel level{};
  std::string text;  // lines of a change begin with "+ ", "- " or two blanks
};

// The levels that there are after the sentence; none where nothing is wrong. `file` is the learner's.
std::vector<HintText> HintTexts(const lessons::ExerciseReport& report, const lessons::Lesson& lesson,
                                const std::filesystem::path& file);

// With the colours of a change, if they are wanted.
std::string Colored(const HintText& hint, bool with_colors);

}  // namespace lockstep::cli
