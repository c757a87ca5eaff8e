#include "shared/query/operands.h"

#include <algorithm>

namespace lockstep::query {
namespace {

using replay::kNoStep;
using replay::Model;
using replay::StepIndex;
using trace::Operand;
using trace::Step;
using trace::StepKind;

bool IsFrom(const Operand& operand, const Step& step) {
  return step.site != trace::SiteId::kNone && trace::Index(step.site) >= trace::Index(operand.from) &&
         trace::Index(step.site) - trace::Index(operand.from) < operand.from_count;
}

// Calls `act` for the steps of the call in which `at` happened, from before `at` back to its kEnter step, and for the
// kEnter and kLeave steps of the calls that it made, until it says true.
template <class Act>
void GoBack(const Model& model, StepIndex at, const Act& act) {
  int depth = 0;
  for (StepIndex i = model.index().Previous(at); i != kNoStep; i = model.index().Previous(i)) {
    const Step& step = model.launch().steps[i];
    const bool enters = step.kind == StepKind::kEnter, leaves = step.kind == StepKind::kLeave;
    if (leaves) ++depth;
    if ((depth == 0 || (depth == 1 && (enters || leaves))) && act(i, step, depth)) return;
    if (enters && --depth < 0) return;
  }
}

}  // namespace

std::span<const Operand> OperandsAt(const trace::Recording& recording, trace::SiteId site) {
  if (site == trace::SiteId::kNone) return {};
  const auto found = std::ranges::equal_range(recording.operands, trace::Index(site), {},
                                              [](const Operand& operand) { return trace::Index(operand.site); });
  return {found.begin(), found.end()};
}

StepIndex EnterOf(const Model& model, StepIndex step) {
  StepIndex entered = kNoStep;
  GoBack(model, step, [&](StepIndex i, const Step& one, int depth) {
    if (depth == 0 && one.kind == StepKind::kEnter) entered = i;
    return entered != kNoStep;
  });
  return entered;
}

std::optional<StepIndex> FindRead(const Model& model, const Operand& operand, StepIndex at) {
  const auto reads = [&](const Step& step) {
    const bool is_read =
        step.kind == StepKind::kRead || step.kind == StepKind::kReadLocal || step.kind == StepKind::kAtomic;
    return is_read && IsFrom(operand, step);
  };
  if (reads(model.launch().steps[at])) return at;
  std::optional<StepIndex> found;
  GoBack(model, at, [&](StepIndex i, const Step& step, int depth) {
    if (depth == 0 && reads(step)) found = i;
    return found.has_value();
  });
  return found;
}

std::optional<StepIndex> FindReturn(const Model& model, const Operand& operand, StepIndex at) {
  std::optional<StepIndex> found;
  StepIndex left = kNoStep;
  GoBack(model, at, [&](StepIndex i, const Step& step, int depth) {
    if (depth != 1) return false;
    if (step.kind == StepKind::kLeave) left = i;
    if (step.kind != StepKind::kEnter || !IsFrom(operand, step)) return false;
    if (trace::FunctionId{step.offset} == operand.function) found = left;
    return true;
  });
  return found;
}

std::optional<trace::ObjectId> FindVariable(const Model& model, trace::VariableId variable, StepIndex at) {
  std::optional<trace::ObjectId> found;
  GoBack(model, at, [&](StepIndex, const Step& step, int depth) {
    if (depth != 0 || step.kind != StepKind::kDeclare) return false;
    const auto object = model.object(step.object);
    if (object && object->variable == variable) found = step.object;
    return found.has_value();
  });
  return found;
}

bool IsParameterGiven(const Model& model, StepIndex write) {
  const Step& step = model.launch().steps[write];
  const auto object = model.object(step.object);
  const trace::Variable* variable = object ? model.variable(object->variable) : nullptr;
  if (!variable || variable->kind != trace::VariableKind::kParameter) return false;
  const StepIndex before = model.index().Previous(write);
  if (before == kNoStep) return false;
  const Step& declares = model.launch().steps[before];
  return declares.kind == StepKind::kDeclare && declares.object == step.object;
}

}  // namespace lockstep::query
