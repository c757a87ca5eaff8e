#pragma once

// The help that a failed exercise offers, from the fault itself to the solution, one level after another.

#include <cstdint>
#include <vector>

#include "viz/model/lesson_view.h"

namespace lockstep::viz {

enum class HintLevel : std::uint8_t {
  kWords,     // the fault in one sentence, which is always shown
  kMoment,    // the place that the sentence refers to
  kQuestion,  // the lesson's own hint
  kLine,      // the line to mend
  kSolution,  // what the solution has otherwise
};

// The levels that there are, from kWords on; none for an exercise without a fault. `differs`: the learner's text is
// known, and the solution has other lines.
std::vector<HintLevel> HintLevelsOf(const Exercise& exercise, bool differs);

}  // namespace lockstep::viz
