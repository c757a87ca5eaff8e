#include "viz/model/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/model/arrays.h"
#include "viz/model/choose.h"

namespace lockstep::viz {
namespace {

bool TouchesMemory(const Step& step) {
  return step.kind == StepKind::kRead || step.kind == StepKind::kWrite || step.kind == StepKind::kAtomic;
}

// A finding of a recording that came from elsewhere may say anything.
const Step* StepOf(const Recording& recording, const FindingSide& side) {
  if (side.launch >= recording.launches.size()) return nullptr;
  const auto& steps = recording.launches[side.launch].steps;
  return side.step < steps.size() ? &steps[side.step] : nullptr;
}

std::uint32_t FirstRecordedSide(const Model& model, const RecordedFinding& finding) {
  const auto found = std::ranges::find_if(
      finding.sides, [&](const FindingSide& side) { return StepOf(model.recording(), side) != nullptr; });
  return found == finding.sides.end() ? 0 : static_cast<std::uint32_t>(found - finding.sides.begin());
}

void TakeObject(const Model& model, Selection& selection, ObjectId object) {
  const auto arrays = ListArrays(model, selection.block);
  if (std::ranges::find(arrays, object, &ArrayInfo::object) == arrays.end()) return;
  selection.object = object;
  selection.cell.reset();
}

void GoToStep(Model& model, Selection& selection, const FindingSide& side) {
  selection.launch = side.launch;
  selection.step = side.step + 1;
  model.MoveTo(selection);
  ChooseThread(model, selection, side.block, side.thread);
}

}  // namespace

bool HasFindings(const Model& model) { return !model.recording().findings.empty(); }

const RecordedFinding* ChosenFinding(const Model& model, const Selection& selection) {
  const auto& findings = model.recording().findings;
  return selection.finding && *selection.finding < findings.size() ? &findings[*selection.finding] : nullptr;
}

const FindingSide* ChosenSide(const Model& model, const Selection& selection) {
  const RecordedFinding* finding = ChosenFinding(model, selection);
  return finding && selection.side < finding->sides.size() ? &finding->sides[selection.side] : nullptr;
}

void AskForFinding(const Model& model, Selection& selection, std::uint32_t finding) {
  const auto& findings = model.recording().findings;
  if (findings.empty()) return;
  selection.finding = std::min<std::uint32_t>(finding, static_cast<std::uint32_t>(findings.size() - 1));
  selection.side = FirstRecordedSide(model, findings[*selection.finding]);
  selection.to_finding = true;
}

void AskForNextFinding(const Model& model, Selection& selection, int by) {
  const auto count = static_cast<std::int64_t>(model.recording().findings.size());
  if (count == 0) return;
  // Before any is chosen, on is the first and back the last.
  const std::int64_t here = selection.finding ? std::int64_t{*selection.finding} : by > 0 ? -1 : 0;
  AskForFinding(model, selection, static_cast<std::uint32_t>(((here + by) % count + count) % count));
}

void AskForSide(const Model& model, Selection& selection, std::uint32_t side) {
  const RecordedFinding* finding = ChosenFinding(model, selection);
  if (!finding || side >= finding->sides.size()) return;
  selection.side = side;
  selection.to_finding = true;
}

void AskForOtherSide(const Model& model, Selection& selection) {
  const RecordedFinding* finding = ChosenFinding(model, selection);
  if (!finding || finding->sides.empty()) return;
  AskForSide(model, selection, static_cast<std::uint32_t>((selection.side + 1) % finding->sides.size()));
}

void ToFinding(Model& model, Selection& selection) {
  selection.to_finding = false;
  const RecordedFinding* finding = ChosenFinding(model, selection);
  if (!finding) return;
  selection.playing = false;
  const FindingSide* side = ChosenSide(model, selection);
  const Step* step = side ? StepOf(model.recording(), *side) : nullptr;
  if (step) GoToStep(model, selection, *side);
  if (finding->object != ObjectId::kNone) TakeObject(model, selection, finding->object);
  if (step && TouchesMemory(*step)) {
    if (const auto array = DescribeArray(model, step->object)) {
      selection.object = step->object;
      selection.cell = Cell{step->object, step->offset / array->element_size};
    }
  }
  const Line line = side && side->line != 0 ? Line{side->file, side->line} : Line{finding->file, finding->line};
  if (line.number != 0) selection.line = line;
}

std::string CountFindings(const Recording& recording) {
  static constexpr const char* kOne[] = {"error", "warning", "piece of advice"};
  static constexpr const char* kMany[] = {"errors", "warnings", "pieces of advice"};
  std::string text;
  for (int severity = 0; severity < 3; ++severity) {
    const auto count =
        std::ranges::count(recording.findings, static_cast<Severity>(severity), &RecordedFinding::severity);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, count == 1 ? kOne[severity] : kMany[severity]);
  }
  return text;
}

std::string PlaceOfFinding(const RecordedFinding& finding) {
  std::string text = finding.line != 0 ? fmt::format("line {} · ", finding.line) : "";
  text += finding.kind;
  if (finding.count > 1) text += fmt::format(" · {} times", finding.count);
  return text;
}

std::optional<LineMark> MarkOfLine(const Model& model, const Selection& selection, Line line) {
  std::optional<LineMark> mark;
  const RecordedFinding* chosen = ChosenFinding(model, selection);
  for (const RecordedFinding& finding : model.recording().findings) {
    const bool speaks_of_it =
        Line{finding.file, finding.line} == line ||
        std::ranges::any_of(finding.sides, [&](const FindingSide& side) { return Line{side.file, side.line} == line; });
    if (!speaks_of_it) continue;
    if (!mark) mark = LineMark{.severity = finding.severity};
    mark->severity = std::min(mark->severity, finding.severity);
    mark->chosen |= &finding == chosen;
  }
  return mark;
}

std::vector<Position> MomentsOfFinding(const Model& model, const Selection& selection) {
  std::vector<Position> moments;
  const RecordedFinding* finding = ChosenFinding(model, selection);
  if (!finding) return moments;
  for (const FindingSide& side : finding->sides) {
    if (side.launch == model.launch_place() && StepOf(model.recording(), side)) moments.push_back(side.step + 1);
  }
  return moments;
}

bool IsInFinding(const Model& model, const Selection& selection, ObjectId object, std::uint64_t offset,
                 std::uint64_t size) {
  const RecordedFinding* finding = ChosenFinding(model, selection);
  return finding && std::ranges::any_of(finding->sides, [&](const FindingSide& side) {
           const Step* step = side.launch == model.launch_place() ? StepOf(model.recording(), side) : nullptr;
           return step && TouchesMemory(*step) && step->object == object && step->offset < offset + size &&
                  offset < std::uint64_t{step->offset} + step->size;
         });
}

}  // namespace lockstep::viz
