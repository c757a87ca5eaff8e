#include "viz/model/hint_levels.h"

namespace lockstep::viz {

std::vector<HintLevel> HintLevelsOf(const Exercise& exercise, bool differs) {
  if (exercise.fault.empty()) return {};
  std::vector<HintLevel> levels{HintLevel::kWords};
  if (exercise.place) levels.push_back(HintLevel::kMoment);
  if (!exercise.hint.empty()) levels.push_back(HintLevel::kQuestion);
  if (differs) levels.insert(levels.end(), {HintLevel::kLine, HintLevel::kSolution});
  return levels;
}

}  // namespace lockstep::viz
