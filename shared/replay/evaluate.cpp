#include "shared/replay/evaluate.h"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <utility>
#include <vector>

#include "shared/base/quoted.h"
#include "shared/replay/constants.h"
#include "shared/replay/expression.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/named_place.h"
#include "shared/replay/thread_state.h"
#include "shared/replay/unwritten.h"
#include "shared/trace/format_place.h"
#include "shared/trace/trace.h"

namespace lockstep::replay {
namespace {

using Index = std::vector<std::optional<Number>>;

// A value in memory: which bytes, and what they are.
struct Stored {
  std::string name;  // as messages have it
  trace::TypeId type = trace::TypeId::kNone;
  bool is_row = false;                 // many of `type`, one after the other, to the end of the object
  const LiveVariable* live = nullptr;  // a local variable or a parameter; else:
  trace::ObjectId object = trace::ObjectId::kNone;
  std::uint64_t offset = 0;
};

// The meaning of names to a thread at the moment. Each callback of a Scope answers with a number or nothing; why it was
// nothing is kept, the first time.
class MomentScope {
 public:
  MomentScope(const Model& model, ThreadSlot thread, const Frame& frame)
      : model_(model),
        frame_(frame),
        block_(model.BlockOf(thread)),
        thread_(model.ThreadOf(thread)),
        block_slot_(model.BlockSlot(block_)) {}

  std::optional<Number> Value(std::string_view path, const Index& index) {
    last_.reset();
    if (index.empty()) {
      if (const auto built_in = BuiltIn(model_.launch(), block_, thread_, path)) return built_in;
    }
    const Expected<Stored> place = Find(path, index);
    if (!place) {
      if (const auto constant =
              index.empty() ? ConstantNamed(model_, frame_.function, frame_.line.file, path) : std::nullopt)
        return constant;
      return Note(place.error());
    }
    last_ = *place;
    if (place->is_row) return Note({Quoted(place->name) + " is an array, and no number"});
    const auto bytes = BytesOf(*place);
    if (!bytes) return Note(bytes.error());
    const auto number = ReadNumber(model_.recording(), place->type, bytes->bytes);
    if (!number) return Note({Quoted(place->name) + " is no number"});
    return number;
  }

  const std::string& problem() const { return problem_; }
  const std::optional<Stored>& last() const { return last_; }

  // Of elements of that size in the object.
  std::uint64_t CountOf(trace::ObjectId id, std::uint64_t element_size) const {
    const auto object = model_.object(id);
    return object && element_size > 0 ? object->size / element_size : 0;
  }

  Expected<Contents> BytesOf(const Stored& place) const {
    const trace::Type* type = model_.type(place.type);
    if (!type) return Fail("the type of " + Quoted(place.name) + " was not recorded");
    return place.live ? LocalBytesOf(place, type->size) : SharedBytesOf(place, type->size);
  }

 private:
  std::optional<Number> Note(const Error& error) {
    if (problem_.empty()) problem_ = error.message;
    return std::nullopt;
  }

  Expected<Contents> LocalBytesOf(const Stored& place, std::uint64_t size) const {
    const Contents all = ContentsOf(model_, *place.live, model_.position());
    if (all.bytes.empty()) return Fail(Quoted(place.name) + " has no value yet");
    if (place.offset > all.bytes.size() || size > all.bytes.size() - place.offset)
      return Fail(Quoted(place.name) + " lies outside its variable");
    if (!all.HasValue(place.offset, size)) return Fail(Quoted(place.name) + " has not been written yet");
    const auto part = [&](const std::vector<std::uint8_t>& of) {
      const auto bytes = std::span(of).subspan(place.offset, size);
      return std::vector(bytes.begin(), bytes.end());
    };
    return Contents{part(all.bytes), part(all.written)};
  }

  Expected<Contents> SharedBytesOf(const Stored& place, std::uint64_t size) const {
    const auto bytes = model_.playback().Bytes(place.object);
    const auto object = model_.object(place.object);
    if (!object || place.offset > object->size || size > object->size - place.offset)
      return Fail(Quoted(place.name) + " lies outside its array");
    if (place.offset > bytes.size() || size > bytes.size() - place.offset ||
        !model_.playback().Knows(place.object, place.offset, size))
      return Fail("what " + Quoted(place.name) + " holds was not recorded");
    if (IsUnwritten(model_, place.object, place.offset, size, model_.position()))
      return Fail(Quoted(place.name) + " has not been written yet");
    const auto part = bytes.subspan(place.offset, size);
    return Contents{{part.begin(), part.end()}, std::vector<std::uint8_t>(size, 1)};
  }

  // `path` is a name, with members, and empty brackets where an index comes before a member; the indices that are left
  // come at its end.
  Expected<Stored> Find(std::string_view path, const Index& index) const {
    std::size_t next = 0;
    const auto follow = [&](Expected<Stored> place) -> Expected<Stored> {
      if (!place) return place;
      return next < index.size() ? Element(*place, index[next++]) : place;
    };
    std::size_t end = std::min(path.find('.'), path.find('['));
    Expected<Stored> place = Named(path.substr(0, end));
    for (path.remove_prefix(std::min(end, path.size())); place && !path.empty();
         path.remove_prefix(std::min(end, path.size()))) {
      if (path.starts_with("[]")) {
        place = follow(std::move(place));
        end = 2;
        continue;
      }
      end = std::min(path.find('.', 1), path.find('[', 1));
      place = MemberOf(*place, path.substr(1, end == path.npos ? path.npos : end - 1));
    }
    while (place && next < index.size()) place = follow(std::move(place));
    return place;
  }

  Expected<Stored> Named(std::string_view name) const {
    for (const LiveVariable& live : frame_.variables | std::views::reverse) {
      const trace::Variable* variable = model_.variable(live.variable);
      if (variable && variable->name == name)
        return Stored{.name = std::string(name), .type = variable->type, .live = &live};
    }
    const auto& of_launch = model_.launch().objects;
    for (const std::uint32_t i : of_launch.shared())
      if (of_launch[i].block == block_slot_ && of_launch[i].name == name)
        return Whole(of_launch[i], trace::ObjectId{i | trace::kLaunchObjectBit});
    const auto& of_program = model_.recording().objects;
    for (std::uint32_t i = 0; i < of_program.size(); ++i)
      if (of_program[i].kind == trace::ObjectKind::kVariable && of_program[i].name == name)
        return Whole(of_program[i], trace::ObjectId{i});
    return Fail(Quoted(name) + " is no name that the thread sees here");
  }

  // Of a variable the declared type; arrays that a kernel carved out of dynamic shared memory have their cells' alone.
  Stored Whole(const trace::ObjectView& object, trace::ObjectId id) const {
    const trace::Variable* variable = model_.variable(object.variable);
    const trace::Type* type = variable ? model_.type(variable->type) : nullptr;
    const bool is_declared = type && variable->name == object.name && type->size == object.size;
    Stored place{.name = std::string(object.name), .type = is_declared ? variable->type : object.element, .object = id};
    place.is_row = !is_declared;
    return place;
  }

  Expected<Stored> Element(const Stored& place, const std::optional<Number>& index) const {
    if (!index) return Fail("the index of " + Quoted(place.name) + " has no value");
    if (index->IsFloating()) return Fail("the index of " + Quoted(place.name) + " is no whole number");
    const std::int64_t at = index->AsSigned();
    const trace::Type* type = model_.type(place.type);
    if (type && !place.is_row && type->kind == trace::TypeKind::kPointer) return Pointee(place, at);
    if (!type || (!place.is_row && type->kind != trace::TypeKind::kArray))
      return Fail(Quoted(place.name) + " is neither an array nor a pointer");
    Stored element = place;
    if (!place.is_row) element.type = type->element;
    element.is_row = false;
    element.name += "[" + std::to_string(at) + "]";
    const trace::Type* of_element = model_.type(element.type);
    if (!of_element || of_element->size == 0) return Fail("the elements of " + Quoted(place.name) + " are not known");
    const std::uint64_t count = place.is_row ? CountOf(place.object, of_element->size) : type->count;
    if (at < 0 || static_cast<std::uint64_t>(at) >= count)
      return Fail(Quoted(element.name) + " is outside: " + Quoted(place.name) + " has " + std::to_string(count) +
                  " elements");
    element.offset += static_cast<std::uint64_t>(at) * of_element->size;
    return element;
  }

  // `pointer[at]`.
  Expected<Stored> Pointee(const Stored& pointer, std::int64_t at) const {
    const auto bytes = BytesOf(pointer);
    if (!bytes) return std::unexpected(bytes.error());
    std::uint64_t address = 0;
    if (bytes->bytes.size() != sizeof address) return Fail(Quoted(pointer.name) + " is no pointer of 8 bytes");
    std::memcpy(&address, bytes->bytes.data(), sizeof address);
    if (address == 0) return Fail(Quoted(pointer.name) + " is null");
    const trace::TypeId element = model_.type(pointer.type)->element;
    const trace::Type* type = model_.type(element);
    if (!type || type->size == 0) return Fail("what " + Quoted(pointer.name) + " points to has no known type");
    const std::string name = pointer.name + "[" + std::to_string(at) + "]";
    return At(address + static_cast<std::uint64_t>(at) * type->size, element, type->size, name);
  }

  static bool Holds(const trace::ObjectView& object, std::uint64_t address, std::uint64_t size) {
    return address >= object.address && size <= object.size && address - object.address <= object.size - size;
  }

  Expected<Stored> At(std::uint64_t address, trace::TypeId type, std::uint64_t size, const std::string& name) const {
    const auto place_in = [&](const trace::ObjectView& object, trace::ObjectId id) {
      return Stored{.name = name, .type = type, .object = id, .offset = address - object.address};
    };
    const auto& of_program = model_.recording().objects;
    for (std::uint32_t i = 0; i < of_program.size(); ++i)
      if (Holds(of_program[i], address, size) && !model_.playback().Bytes(trace::ObjectId{i}).empty())
        return place_in(of_program[i], trace::ObjectId{i});
    const auto& of_launch = model_.launch().objects;
    // Blocks that ran one after the other had their shared memory at one address.
    for (const std::uint32_t i : of_launch.shared())
      if (of_launch[i].block == block_slot_ && Holds(of_launch[i], address, size))
        return place_in(of_launch[i], trace::ObjectId{i | trace::kLaunchObjectBit});
    for (const LiveVariable& live : frame_.variables)
      if (const auto object = model_.object(live.object); object && Holds(*object, address, size))
        return Stored{.name = name, .type = type, .live = &live, .offset = address - object->address};
    return Fail(Quoted(name) + " lies in no memory that was recorded");
  }

  Expected<Stored> MemberOf(const Stored& outer, std::string_view name) const {
    const trace::Type* type = model_.type(outer.type);
    if (type && type->kind == trace::TypeKind::kPointer && !outer.is_row) {
      const Expected<Stored> pointee = Pointee(outer, 0);
      if (!pointee) return pointee;
      const trace::Type* target = model_.type(pointee->type);
      if (!target || target->kind == trace::TypeKind::kPointer) return Fail(Quoted(outer.name) + " has no members");
      Stored named = *pointee;
      named.name = outer.name;
      return MemberOf(named, name);
    }
    if (!type || outer.is_row || type->kind != trace::TypeKind::kStruct)
      return Fail(Quoted(outer.name) + " has no members");
    const auto member = std::ranges::find(type->members, name, &trace::Member::name);
    if (member == type->members.end()) return Fail(Quoted(outer.name) + " has no member " + Quoted(name));
    Stored place = outer;
    place.name += "." + std::string(name);
    place.type = member->type;
    place.offset += member->offset;
    return place;
  }

  const Model& model_;
  const Frame& frame_;
  trace::Dim3 block_, thread_;
  std::optional<std::uint32_t> block_slot_;
  std::string problem_;
  std::optional<Stored> last_;
};

// The frame asked for; before the thread's first step there is only what the launch says of the kernel.
Expected<Frame> FrameOf(const Model& model, ThreadSlot thread, std::optional<std::size_t> number) {
  std::vector<Frame> stack = CallStack(model, thread, model.position());
  if (!number && stack.empty()) {
    const trace::Kernel* kernel = model.kernel();
    Frame frame{.function = kernel ? kernel->function : trace::FunctionId::kNone};
    for (std::size_t i = 0; kernel && i < kernel->parameters.size(); ++i)
      frame.variables.push_back({.variable = kernel->parameters[i]});
    return frame;
  }
  const std::size_t at = number.value_or(stack.size() - 1);
  if (at >= stack.size()) return Fail("the thread is in no function of that number");
  return std::move(stack[at]);
}

Substituted SubstituteIn(MomentScope& names, std::string_view expression) {
  return Substitute(expression,
                    {.variable = [&](std::string_view name) { return names.Value(name, {}); },
                     .element = [&](std::string_view name, const Index& index) { return names.Value(name, index); }});
}

}  // namespace

Expected<Evaluated> Evaluate(const Model& model, ThreadSlot thread, std::string_view expression,
                             std::optional<std::size_t> frame_number) {
  if (thread == ThreadSlot::kNone) return Fail("the thread's block was not recorded");
  const Expected<Frame> frame = FrameOf(model, thread, frame_number);
  if (!frame) return std::unexpected(frame.error());
  MomentScope names(model, thread, *frame);
  const Substituted result = SubstituteIn(names, expression);
  // Even where the part in question is not needed: a condition that calls something is one that nobody should rely on.
  if (!result.problem.empty()) return Fail(result.problem);
  const bool is_place = result.is_name && names.last();
  if (result.value)
    return Evaluated{.text = result.value->Text(),
                     .number = result.value,
                     .type = is_place ? names.last()->type : trace::TypeId::kNone};
  if (is_place && !names.last()->is_row) {
    const auto bytes = names.BytesOf(*names.last());
    if (!bytes) return std::unexpected(bytes.error());
    const trace::TypeId type = names.last()->type;
    return Evaluated{
        .text = trace::FormatValue(model.recording(), type, bytes->bytes.data(), bytes->bytes.size(), bytes->written),
        .type = type};
  }
  if (!names.problem().empty()) return Fail(names.problem());
  return Fail(Quoted(expression) + " has no value: C++ leaves it undefined");
}

std::optional<NamedPlace> FindNamed(const Model& model, ThreadSlot thread, std::string_view expression,
                                    std::optional<std::size_t> frame_number) {
  if (thread == ThreadSlot::kNone) return std::nullopt;
  const Expected<Frame> frame = FrameOf(model, thread, frame_number);
  if (!frame) return std::nullopt;
  MomentScope names(model, thread, *frame);
  const Substituted result = SubstituteIn(names, expression);
  if (!result.problem.empty() || !result.is_name || !names.last()) return std::nullopt;
  const Stored& stored = *names.last();
  const trace::Type* type = model.type(stored.type);
  if (!type) return std::nullopt;
  NamedPlace place{.object = stored.object, .offset = stored.offset, .type = stored.type};
  if (stored.live) place.live = *stored.live;
  if (stored.live) place.object = stored.live->object;
  if (stored.is_row) place.count = names.CountOf(stored.object, type->size);
  return place;
}

}  // namespace lockstep::replay
