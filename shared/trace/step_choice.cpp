#include "shared/trace/step_choice.h"

#include <algorithm>

#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"
#include "shared/trace/trace.h"

namespace lockstep::trace {
namespace {

bool Fits(const Recording& recording, const RecordedLaunch& launch, const StepChoice& choice, const Step& step) {
  if (choice.block && launch.blocks[step.block].index != *choice.block) return false;
  if (choice.thread && FromLinearIndex(step.thread, launch.block) != *choice.thread) return false;
  if (choice.line) {
    const std::uint32_t site = Index(step.site);
    if (site >= recording.sites.size() || recording.sites[site].line != *choice.line) return false;
  }
  if (choice.array.empty()) return true;
  const auto object = IsAccess(step) ? FindObject(recording, launch, step.object) : std::nullopt;
  return object && NameOf(*object) == choice.array;
}

}  // namespace

bool StepChoice::IsAll() const {
  return !launch && !block && !thread && !line && array.empty() && first == 0 &&
         last == std::numeric_limits<std::uint64_t>::max();
}

std::vector<std::uint32_t> ChooseSteps(const Recording& recording, const RecordedLaunch& launch,
                                       const StepChoice& choice) {
  std::vector<std::uint32_t> chosen;
  if (choice.launch && launch.number != *choice.launch) return chosen;
  for (std::uint64_t i = choice.first; i < launch.steps.size() && i <= choice.last; ++i)
    if (Fits(recording, launch, choice, launch.steps[i])) chosen.push_back(static_cast<std::uint32_t>(i));
  return chosen;
}

}  // namespace lockstep::trace
