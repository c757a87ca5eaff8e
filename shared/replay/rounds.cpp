#include "shared/replay/rounds.h"

#include <algorithm>

namespace lockstep::replay {

bool IsStop(const trace::Step& step) {
  return step.kind == trace::StepKind::kLine || step.kind == trace::StepKind::kExit ||
         step.kind == trace::StepKind::kFault;
}

std::vector<Position> FindRounds(const trace::RecordedLaunch& launch, const LaunchIndex& index,
                                 std::uint32_t first_slot, std::uint32_t end_slot) {
  std::vector<StepIndex> steps;
  for (std::uint32_t slot = first_slot; slot < end_slot; ++slot) {
    for (const StepIndex i : index.StepsOf(static_cast<ThreadSlot>(slot))) {
      if (IsStop(launch.steps[i])) steps.push_back(i);
    }
  }
  std::ranges::sort(steps);
  std::vector<Position> rounds;
  std::vector<std::uint32_t> last_round(end_slot - first_slot, 0);
  std::uint32_t round = 1;
  for (const StepIndex i : steps) {
    const auto slot = static_cast<std::uint32_t>(index.ThreadOf(launch.steps[i])) - first_slot;
    if (last_round[slot] == round) {
      ++round;
    } else if (!rounds.empty()) {
      rounds.pop_back();
    }
    last_round[slot] = round;
    rounds.push_back(i + 1);
  }
  return rounds;
}

}  // namespace lockstep::replay
