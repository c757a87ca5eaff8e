#include "viz/model/hint_ladder.h"

namespace lockstep::viz {

std::vector<Rung> RungsOf(const Exercise& exercise, bool differs) {
  if (exercise.fault.empty()) return {};
  std::vector<Rung> rungs{Rung::kWords};
  if (exercise.place) rungs.push_back(Rung::kMoment);
  if (!exercise.hint.empty()) rungs.push_back(Rung::kQuestion);
  if (differs) rungs.insert(rungs.end(), {Rung::kLine, Rung::kSolution});
  return rungs;
}

}  // namespace lockstep::viz
