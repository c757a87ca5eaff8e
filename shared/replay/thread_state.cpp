#include "shared/replay/thread_state.h"

#include <algorithm>

#include "shared/trace/trace.h"

namespace lockstep::replay {
namespace {

// The kernel's own frame starts with its parameters: their values are known from the launch, wherever the thread is.
Frame KernelFrame(const Model& model) {
  Frame frame;
  if (const trace::Kernel* kernel = model.kernel()) {
    frame.function = kernel->function;
    for (const trace::VariableId parameter : kernel->parameters) frame.variables.push_back({.variable = parameter});
  }
  return frame;
}

void Declare(const Model& model, Frame& frame, const trace::Step& step, StepIndex at) {
  const trace::Object* object = model.object(step.object);
  if (!object) return;
  const LiveVariable variable{object->variable, step.object, at};
  const auto same = std::ranges::find(frame.variables, object->variable, &LiveVariable::variable);
  if (same == frame.variables.end()) {
    frame.variables.push_back(variable);
    return;
  }
  // Another iteration of a loop's body: the new storage replaces the old one.
  *same = variable;
}

const std::vector<std::uint8_t>* ArgumentOf(const Model& model, trace::VariableId parameter) {
  const trace::Kernel* kernel = model.kernel();
  if (!kernel) return nullptr;
  const auto place = std::ranges::find(kernel->parameters, parameter);
  const std::size_t i = place - kernel->parameters.begin();
  return i < kernel->parameters.size() && i < model.launch().arguments.size() ? &model.launch().arguments[i] : nullptr;
}

// Larger objects are not formatted in a row; the array panel shows them.
constexpr std::uint64_t kMaxLocalBytes = 1 << 20;

}  // namespace

ThreadPhase PhaseOf(const Model& model, ThreadSlot thread) {
  if (thread == ThreadSlot::kNone) return ThreadPhase::kNotRecorded;
  const StepIndex last = model.playback().LastStep(thread);
  if (last == kNoStep) return ThreadPhase::kNotStarted;
  switch (model.launch().steps[last].kind) {
    case trace::StepKind::kArrive: return ThreadPhase::kWaiting;
    case trace::StepKind::kExit: return ThreadPhase::kExited;
    case trace::StepKind::kFault: return ThreadPhase::kFaulted;
    default: return ThreadPhase::kRunning;
  }
}

const char* Word(ThreadPhase phase) {
  switch (phase) {
    case ThreadPhase::kNotRecorded: return "not recorded";
    case ThreadPhase::kNotStarted: return "not started";
    case ThreadPhase::kRunning: return "running";
    case ThreadPhase::kWaiting: return "waits at a barrier";
    case ThreadPhase::kExited: return "finished";
    case ThreadPhase::kFaulted: return "faulted";
  }
  return "";
}

std::string_view FaultOf(const Model& model, ThreadSlot thread) {
  if (PhaseOf(model, thread) != ThreadPhase::kFaulted) return {};
  const trace::Step& step = model.launch().steps[model.playback().LastStep(thread)];
  return step.offset < model.launch().texts.size() ? std::string_view(model.launch().texts[step.offset])
                                                   : std::string_view{};
}

Line LineOf(const Model& model, ThreadSlot thread) {
  if (thread == ThreadSlot::kNone) return {};
  const StepIndex last = model.playback().LastStep(thread);
  if (last == kNoStep) return {};
  const StepIndex line = model.index().LineStep(last);
  return line == kNoStep ? Line{} : model.LineOfSite(model.launch().steps[line].site);
}

std::vector<Frame> CallStack(const Model& model, ThreadSlot thread, Position position) {
  if (thread == ThreadSlot::kNone) return {};
  std::vector<Frame> stack;
  bool in_kernel = false;
  for (const StepIndex i : model.index().StepsOf(thread)) {
    if (i >= position) break;
    const trace::Step& step = model.launch().steps[i];
    if (stack.empty()) stack.push_back(KernelFrame(model));
    switch (step.kind) {
      case trace::StepKind::kEnter:
        if (!in_kernel) {
          in_kernel = true;
          stack.front().function = static_cast<trace::FunctionId>(step.offset);
        } else {
          stack.push_back({.function = static_cast<trace::FunctionId>(step.offset)});
        }
        break;
      case trace::StepKind::kLeave:
        if (stack.size() > 1) stack.pop_back();
        break;
      case trace::StepKind::kLine: stack.back().line = model.LineOfSite(step.site); break;
      case trace::StepKind::kDeclare: Declare(model, stack.back(), step, i); break;
      default: break;
    }
  }
  return stack;
}

std::vector<std::uint8_t> LocalBytes(const Model& model, const LiveVariable& variable, Position position) {
  const auto* argument = ArgumentOf(model, variable.variable);
  if (variable.object == trace::ObjectId::kNone) return argument ? *argument : std::vector<std::uint8_t>{};
  const trace::Object* object = model.object(variable.object);
  if (!object || object->size > kMaxLocalBytes) return {};
  std::vector<std::uint8_t> bytes(object->size);
  bool written = false;
  for (const StepIndex i : model.index().WritesTo(variable.object)) {
    if (i >= position) break;
    const trace::Step& step = model.launch().steps[i];
    const auto after = BytesAfter(model.launch(), step);
    if (step.offset > bytes.size() || after.size() > bytes.size() - step.offset) continue;
    // A partial write leaves the other bytes as they were; its old value covers the replaced bytes only.
    std::ranges::copy(after, bytes.begin() + step.offset);
    written = true;
  }
  if (!written) return argument ? *argument : std::vector<std::uint8_t>{};
  return bytes;
}

std::vector<VariableRow> DescribeVariables(const Model& model, ThreadSlot thread, const Frame& frame) {
  std::vector<VariableRow> rows;
  const Position now = model.position();
  const StepIndex last = model.index().LastStepOf(thread, now);
  const StepIndex line_began = last == kNoStep ? kNoStep : model.index().LineStep(last);
  for (const LiveVariable& live : frame.variables) {
    const trace::Variable* variable = model.variable(live.variable);
    if (!variable) continue;
    const trace::Type* type = model.type(variable->type);
    VariableRow row{.name = variable->name, .type = type ? type->name : "", .object = live.object};
    const auto bytes = LocalBytes(model, live, now);
    row.known = !bytes.empty();
    if (row.known) row.value = trace::FormatValue(model.recording(), variable->type, bytes.data(), bytes.size());
    const auto writes = model.index().WritesTo(live.object);
    const auto next = std::ranges::lower_bound(writes, now);
    row.changed = next != writes.begin() && line_began != kNoStep && *(next - 1) > line_began;
    rows.push_back(std::move(row));
  }
  return rows;
}

trace::TypeId ScalarAt(const Model& model, trace::TypeId id, std::uint64_t offset, std::uint64_t size) {
  // The source bounds the depth of types; a damaged recording may contain a circle.
  for (int depth = 0; depth < 64; ++depth) {
    const trace::Type* type = model.type(id);
    if (!type) return trace::TypeId::kNone;
    if (type->kind == trace::TypeKind::kArray) {
      const trace::Type* element = model.type(type->element);
      if (!element || element->size == 0) return trace::TypeId::kNone;
      offset %= element->size;
      id = type->element;
    } else if (type->kind == trace::TypeKind::kStruct) {
      const auto member = std::ranges::find_if(type->members, [&](const trace::Member& m) {
        const trace::Type* of = model.type(m.type);
        return of && offset >= m.offset && offset - m.offset < of->size;
      });
      if (member == type->members.end()) return trace::TypeId::kNone;
      offset -= member->offset;
      id = member->type;
    } else {
      return offset == 0 && type->size == size ? id : trace::TypeId::kNone;
    }
  }
  return trace::TypeId::kNone;
}

}  // namespace lockstep::replay
