#include "shared/replay/thread_state.h"

#include <algorithm>
#include <cstring>

#include "shared/replay/fields.h"
#include "shared/trace/bit_field.h"
#include "shared/trace/format_place.h"
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
  const auto object = model.object(step.object);
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

// The writes of the thread's line to a variable, as ranges of its bytes.
struct Changes {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  bool Touch(std::uint64_t begin, std::uint64_t end) const {
    return std::ranges::any_of(ranges, [&](const auto& range) { return range.first < end && begin < range.second; });
  }
};

Changes ChangesSince(const Model& model, trace::ObjectId object, StepIndex line_began) {
  Changes changes;
  if (line_began == kNoStep) return changes;
  const auto writes = model.index().WritesTo(object);
  for (auto next = std::ranges::lower_bound(writes, model.position()); next != writes.begin();) {
    if (*--next <= line_began) break;
    const trace::Step& step = model.launch().steps[*next];
    changes.ranges.emplace_back(step.offset, std::uint64_t{step.offset} + step.size);
  }
  return changes;
}

// A variable, or a part of one, and all that is opened in it.
class RowWriter {
 public:
  RowWriter(const Model& model, ThreadSlot thread, const std::set<std::string>& opened, std::vector<VariableRow>& rows)
      : model_(model), thread_(thread), opened_(opened), rows_(rows) {}

  void Add(const LiveVariable& live, const trace::Variable& variable, StepIndex line_began) {
    contents_ = ContentsOf(model_, live, model_.position());
    changes_ = ChangesSince(model_, live.object, line_began);
    object_ = live.object;
    AddPart(variable.name, variable.name, {.type = variable.type, .size = contents_.bytes.size()}, 0);
  }

 private:
  void AddPart(const std::string& name, const std::string& path, const Field& part, int depth) {
    const trace::Type* type = model_.type(part.type);
    VariableRow row{.name = name, .type = type ? type->name : "", .path = path, .depth = depth, .object = object_};
    row.known = contents_.HasValue(part.offset, part.size);
    if (row.known)
      row.value = FormatValueOf(model_, thread_, part.type, std::span(contents_.bytes).subspan(part.offset, part.size),
                                std::span(contents_.written).subspan(part.offset, part.size));
    row.changed = changes_.Touch(part.offset, part.offset + std::max<std::uint64_t>(part.size, 1));
    const std::vector<Field> parts = PartsOf(model_, part.type);
    row.has_parts = !parts.empty();
    rows_.push_back(std::move(row));
    if (parts.empty() || !opened_.contains(path)) return;
    for (const Field& inner : parts)
      AddPart(std::string(NameOf(inner)), path + inner.path,
              {inner.path, inner.type, part.offset + inner.offset, inner.size}, depth + 1);
  }

  const Model& model_;
  const ThreadSlot thread_;
  const std::set<std::string>& opened_;
  std::vector<VariableRow>& rows_;
  Contents contents_;
  Changes changes_;
  trace::ObjectId object_ = trace::ObjectId::kNone;
};

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

bool Contents::HasValue(std::uint64_t offset, std::uint64_t size) const {
  if (size > written.size() || offset > written.size() - size) return false;
  const auto range = std::span(written).subspan(offset, size);
  return std::ranges::find(range, 1) != range.end();
}

Contents ContentsOf(const Model& model, const LiveVariable& variable, Position position) {
  Contents contents;
  const auto* argument = ArgumentOf(model, variable.variable);
  if (argument) contents = {*argument, std::vector<std::uint8_t>(argument->size(), 1)};
  if (variable.object == trace::ObjectId::kNone) return contents;
  const auto object = model.object(variable.object);
  if (!object || object->size > kMaxLocalBytes) return {};
  bool has_value = argument != nullptr;
  contents.bytes.resize(object->size);
  contents.written.resize(object->size);
  for (const StepIndex i : model.index().WritesTo(variable.object)) {
    if (i >= position) break;
    const trace::Step& step = model.launch().steps[i];
    const auto after = BytesAfter(model.launch(), step);
    if (step.offset > object->size || after.size() > object->size - step.offset) continue;
    // A partial write leaves the other bytes as they were; its old value covers the replaced bytes only.
    std::ranges::copy(after, contents.bytes.begin() + step.offset);
    std::ranges::fill(std::span(contents.written).subspan(step.offset, after.size()), 1);
    has_value = true;
  }
  return has_value ? contents : Contents{};
}

std::string FormatValueOf(const Model& model, ThreadSlot thread, trace::TypeId id, std::span<const std::uint8_t> bytes,
                          std::span<const std::uint8_t> written) {
  const trace::Type* type = model.type(id);
  std::uint64_t address = 0;
  if (type && type->kind == trace::TypeKind::kPointer && bytes.size() == sizeof address)
    std::memcpy(&address, bytes.data(), sizeof address);
  const auto block = address && thread != ThreadSlot::kNone ? model.BlockSlot(model.BlockOf(thread)) : std::nullopt;
  const trace::Objects& objects = model.launch().objects;
  for (const std::uint32_t i : objects.shared()) {
    const trace::ObjectView object = objects[i];
    if (!block || object.block != *block || address < object.address || address - object.address >= object.size)
      continue;
    const trace::Type* pointee = model.type(type->element);
    return "&" + trace::FormatPlace(model.recording(), object, address - object.address, pointee ? pointee->size : 0);
  }
  return trace::FormatValue(model.recording(), id, bytes.data(), bytes.size(), written);
}

std::vector<VariableRow> DescribeVariables(const Model& model, ThreadSlot thread, const Frame& frame,
                                           const std::set<std::string>& opened) {
  std::vector<VariableRow> rows;
  RowWriter writer(model, thread, opened, rows);
  const StepIndex last = model.index().LastStepOf(thread, model.position());
  const StepIndex line_began = last == kNoStep ? kNoStep : model.index().LineStep(last);
  for (const LiveVariable& live : frame.variables) {
    const trace::Variable* variable = model.variable(live.variable);
    if (variable) writer.Add(live, *variable, line_began);
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
        return of && trace::BitFieldOf(*of).bits == 0 && offset >= m.offset && offset - m.offset < of->size;
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
