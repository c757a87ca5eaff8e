#include "shared/replay/carry_findings.h"

#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

using trace::FileId;
using trace::RecordedFinding;
using trace::RecordedSide;
using trace::Recording;

FileId FileIn(const Recording& to, const Recording& from, FileId file) {
  if (trace::Index(file) >= from.files.size()) return FileId::kNone;
  return trace::FindFile(to, from.files[trace::Index(file)].path);
}

void CarrySide(Model& from, Model& to, RecordedSide& side) {
  side.file = FileIn(to.recording(), from.recording(), side.file);
  if (side.step == RecordedSide::kNotRecorded) return;
  const auto place = PlaceOfSide(from, side);
  const auto found = place ? FindStep(to, *place) : std::nullopt;
  if (!found) side.missing = "the thread does not come there in this run";
  side.launch = found ? found->launch : RecordedSide::kNotRecorded;
  side.step = found ? found->step : RecordedSide::kNotRecorded;
}

}  // namespace

std::optional<KeptPlace> PlaceOfSide(Model& model, const RecordedSide& side) {
  const auto& launches = model.recording().launches;
  if (side.launch >= launches.size() || side.step >= launches[side.launch].steps.size()) return std::nullopt;
  model.MoveTo(side.launch, side.step + 1);
  const ThreadSlot slot = model.index().ThreadOf(model.launch().steps[side.step]);
  if (slot == ThreadSlot::kNone) return std::nullopt;
  Cursor cursor{.launch = side.launch, .step = side.step + 1};
  cursor.block = model.BlockOf(slot);
  cursor.thread = model.ThreadOf(slot);
  return PlaceToKeep(model, cursor);
}

std::optional<FoundStep> FindStep(Model& model, const KeptPlace& place) {
  Cursor cursor;
  if (!GoToKept(model, cursor, place) || cursor.step == 0) return std::nullopt;
  cursor.block = place.block, cursor.thread = place.thread;
  const KeptPlace there = PlaceToKeep(model, cursor);
  const bool is_there = there.launch == place.launch && there.file == place.file && there.line == place.line &&
                        there.visit == place.visit && there.steps == place.steps;
  if (!is_there) return std::nullopt;
  return FoundStep{model.launch_place(), static_cast<StepIndex>(cursor.step - 1)};
}

std::vector<RecordedFinding> CarryFindings(Model& from, Model& to) {
  std::vector<RecordedFinding> findings = from.recording().findings;
  for (RecordedFinding& finding : findings) {
    finding.file = FileIn(to.recording(), from.recording(), finding.file);
    for (RecordedSide& side : finding.sides) CarrySide(from, to, side);
    // The memory is that of the first side's step.
    finding.object = trace::ObjectId::kNone;
    for (const RecordedSide& side : finding.sides) {
      if (side.step == RecordedSide::kNotRecorded) continue;
      finding.object = to.recording().launches[side.launch].steps[side.step].object;
      break;
    }
  }
  return findings;
}

}  // namespace lockstep::replay
