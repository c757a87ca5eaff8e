#include "shared/query/operands.h"

#include <algorithm>

#include "shared/replay/lanes.h"
#include "shared/trace/words.h"

namespace lockstep::query {
namespace {

using replay::kNoStep;
using replay::Model;
using replay::StepIndex;
using replay::ThreadSlot;
using trace::Operand;
using trace::Step;
using trace::StepKind;

bool IsFrom(const Operand& operand, const Step& step) {
  return step.site != trace::SiteId::kNone && trace::Index(step.site) >= trace::Index(operand.from) &&
         trace::Index(step.site) - trace::Index(operand.from) < operand.from_count;
}

// The thread's step of that meeting of its warp: the one that is nearest to `near` in time. Its meetings are numbered
// in the order in which it took part.
std::optional<StepIndex> FindMeeting(const Model& model, ThreadSlot thread, std::uint32_t meeting, StepIndex near) {
  const auto steps = model.index().StepsOf(thread);
  const auto meeting_of = [&](StepIndex i) -> std::optional<std::uint32_t> {
    const Step& step = model.launch().steps[i];
    if (step.kind != StepKind::kExchange) return std::nullopt;
    return trace::ExchangeOf(step.offset).meeting;
  };
  // Half of all numbers lie before it.
  const auto is_before = [&](std::uint32_t other) {
    return (meeting - other) % trace::WarpExchange::kMeetings < trace::WarpExchange::kMeetings / 2;
  };
  const auto middle = std::ranges::lower_bound(steps, near);
  for (auto at = middle; at != steps.begin();) {
    const auto other = meeting_of(*--at);
    if (other == meeting) return *at;
    if (other && is_before(*other)) break;
  }
  for (auto at = middle; at != steps.end(); ++at) {
    const auto other = meeting_of(*at);
    if (other == meeting) return *at;
    if (other && !is_before(*other)) break;
  }
  return std::nullopt;
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

// The last step before `at`, in the same call of the function, of which `is_it` says true.
template <class IsIt>
std::optional<StepIndex> LastInCall(const Model& model, StepIndex at, const IsIt& is_it) {
  std::optional<StepIndex> found;
  GoBack(model, at, [&](StepIndex i, const Step& step, int depth) {
    if (depth == 0 && is_it(step)) found = i;
    return found.has_value();
  });
  return found;
}

}  // namespace

std::span<const Operand> OperandsAt(const trace::Recording& recording, trace::SiteId site) {
  if (site == trace::SiteId::kNone) return {};
  const auto found = std::ranges::equal_range(recording.operands, trace::Index(site), {},
                                              [](const Operand& operand) { return trace::Index(operand.site); });
  return {found.begin(), found.end()};
}

StepIndex EnterOf(const Model& model, StepIndex step) {
  return LastInCall(model, step, [](const Step& one) { return one.kind == StepKind::kEnter; }).value_or(kNoStep);
}

std::optional<StepIndex> FindRead(const Model& model, const Operand& operand, StepIndex at) {
  const auto reads = [&](const Step& step) {
    const bool is_read =
        step.kind == StepKind::kRead || step.kind == StepKind::kReadLocal || step.kind == StepKind::kAtomic;
    return is_read && IsFrom(operand, step);
  };
  return reads(model.launch().steps[at]) ? at : LastInCall(model, at, reads);
}

std::optional<StepIndex> FindExchange(const Model& model, const Operand& operand, StepIndex at) {
  return LastInCall(model, at,
                    [&](const Step& step) { return step.kind == StepKind::kExchange && IsFrom(operand, step); });
}

std::vector<StepIndex> BroughtTo(const Model& model, StepIndex exchange) {
  const Step& step = model.launch().steps[exchange];
  const trace::WarpExchange mine = trace::ExchangeOf(step.offset);
  const ThreadSlot self = model.index().ThreadOf(step);
  if (mine.meeting == 0 || self == ThreadSlot::kNone) return {};
  const replay::WarpSlots warp = replay::WarpSlotsOf(model, self);
  std::vector<StepIndex> brought;
  for (std::uint32_t slot = warp.begin; slot < warp.end; ++slot) {
    if (trace::IsShuffle(mine.operation) && slot - warp.begin != mine.lane) continue;
    if (const auto found = FindMeeting(model, ThreadSlot{slot}, mine.meeting, exchange)) brought.push_back(*found);
  }
  return brought;
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
