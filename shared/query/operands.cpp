#include "shared/query/operands.h"

#include <algorithm>

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

std::optional<StepIndex> FindExchange(const Model& model, const Operand& operand, StepIndex at) {
  std::optional<StepIndex> found;
  GoBack(model, at, [&](StepIndex i, const Step& step, int depth) {
    if (depth == 0 && step.kind == StepKind::kExchange && IsFrom(operand, step)) found = i;
    return found.has_value();
  });
  return found;
}

std::vector<StepIndex> BroughtTo(const Model& model, StepIndex exchange) {
  const Step& step = model.launch().steps[exchange];
  const trace::WarpExchange mine = trace::ExchangeOf(step.offset);
  const ThreadSlot self = model.index().ThreadOf(step);
  if (mine.meeting == 0 || self == ThreadSlot::kNone) return {};
  const std::uint32_t first = step.thread / trace::kWarpSize * trace::kWarpSize;
  const bool is_shuffle = trace::IsShuffle(mine.operation);
  std::vector<StepIndex> brought;
  for (std::uint32_t lane = is_shuffle ? mine.lane : 0; lane < (is_shuffle ? mine.lane + 1 : trace::kWarpSize);
       ++lane) {
    if (first + lane >= model.index().threads_per_block()) break;
    const ThreadSlot other{static_cast<std::uint32_t>(self) - step.thread + first + lane};
    if (const auto found = FindMeeting(model, other, mine.meeting, exchange)) brought.push_back(*found);
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
