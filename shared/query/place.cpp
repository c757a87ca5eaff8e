#include "shared/query/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "shared/base/did_you_mean.h"
#include "shared/base/printable.h"
#include "shared/replay/allocation_names.h"
#include "shared/replay/replay.h"
#include "shared/trace/format_place.h"
#include "shared/trace/pointers.h"

namespace lockstep::query {
namespace {

using replay::Model;
using trace::Object;
using trace::ObjectId;
using trace::ObjectView;

// The rest to be narrowed by indices and members: bytes [begin, end), of `count` values of `type`.
struct Part {
  std::uint64_t begin = 0, end = 0;
  trace::TypeId type = trace::TypeId::kNone;
  std::uint64_t count = 1;
  std::vector<std::uint64_t> shape;  // of a row of cells; empty: one value
};

Expected<Part> Cells(const Model& model, const Part& part, const Target::Range& range, const std::string& name) {
  if (range.end > part.count) return Fail(fmt::format("`{}` is outside: there are {} elements", name, part.count));
  Part cells{.begin = part.begin + range.begin * SizeOfType(model, part.type), .type = part.type};
  cells.end = part.begin + range.end * SizeOfType(model, part.type);
  return cells;
}

// `[2][3]` of an object that is shown as a matrix; `[35]` counts its cells in memory order.
Expected<Part> InShape(const Model& model, const Part& part, const Target& target) {
  if (target.index.size() == 1) return Cells(model, part, target.index[0], target.text);
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < part.shape.size(); ++i) {
    if (target.index[i].end > part.shape[i])
      return Fail(fmt::format("`{}` is outside: dimension {} has {} elements", target.text, i + 1, part.shape[i]));
    at = at * part.shape[i] + target.index[i].begin;
  }
  const std::uint64_t length = target.index.back().end - target.index.back().begin;
  return Cells(model, part, {at, at + length}, target.text);
}

Expected<Part> Narrow(const Model& model, Part part, const Target& target) {
  std::size_t next = 0;
  if (!part.shape.empty() && !target.index.empty()) {
    const bool as_shape = target.index.size() >= part.shape.size() && part.shape.size() > 1;
    Target own = target;
    own.index.resize(as_shape ? part.shape.size() : 1);
    next = own.index.size();
    auto narrowed = InShape(model, part, own);
    if (!narrowed) return narrowed;
    part = *narrowed;
  }
  for (; next < target.index.size(); ++next) {
    const trace::Type* type = model.type(part.type);
    if (!type || type->kind != trace::TypeKind::kArray)
      return Fail(fmt::format("`{}` has more indices than dimensions", target.text));
    part.type = type->element;
    part.count = type->count;
    auto narrowed = Cells(model, part, target.index[next], target.text);
    if (!narrowed) return narrowed;
    part = *narrowed;
  }
  for (const std::string& name : target.members) {
    const std::vector<replay::Field> parts = replay::PartsOf(model, part.type);
    const auto field = std::ranges::find(parts, name, replay::NameOf);
    if (field == parts.end())
      return Fail(
          fmt::format("`{}`: there is no {} `{}`", target.text, name.starts_with('[') ? "element" : "member", name));
    part.begin += field->offset;
    part.type = field->type;
    part.end = part.begin + field->size;
  }
  return part;
}

// The type of a local variable is that of its declaration.
trace::TypeId TypeOf(const Model& model, const ObjectView& object) {
  const trace::Variable* variable = object.element == trace::TypeId::kNone ? model.variable(object.variable) : nullptr;
  return variable ? variable->type : object.element;
}

// The whole object, or what a pointer into it sees: from `offset` to its end.
Part Whole(const Model& model, const ObjectView& object, std::uint64_t offset) {
  const trace::TypeId id = TypeOf(model, object);
  const trace::Type* type = model.type(id);
  Part part{.begin = offset, .end = object.size, .type = id};
  if (type && object.shape.empty() && type->size == object.size && offset == 0 &&
      object.kind != trace::ObjectKind::kAllocation)
    return part;
  part.count = (object.size - offset) / SizeOfType(model, id);
  part.shape = {part.count};
  if (offset == 0 && !object.shape.empty()) part.shape.assign(object.shape.begin(), object.shape.end());
  return part;
}

Expected<void> Add(const Model& model, ObjectId id, std::uint64_t offset, const Target& target,
                   std::vector<Piece>& pieces) {
  const auto object = model.object(id);
  if (!object || offset >= object->size) return {};
  const auto part = Narrow(model, Whole(model, *object, offset), target);
  if (!part) return std::unexpected(part.error());
  pieces.push_back({id, part->begin, part->end});
  return {};
}

// The rest of `view.data[2].x` for `view.data`: `[2].x`. Nothing if the target does not begin so.
std::optional<Target> After(const Target& target, std::string_view path) {
  Target rest = target;
  if (target.name == path) return rest;
  if (!target.index.empty()) return std::nullopt;
  std::string begin = target.name;
  while (begin.size() < path.size() && !rest.members.empty()) {
    const std::string& next = rest.members.front();
    begin += next.starts_with('[') ? next : "." + next;
    rest.members.erase(rest.members.begin());
  }
  if (begin != path) return std::nullopt;
  if (!rest.members.empty() && rest.members.front().starts_with('[')) {
    const std::uint64_t index = std::strtoull(rest.members.front().c_str() + 1, nullptr, 10);
    rest.index = {{index, index + 1}};
    rest.members.erase(rest.members.begin());
  }
  return rest;
}

// The object that the kernel's parameter of that name, or a member of it, points into.
Expected<void> AddPointee(const Model& model, const Target& target, std::vector<Piece>& pieces) {
  Expected<void> added;
  trace::ForEachPointer(
      model.recording(), model.launch(), [&](const trace::Variable&, const trace::PointerInValue& pointer) {
        const std::optional<Target> rest = pieces.empty() && added ? After(target, pointer.path) : std::nullopt;
        // A member by itself is the pointer.
        if (!rest || (pointer.path != target.name && rest->index.empty())) return;
        const auto& objects = model.recording().objects;
        const auto found = std::ranges::find_if(objects, [&](const Object& object) {
          return pointer.address >= object.address && pointer.address - object.address < object.size;
        });
        if (found == objects.end()) return;
        const ObjectId id{static_cast<std::uint32_t>(found - objects.begin())};
        added = Add(model, id, pointer.address - found->address, *rest, pieces);
      });
  return added;
}

bool IsPointer(const Model& model, const Object& object) {
  const trace::Variable* variable = model.variable(object.variable);
  const trace::Type* type = variable ? model.type(variable->type) : nullptr;
  return object.kind == trace::ObjectKind::kLocal && type && type->kind == trace::TypeKind::kPointer;
}

// Dynamic shared memory whose parts go by the names of the pointers into it: its own name means all of it.
Expected<void> AddCarved(const Model& model, const Target& target, std::vector<Piece>& pieces) {
  const auto& objects = model.launch().objects;
  std::vector<std::uint32_t> parts;
  for (const std::uint32_t i : objects.shared()) {
    const trace::Variable* variable = model.variable(objects.FormOf(i).variable);
    if (variable && variable->name == target.name) parts.push_back(i);
  }
  std::map<std::uint32_t, std::uint64_t> starts;  // by block
  for (const std::uint32_t i : parts) {
    const ObjectView object = objects[i];
    std::uint64_t& start = starts.try_emplace(object.block, object.address).first->second;
    start = std::min(start, object.address);
  }
  for (const std::uint32_t i : parts) {
    const ObjectView object = objects[i];
    const trace::Type* array = model.type(model.variable(object.variable)->type);
    const std::uint64_t size = SizeOfType(model, array ? array->element : trace::TypeId::kNone);
    const std::uint64_t at = object.address - starts[object.block];
    std::uint64_t begin = at, end = at + object.size;
    if (target.index.size() > 1 || !target.members.empty())
      return Fail(fmt::format("`{}` is memory that several pointers divide: `{}[0]` is one of its elements",
                              target.text, target.name));
    if (!target.index.empty()) {
      begin = std::max(begin, std::min(target.index[0].begin, end) * size);
      end = std::min(end, std::min(target.index[0].end, end) * size);
    }
    if (begin < end) pieces.push_back({ObjectId{i | trace::kLaunchObjectBit}, begin - at, end - at});
  }
  return {};
}

// There may be millions of objects, of a few forms.
bool HasName(const trace::Objects& objects, const std::string& name) {
  for (std::size_t form = 0; form < objects.forms().size(); ++form)
    if (trace::NameOf(objects.forms()[form]) == name) return true;
  return false;
}

// Of the recording's arrays, parameters and variables.
bool IsNameAnywhere(const Model& model, const std::string& name) {
  const trace::Recording& recording = model.recording();
  const auto has_name = [&](const auto& thing) { return thing.name == name; };
  return std::ranges::any_of(recording.variables, has_name) || std::ranges::any_of(recording.objects, has_name) ||
         std::ranges::any_of(recording.launches,
                             [&](const trace::RecordedLaunch& launch) { return HasName(launch.objects, name); });
}

std::set<std::string> ArrayNames(const Model& model) {
  std::set<std::string> names;
  for (const Object& object : model.recording().objects) names.insert(trace::NameOf(object));
  for (const std::uint32_t i : model.launch().objects.shared()) names.insert(trace::NameOf(model.launch().objects[i]));
  return names;
}

std::string ListOf(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (text.size() > 200) return text + ", ...";
    text += (text.empty() ? "" : ", ") + Printable(ShortName(name));
  }
  return text;
}

// A name as somebody has typed it.
std::string Shown(std::string_view name) {
  constexpr std::size_t kMost = 60;
  return name.size() <= kMost ? Printable(name) : Printable(name.substr(0, kMost)) + "...";
}

// "; did you mean `out`?", or the names that there are.
std::string NamesLike(const Model& model, const std::string& name) {
  const std::set<std::string> arrays = ArrayNames(model);
  std::vector<std::string> known(arrays.begin(), arrays.end());
  for (const trace::Variable& variable : model.recording().variables) known.push_back(variable.name);
  const std::string meant = DidYouMean(name, known);
  return meant.empty() ? "; its arrays are " + ListOf(arrays) : meant;
}

}  // namespace

Expected<std::vector<Piece>> FindPieces(const Model& model, const Target& target) {
  std::vector<Piece> pieces;
  bool is_pointer = false;
  const auto add = [&](ObjectId id, const Object& form) -> Expected<void> {
    const std::optional<Target> rest = After(target, trace::NameOf(form));
    if (!rest) return {};
    const bool is_inside = !rest->index.empty() && IsPointer(model, form);
    is_pointer |= is_inside;
    if (is_inside) return {};
    const auto added = Add(model, id, 0, *rest, pieces);
    // A name that begins like the target's and goes on may be another array.
    return added || trace::NameOf(form) == target.name ? added : Expected<void>{};
  };
  const trace::Objects& of_launch = model.launch().objects;
  const auto has_name = [&](const Object& object) { return trace::NameOf(object) == target.name; };
  const auto add_shared = [&]() -> Expected<void> {
    for (const std::uint32_t i : of_launch.shared())
      if (auto added = add(ObjectId{i | trace::kLaunchObjectBit}, of_launch.FormOf(i)); !added) return added;
    return {};
  };
  const auto add_local = [&]() -> Expected<void> {
    for (std::uint32_t i = 0; i < of_launch.size(); ++i)
      if (auto added = add(ObjectId{i | trace::kLaunchObjectBit}, of_launch.FormOf(i)); !added) return added;
    return {};
  };
  const auto add_of_program = [&]() -> Expected<void> {
    for (std::uint32_t i = 0; i < model.recording().objects.size(); ++i)
      if (auto added = add(ObjectId{i}, model.recording().objects[i]); !added) return added;
    return {};
  };
  // A name of the launch's own hides an array of the program with the same name; but a kernel's parameter means
  // what it points to, and so does a pointer that divides dynamic shared memory.
  auto added = AddPointee(model, target, pieces);
  if (added && pieces.empty()) added = add_shared();
  if (added && pieces.empty()) added = AddCarved(model, target, pieces);
  if (added && pieces.empty() && HasName(of_launch, target.name)) added = add_local();
  // `scores[3]` is an element of the array where a struct has that name, too.
  const bool has_no_elements = !added && !target.index.empty();
  if (has_no_elements ? std::ranges::any_of(model.recording().objects, has_name) : added && pieces.empty()) {
    pieces.clear();
    added = add_of_program();
  }
  if (added && pieces.empty())
    added = Add(model, replay::AllocationOfHost(model.recording(), target.name), 0, target, pieces);
  if (!added) return std::unexpected(added.error());
  if (pieces.empty() && is_pointer)
    return Fail(
        fmt::format("`{}` is a pointer, which may point elsewhere at each moment: name the array; the arrays are {}",
                    target.name, ListOf(ArrayNames(model))));
  if (pieces.empty() && !IsNameAnywhere(model, target.name))
    return Fail(fmt::format("the recording has no array or variable `{}`{}", Shown(target.name),
                            NamesLike(model, target.name)));
  return pieces;
}

std::uint64_t SizeOfType(const Model& model, trace::TypeId id) {
  const trace::Type* type = model.type(id);
  return type && type->size > 0 ? type->size : 1;
}

std::string NameOf(const Model& model, const Piece& piece) {
  const auto object = model.object(piece.object);
  return object ? trace::FormatPlace(model.recording(), *object, piece.begin, piece.end - piece.begin) : "?";
}

bool BelongsTo(const Model& model, const Piece& piece, const replay::Cursor& cursor) {
  const auto object = model.object(piece.object);
  if (!object || !trace::IsLaunchObject(piece.object)) return true;
  const auto block = model.BlockSlot(cursor.block);
  if (!block || object->block != *block) return false;
  return object->kind != trace::ObjectKind::kLocal ||
         object->thread == trace::LinearIndex(cursor.thread, model.launch().block);
}

}  // namespace lockstep::query
