#include "shared/replay/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"

namespace lockstep::replay {
namespace {

bool TouchesMemory(const trace::Step& step) {
  return step.kind == trace::StepKind::kRead || step.kind == trace::StepKind::kWrite ||
         step.kind == trace::StepKind::kAtomic;
}

// Nothing if the side has no step, or names one that the recording does not have.
std::optional<trace::Step> StepOf(const trace::Recording& recording, const trace::RecordedSide& side) {
  if (side.launch >= recording.launches.size()) return std::nullopt;
  const auto& steps = recording.launches[side.launch].steps;
  return side.step < steps.size() ? std::optional(steps[side.step]) : std::nullopt;
}

std::uint32_t FirstRecordedSide(const Model& model, const trace::RecordedFinding& finding) {
  const auto found = std::ranges::find_if(
      finding.sides, [&](const trace::RecordedSide& side) { return StepOf(model.recording(), side).has_value(); });
  return found == finding.sides.end() ? 0 : static_cast<std::uint32_t>(found - finding.sides.begin());
}

void TakeObject(const Model& model, Cursor& cursor, trace::ObjectId object) {
  const auto arrays = ListArrays(model, cursor.block);
  if (std::ranges::find(arrays, object, &ArrayInfo::object) == arrays.end()) return;
  cursor.object = object;
  cursor.cell.reset();
}

void GoToStep(Model& model, Cursor& cursor, const trace::RecordedSide& side) {
  cursor.launch = side.launch;
  cursor.step = side.step + 1;
  model.MoveTo(cursor);
  ChooseThread(model, cursor, side.block, side.thread);
}

}  // namespace

bool HasFindings(const Model& model) { return !model.recording().findings.empty(); }

const trace::RecordedFinding* ChosenFinding(const Model& model, const Cursor& cursor) {
  const auto& findings = model.recording().findings;
  return cursor.finding && *cursor.finding < findings.size() ? &findings[*cursor.finding] : nullptr;
}

const trace::RecordedSide* ChosenSide(const Model& model, const Cursor& cursor) {
  const trace::RecordedFinding* finding = ChosenFinding(model, cursor);
  return finding && cursor.side < finding->sides.size() ? &finding->sides[cursor.side] : nullptr;
}

bool ChooseFinding(const Model& model, Cursor& cursor, std::uint32_t finding) {
  const auto& findings = model.recording().findings;
  if (findings.empty()) return false;
  cursor.finding = std::min<std::uint32_t>(finding, static_cast<std::uint32_t>(findings.size() - 1));
  cursor.side = FirstRecordedSide(model, findings[*cursor.finding]);
  return true;
}

bool ChooseNextFinding(const Model& model, Cursor& cursor, int by) {
  const auto count = static_cast<std::int64_t>(model.recording().findings.size());
  if (count == 0) return false;
  // Without a chosen finding, forward leads to the first and backward to the last.
  const std::int64_t here = cursor.finding ? std::int64_t{*cursor.finding} : by > 0 ? -1 : 0;
  return ChooseFinding(model, cursor, static_cast<std::uint32_t>(((here + by) % count + count) % count));
}

bool ChooseSide(const Model& model, Cursor& cursor, std::uint32_t side) {
  const trace::RecordedFinding* finding = ChosenFinding(model, cursor);
  if (!finding || side >= finding->sides.size()) return false;
  cursor.side = side;
  return true;
}

bool ChooseOtherSide(const Model& model, Cursor& cursor) {
  const trace::RecordedFinding* finding = ChosenFinding(model, cursor);
  if (!finding || finding->sides.empty()) return false;
  return ChooseSide(model, cursor, static_cast<std::uint32_t>((cursor.side + 1) % finding->sides.size()));
}

bool GoToFinding(Model& model, Cursor& cursor) {
  const trace::RecordedFinding* finding = ChosenFinding(model, cursor);
  if (!finding) return false;
  const trace::RecordedSide* side = ChosenSide(model, cursor);
  const auto step = side ? StepOf(model.recording(), *side) : std::nullopt;
  if (step) GoToStep(model, cursor, *side);
  if (finding->object != trace::ObjectId::kNone) TakeObject(model, cursor, finding->object);
  if (step && TouchesMemory(*step)) {
    if (const auto array = DescribeArray(model, step->object)) {
      cursor.object = step->object;
      cursor.cell = Cell{step->object, step->offset / array->element_size};
    }
  }
  const Line line = side && side->line != 0 ? Line{side->file, side->line} : Line{finding->file, finding->line};
  if (line.number != 0) cursor.line = line;
  return true;
}

std::string CountFindings(const trace::Recording& recording) {
  static constexpr const char* kOne[] = {"error", "warning", "piece of advice"};
  static constexpr const char* kMany[] = {"errors", "warnings", "pieces of advice"};
  std::string text;
  for (int severity = 0; severity < 3; ++severity) {
    const auto count =
        std::ranges::count(recording.findings, static_cast<Severity>(severity), &trace::RecordedFinding::severity);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, count == 1 ? kOne[severity] : kMany[severity]);
  }
  return text;
}

std::string PlaceOfFinding(const trace::RecordedFinding& finding) {
  std::string text = finding.line != 0 ? fmt::format("line {} · ", finding.line) : "";
  text += finding.kind;
  if (finding.count > 1) text += fmt::format(" · {} times", finding.count);
  return text;
}

std::optional<LineMark> MarkOfLine(const Model& model, const Cursor& cursor, Line line) {
  std::optional<LineMark> mark;
  const trace::RecordedFinding* chosen = ChosenFinding(model, cursor);
  for (const trace::RecordedFinding& finding : model.recording().findings) {
    const bool speaks_of_it = Line{finding.file, finding.line} == line ||
                              std::ranges::any_of(finding.sides, [&](const trace::RecordedSide& side) {
                                return Line{side.file, side.line} == line;
                              });
    if (!speaks_of_it) continue;
    if (!mark) mark = LineMark{.severity = finding.severity};
    mark->severity = std::min(mark->severity, finding.severity);
    mark->chosen |= &finding == chosen;
  }
  return mark;
}

std::vector<Position> MomentsOfFinding(const Model& model, const Cursor& cursor) {
  std::vector<Position> moments;
  const trace::RecordedFinding* finding = ChosenFinding(model, cursor);
  if (!finding) return moments;
  for (const trace::RecordedSide& side : finding->sides) {
    if (side.launch == model.launch_place() && StepOf(model.recording(), side)) moments.push_back(side.step + 1);
  }
  return moments;
}

bool IsInFinding(const Model& model, const Cursor& cursor, trace::ObjectId object, std::uint64_t offset,
                 std::uint64_t size) {
  const trace::RecordedFinding* finding = ChosenFinding(model, cursor);
  return finding && std::ranges::any_of(finding->sides, [&](const trace::RecordedSide& side) {
           const auto step = side.launch == model.launch_place() ? StepOf(model.recording(), side) : std::nullopt;
           return step && TouchesMemory(*step) && step->object == object && step->offset < offset + size &&
                  offset < std::uint64_t{step->offset} + step->size;
         });
}

}  // namespace lockstep::replay
