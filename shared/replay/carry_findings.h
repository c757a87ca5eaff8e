#pragma once

// Findings of one recording, for another recording of the same program.

#include <vector>

#include "shared/replay/kept_place.h"

namespace lockstep::replay {

// The moment after a recorded side of a finding; none if its step was not recorded. `model` may end at any moment.
std::optional<KeptPlace> PlaceOfSide(Model& model, const trace::RecordedSide& side);

// The number of the step that led to the place, among those of its launch, and that launch's index; none if the thread
// does not come there in this recording. `model` may end at any moment.
struct FoundStep {
  std::uint32_t launch = 0;
  StepIndex step = 0;
};
std::optional<FoundStep> FindStep(Model& model, const KeptPlace& place);

// The findings of `from`, each side at the same visit of its line by its thread; one that is not in `to` says so.
std::vector<trace::RecordedFinding> CarryFindings(Model& from, Model& to);

}  // namespace lockstep::replay
