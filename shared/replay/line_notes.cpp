#include "shared/replay/line_notes.h"

#include <algorithm>
#include <map>

#include "shared/replay/constants.h"
#include "shared/replay/expression.h"
#include "shared/replay/unwritten.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"
#include "shared/trace/trace.h"

namespace lockstep::replay {
namespace {

struct NamedVariable {
  const LiveVariable* live;
  const trace::Variable* variable;
};

// The values at the start of one visit to a line.
class VisitScope {
 public:
  VisitScope(const Model& model, ThreadSlot thread, const LineVisit& visit, const Frame& frame)
      : model_(model),
        visit_(visit),
        block_(model.BlockOf(thread)),
        thread_(model.ThreadOf(thread)),
        function_(frame.function) {
    for (const LiveVariable& live : frame.variables) {
      const trace::Variable* variable = model.variable(live.variable);
      if (variable) variables_[variable->name] = {&live, variable};
    }
  }

  std::optional<Number> Value(std::string_view name) const {
    if (const auto built_in = BuiltIn(model_.launch(), block_, thread_, name)) return built_in;
    if (const auto variable = VariableNamed(name)) return variable;
    return ConstantNamed(model_, function_, visit_.line.file, name);
  }

  std::optional<Number> Element(std::string_view name, const std::vector<std::optional<Number>>& index) const {
    if (!AreWhole(index)) return std::nullopt;
    if (const LiveVariable* local = LocalArray(name)) {
      const auto part = PartOf(*local, index);
      return part ? ReadLocal(*local, *part) : std::nullopt;
    }
    const auto access = AccessTo(name, index);
    return access ? std::optional(access->value) : std::nullopt;
  }

  bool IsUnwritten(std::string_view name, const std::vector<std::optional<Number>>& index) const {
    if (!AreWhole(index)) return false;
    std::optional<StepIndex> read;
    if (!index.empty()) {
      if (const LiveVariable* local = LocalArray(name)) {
        const auto part = PartOf(*local, index);
        return part && IsNeverWritten(*local, *part);
      }
      if (const auto access = AccessTo(name, index)) read = access->step;
    } else if (const LiveVariable* local = LocalOf(name)) {
      const auto part = PartNamed(name);
      return part && IsNeverWritten(*local, *part);
    } else {
      read = ReadOf(name);
    }
    if (!read) return false;
    const trace::Step& step = model_.launch().steps[*read];
    return replay::IsUnwritten(model_, step.object, step.offset, step.size, *read);
  }

 private:
  // The contents of shareable memory that an access of the visit found.
  struct Found {
    StepIndex step = kNoStep;
    Number value;
  };

  static bool AreWhole(const std::vector<std::optional<Number>>& index) {
    return std::ranges::all_of(index, [](const auto& i) { return i && !i->IsFloating(); });
  }

  std::optional<Number> VariableNamed(std::string_view name) const {
    const LiveVariable* local = LocalOf(name);
    if (!local) {
      const auto read = name.contains('.') ? std::nullopt : ReadOf(name);
      if (!read) return std::nullopt;
      const trace::Step& step = model_.launch().steps[*read];
      return ReadNumber(model_.recording(), model_.variable(model_.object(step.object)->variable)->type,
                        BytesAfter(model_.launch(), step));
    }
    const auto part = PartNamed(name);
    return part ? ReadLocal(*local, *part) : std::nullopt;
  }

  // The local variable that a name is of or in.
  const LiveVariable* LocalOf(std::string_view name) const {
    const auto found = variables_.find(std::string(name.substr(0, name.find('.'))));
    return found == variables_.end() ? nullptr : found->second.live;
  }

  // Of a local variable.
  struct Part {
    trace::TypeId type = trace::TypeId::kNone;
    std::uint64_t offset = 0;
  };

  std::optional<Part> PartOf(const LiveVariable& array, const std::vector<std::optional<Number>>& index) const {
    Part part{.type = model_.variable(array.variable)->type};
    return Descend(index, 0, part.type, part.offset) ? std::optional(part) : std::nullopt;
  }

  // "p.pos.x", of a local variable.
  std::optional<Part> PartNamed(std::string_view name) const {
    const LiveVariable* local = LocalOf(name);
    if (!local) return std::nullopt;
    const std::size_t dot = name.find('.');
    Part part{.type = model_.variable(local->variable)->type};
    if (dot != name.npos && !FindMember(name.substr(dot + 1), part.type, part.offset)) return std::nullopt;
    return part;
  }

  bool HasValue(const LiveVariable& local, const Part& part, Position at) const {
    const trace::Type* type = model_.type(part.type);
    return type && ContentsOf(model_, local, at).HasValue(part.offset, type->size);
  }

  // Nor by the line itself, as the counter of a loop is.
  bool IsNeverWritten(const LiveVariable& local, const Part& part) const {
    return !HasValue(local, part, visit_.steps.empty() ? visit_.begin : visit_.steps.back() + 1);
  }

  std::optional<Number> ReadLocal(const LiveVariable& local, const Part& part) const {
    const trace::Type* type = model_.type(part.type);
    const Contents contents = ContentsOf(model_, local, visit_.begin);
    if (!type || !contents.HasValue(part.offset, type->size)) return std::nullopt;
    return ReadNumber(model_.recording(), part.type, std::span(contents.bytes).subspan(part.offset));
  }

  // A local variable of that name that is itself an array, not a pointer to one.
  const LiveVariable* LocalArray(std::string_view name) const {
    const auto found = variables_.find(std::string(name));
    const trace::Type* type = found == variables_.end() ? nullptr : model_.type(found->second.variable->type);
    return type && type->kind != trace::TypeKind::kPointer ? found->second.live : nullptr;
  }

  std::optional<Found> AccessTo(std::string_view name, const std::vector<std::optional<Number>>& index) const {
    const auto found = variables_.find(std::string(name));
    if (found == variables_.end()) return SharedElement(name, index);
    const auto bytes = ContentsOf(model_, *found->second.live, visit_.begin).bytes;
    const trace::Type* pointer = model_.type(found->second.variable->type);
    if (!pointer || bytes.size() < sizeof(std::uint64_t)) return std::nullopt;
    std::uint64_t address = 0;
    std::copy_n(bytes.begin(), sizeof address, reinterpret_cast<std::uint8_t*>(&address));
    trace::TypeId type = pointer->element;
    const trace::Type* element = model_.type(type);
    if (!element) return std::nullopt;
    address += element->size * static_cast<std::uint64_t>(index[0]->AsSigned());
    std::uint64_t inner = 0;
    if (!Descend(index, 1, type, inner)) return std::nullopt;
    return AccessAt(address + inner, type);
  }

  bool FindMember(std::string_view path, trace::TypeId& type, std::uint64_t& offset) const {
    while (!path.empty()) {
      const std::size_t dot = path.find('.');
      const trace::Type* outer = model_.type(type);
      if (!outer) return false;
      const auto member = std::ranges::find(outer->members, path.substr(0, dot), &trace::Member::name);
      if (member == outer->members.end()) return false;
      type = member->type;
      offset += member->offset;
      path = dot == path.npos ? std::string_view{} : path.substr(dot + 1);
    }
    return true;
  }

  // Follows the indices from `from` on into nested arrays.
  bool Descend(const std::vector<std::optional<Number>>& index, std::size_t from, trace::TypeId& type,
               std::uint64_t& offset) const {
    for (std::size_t i = from; i < index.size(); ++i) {
      const trace::Type* outer = model_.type(type);
      const trace::Type* element =
          outer && outer->kind == trace::TypeKind::kArray ? model_.type(outer->element) : nullptr;
      const std::int64_t at = index[i]->AsSigned();
      // `extern __shared__ float part[]` has no extent of its own.
      const bool inside = element && at >= 0 && (outer->count == 0 || static_cast<std::uint64_t>(at) < outer->count);
      if (!inside) return false;
      offset += element->size * static_cast<std::uint64_t>(at);
      type = outer->element;
    }
    return true;
  }

  // The cells that this visit reads there, including reads that are still to come, so that a visit looks the same at
  // all moments.
  std::optional<Found> AccessAt(std::uint64_t address, trace::TypeId type) const {
    for (const StepIndex i : visit_.steps) {
      const trace::Step& step = model_.launch().steps[i];
      const auto object = IsAccess(step) ? model_.object(step.object) : std::nullopt;
      if (!object || object->kind == trace::ObjectKind::kLocal || object->address + step.offset != address) continue;
      const auto bytes = IsWrite(step) ? BytesBefore(model_.launch(), step) : BytesAfter(model_.launch(), step);
      if (const auto value = ReadNumber(model_.recording(), type, bytes)) return Found{i, *value};
    }
    return std::nullopt;
  }

  // The visit's first read of a __shared__, __device__ or __constant__ variable.
  std::optional<StepIndex> ReadOf(std::string_view name) const {
    for (const StepIndex i : visit_.steps) {
      const trace::Step& step = model_.launch().steps[i];
      const auto object = step.kind == trace::StepKind::kRead ? model_.object(step.object) : std::nullopt;
      const trace::Variable* variable = object ? model_.variable(object->variable) : nullptr;
      if (variable && variable->name == name) return i;
    }
    return std::nullopt;
  }

  // An element of such a variable that this visit read.
  std::optional<Found> SharedElement(std::string_view name, const std::vector<std::optional<Number>>& index) const {
    const auto read = ReadOf(name);
    if (!read) return std::nullopt;
    const auto object = model_.object(model_.launch().steps[*read].object);
    trace::TypeId type = model_.variable(object->variable)->type;
    std::uint64_t offset = 0;
    if (!Descend(index, 0, type, offset)) return std::nullopt;
    return AccessAt(StartOf(*object) + offset, type);
  }

  // The start of the variable that the object is part of: arrays may be carved out of dynamic shared memory.
  std::uint64_t StartOf(const trace::ObjectView& part) const {
    std::uint64_t start = part.address;
    for (const std::uint32_t i : model_.launch().objects.shared()) {
      const trace::ObjectView object = model_.launch().objects[i];
      if (object.variable == part.variable && object.block == part.block) start = std::min(start, object.address);
    }
    return start;
  }

  const Model& model_;
  const LineVisit& visit_;
  trace::Dim3 block_, thread_;
  trace::FunctionId function_;
  std::map<std::string, NamedVariable> variables_;
};

std::string NameOfTarget(std::string_view target) { return std::string(target.substr(0, target.find_first_of(".-["))); }

// The last write of the visit that can belong to the statement: to a variable of the target's name, or through a
// pointer.
std::optional<trace::Step> StoreOf(const Model& model, const LineVisit& visit, const std::string& target,
                                   StepIndex& at) {
  const bool element = target.find('[') != std::string::npos;
  const std::string name = NameOfTarget(target);
  for (auto i = visit.steps.rbegin(); i != visit.steps.rend(); ++i) {
    const trace::Step& step = model.launch().steps[*i];
    const auto object = IsWrite(step) ? model.object(step.object) : std::nullopt;
    if (!object) continue;
    const trace::Variable* variable = model.variable(object->variable);
    const bool named = variable && variable->name == name;
    if (!named && (object->kind == trace::ObjectKind::kLocal || (variable && !element && target == name))) continue;
    at = *i;
    return step;
  }
  return std::nullopt;
}

std::string TextOfBytes(const Model& model, const trace::Step& step, std::span<const std::uint8_t> bytes) {
  const auto object = model.object(step.object);
  const trace::Variable* variable = model.variable(object->variable);
  const trace::TypeId whole = variable ? variable->type : object->element;
  // The cells of an array are of the object's type; a pointer may have carved it out of memory of another type.
  trace::TypeId type = object->element == trace::TypeId::kNone
                           ? trace::TypeId::kNone
                           : trace::TypeAt(model.recording(), *object, step.offset, step.size);
  if (type == trace::TypeId::kNone) type = ScalarAt(model, whole, step.offset, step.size);
  const trace::Type* outer = model.type(whole);
  if (type == trace::TypeId::kNone && outer && outer->size == step.size) type = whole;
  if (type == trace::TypeId::kNone) return {};
  // A result is shown among numbers, where 'a' would read as a name, so characters are shown as numbers too.
  if (const auto number = ReadNumber(model.recording(), type, bytes)) return number->Text();
  return trace::FormatValue(model.recording(), type, bytes.data(), bytes.size());
}

LineNote NoteIn(const Model& model, ThreadSlot thread, const Frame& frame, const LineVisit& visit,
                const Statement& statement) {
  LineNote note{.line = visit.line};
  if (statement.expression.empty()) return note;
  const VisitScope values(model, thread, visit, frame);
  const Scope scope{
      .variable = [&](std::string_view name) { return values.Value(name); },
      .element = [&](std::string_view name, const auto& index) { return values.Element(name, index); },
      .unwritten = [&](std::string_view name, const auto& index) { return values.IsUnwritten(name, index); }};
  const Substituted substituted = Substitute(statement.expression, scope);
  const StepIndex last_step = model.playback().LastStep(thread);
  const bool left = !visit.steps.empty() ? visit.steps.back() < last_step : visit.begin < last_step;
  if (substituted.changed) note.numbers = substituted.text;
  note.done = left;
  if (statement.target.empty()) {
    if (substituted.value) note.result = substituted.value->Text();
    return note;
  }
  StepIndex at = kNoStep;
  const auto store = StoreOf(model, visit, statement.target, at);
  if (!store) return note;
  note.done = at < model.position();
  note.result = TextOfBytes(model, *store, BytesAfter(model.launch(), *store));
  if (statement.operation.size() >= 2 && !note.numbers.empty()) {
    const std::string before = TextOfBytes(model, *store, BytesBefore(model.launch(), *store));
    const std::string operation = statement.operation.substr(0, statement.operation.size() - 1);
    if (!before.empty()) note.numbers = before + " " + operation + " " + note.numbers;
  }
  return note;
}

// The subject of the visit at the moment: the line's conditions, or what they have let happen.
Statement StatementAt(const Model& model, const LineVisit& visit) {
  const std::string_view line = model.TextOf(visit.line);
  Statement body = ReadBody(line);
  StepIndex at = kNoStep;
  const bool has_stored = !body.target.empty() && StoreOf(model, visit, body.target, at) && at < model.position();
  return has_stored ? std::move(body) : ReadStatement(line);
}

}  // namespace

LineNote NoteOf(const Model& model, ThreadSlot thread, const LineVisit& visit, const Statement& statement) {
  const auto stack = CallStack(model, thread, model.position());
  return stack.empty() ? LineNote{.line = visit.line} : NoteIn(model, thread, stack.back(), visit, statement);
}

std::vector<LineNote> NotesOf(const Model& model, ThreadSlot thread) {
  std::vector<LineNote> notes;
  const auto stack = CallStack(model, thread, model.position());
  if (stack.empty()) return notes;
  const int depth = static_cast<int>(stack.size());
  std::map<Line, StepIndex> latest;  // of the current call of the innermost function
  int at_depth = 0;
  bool in_kernel = false;
  for (const StepIndex i : model.index().StepsOf(thread)) {
    if (i >= model.position()) break;
    const trace::Step& step = model.launch().steps[i];
    if (at_depth == 0) at_depth = 1;
    if (step.kind == trace::StepKind::kEnter) {
      if (in_kernel) ++at_depth;
      in_kernel = true;
      if (at_depth == depth) latest.clear();
    } else if (step.kind == trace::StepKind::kLeave && at_depth > 1) {
      --at_depth;
    } else if (step.kind == trace::StepKind::kLine && at_depth == depth) {
      latest[model.LineOfSite(step.site)] = i;
    }
  }
  for (const auto& [line, begin] : latest) {
    const LineVisit visit = VisitFrom(model, begin);
    LineNote note = NoteIn(model, thread, stack.back(), visit, StatementAt(model, visit));
    if (!note.numbers.empty() || !note.result.empty()) notes.push_back(std::move(note));
  }
  return notes;
}

std::optional<Number> BuiltIn(const trace::RecordedLaunch& launch, trace::Dim3 block, trace::Dim3 thread,
                              std::string_view name) {
  if (name == "warpSize") return Number::OfSigned(Number::Kind::kInt, 32);
  if (name.size() < 3 || name[name.size() - 2] != '.') return std::nullopt;
  const std::string_view base = name.substr(0, name.size() - 2);
  const trace::Dim3* value = base == "threadIdx"  ? &thread
                             : base == "blockIdx" ? &block
                             : base == "blockDim" ? &launch.block
                             : base == "gridDim"  ? &launch.grid
                                                  : nullptr;
  if (!value) return std::nullopt;
  const char axis = name.back();
  if (axis != 'x' && axis != 'y' && axis != 'z') return std::nullopt;
  const std::uint32_t number = axis == 'x' ? value->x : axis == 'y' ? value->y : value->z;
  return Number::OfSigned(Number::Kind::kUnsigned, number);
}

}  // namespace lockstep::replay
