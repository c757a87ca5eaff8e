#include "sim/record/program_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "shared/lockstep/array.h"
#include "shared/trace/validate.h"
#include "sim/record/object_cells.h"

namespace lockstep::record {
namespace {

trace::TypeKind KindOf(int element) {
  switch (element) {
    case lockstep_element_bool: return trace::TypeKind::kBool;
    case lockstep_element_int8:
    case lockstep_element_int16:
    case lockstep_element_int32:
    case lockstep_element_int64: return trace::TypeKind::kSigned;
    case lockstep_element_uint8:
    case lockstep_element_uint16:
    case lockstep_element_uint32:
    case lockstep_element_uint64: return trace::TypeKind::kUnsigned;
    case lockstep_element_float16: return trace::TypeKind::kHalf;
    case lockstep_element_bfloat16: return trace::TypeKind::kBfloat16;
    case lockstep_element_float32:
    case lockstep_element_float64: return trace::TypeKind::kFloat;
    default: return trace::TypeKind::kUnknown;
  }
}

}  // namespace

void ProgramObjects::NotePublication(Publication publication) {
  std::erase_if(publications_, [&](const Publication& known) { return known.address == publication.address; });
  publications_.push_back(std::move(publication));
}

void ProgramObjects::AddVariables() {
  const std::vector<LockstepUnit*> units = machine_.Units();
  if (units.size() == units_) return;
  for (const LockstepUnit* unit : std::span(units).subspan(std::exchange(units_, units.size()))) {
    if (unit->mode != LOCKSTEP_RECORD) continue;
    for (std::uint32_t i = 0; i < unit->global_count; ++i) AddVariable(*unit, unit->globals[i]);
  }
  std::ranges::sort(variables_, {}, &ProgramObject::address);
}

void ProgramObjects::AddVariable(const LockstepUnit& unit, const LockstepGlobal& global) {
  const trace::VariableId variable = tables_.Variable(unit, global.variable);
  const bool is_known = variable != trace::VariableId::kNone;
  const trace::ObjectId id{static_cast<std::uint32_t>(recording_.objects.size())};
  const auto address = reinterpret_cast<std::uint64_t>(global.address);
  recording_.objects.push_back({.kind = trace::ObjectKind::kVariable,
                                .name = is_known ? recording_.variables[trace::Index(variable)].name : global.name,
                                .variable = variable,
                                .address = address,
                                .size = global.size});
  if (is_known) GiveCells(recording_, recording_.objects.back(), recording_.variables[trace::Index(variable)].type);
  variables_.push_back({address, global.size, id});
}

void ProgramObjects::NameArguments(const launch::LaunchRequest& request) {
  NameByParameters(request);
  NameAsPublished();
}

void ProgramObjects::NameByParameters(const launch::LaunchRequest& request) {
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const LockstepParameter& parameter = request.kernel->parameters[i];
    const auto* bytes = static_cast<const std::uint8_t*>(request.arguments[i]);
    trace::ForEachPointer(
        recording_, tables_.Type(*request.unit, parameter.type), {bytes, parameter.size}, parameter.name,
        [&](const trace::PointerInValue& pointer) { NamePointee(pointer, pointer.path == parameter.name); });
  }
}

// Memory that a member of a struct points to has its type from there, and its name from elsewhere: that of the host's
// variable is better than that of a member of a library's struct.
void ProgramObjects::NamePointee(const trace::PointerInValue& pointer, bool is_parameter) {
  const memory::MemoryObject* found = machine_.memory().FindLive(pointer.address);
  if (!found) return;
  trace::Object& object = recording_.objects[trace::Index(Of(*found).id)];
  if (is_parameter && object.name.empty()) object.name = pointer.path;
  if (object.element == trace::TypeId::kNone && pointer.element != trace::TypeId::kNone &&
      recording_.types[trace::Index(pointer.element)].size)
    object.element = pointer.element;
}

// Memory that no launch has used yet becomes an object later: its row is written with the launch that makes it one, and
// must then have its cells.
void ProgramObjects::NameAsPublished() {
  for (const Publication& publication : publications_) {
    const memory::MemoryObject* found = machine_.memory().FindLive(publication.address);
    if (found && allocations_.contains(found->serial)) NameAsPublished(found->address, Of(*found).id);
  }
}

void ProgramObjects::NameAsPublished(std::uint64_t address, trace::ObjectId id) {
  const auto found = std::ranges::find(publications_, address, &Publication::address);
  if (found == publications_.end()) return;
  trace::Object& object = recording_.objects[trace::Index(id)];
  object.name = found->name;
  const std::uint64_t known = ElementSize(id);
  const std::uint64_t cell = std::max<std::uint64_t>(found->element_size ? found->element_size : known, 1);
  // The program can say more than is there.
  if (!trace::ShapeFits(found->shape, cell, object.size)) return;
  object.shape = found->shape;
  // The shape counts cells as published. A kernel can have another view of them, `float4*` for an array of `float`.
  if (object.element != trace::TypeId::kNone && known != cell)
    object.element = TypeOf(found->type, found->element, cell);
}

void ProgramObjects::NameArrays(const launch::PlayedLaunch& launch) {
  for (const launch::PlayedArray& array : launch.arrays) {
    const trace::TypeId element = TypeOf(array.type, array.element, array.element_size);
    trace::Object& object = recording_.objects[trace::Index(Of(*array.memory).id)];
    object.name = array.name;
    object.shape = array.shape;
    object.element = element;
  }
}

// A row of the program's own tables, where they have one.
trace::TypeId ProgramObjects::TypeOf(const std::string& name, int element, std::uint64_t size) {
  const auto known = std::ranges::find_if(
      recording_.types, [&](const trace::Type& type) { return type.name == name && type.size == size; });
  const auto index = static_cast<std::uint32_t>(known - recording_.types.begin());
  if (known == recording_.types.end())
    recording_.types.push_back({.kind = KindOf(element), .name = name, .size = size});
  return trace::TypeId{index};
}

ProgramObject ProgramObjects::Of(const memory::MemoryObject& memory) {
  return {memory.address, memory.size, OfAllocation(memory.serial, memory.address, memory.size)};
}

trace::ObjectId ProgramObjects::OfAllocation(std::uint64_t serial, std::uint64_t address, std::uint64_t size) {
  const auto [found, is_new] =
      allocations_.try_emplace(serial, trace::ObjectId{static_cast<std::uint32_t>(recording_.objects.size())});
  if (is_new) {
    recording_.objects.push_back({.kind = trace::ObjectKind::kAllocation, .address = address, .size = size});
    NameAsPublished(address, found->second);
  }
  return found->second;
}

std::optional<ProgramObject> ProgramObjects::Of(const machine::Location& location) {
  if (location.object) return Of(*location.object);
  const auto variable = std::ranges::lower_bound(variables_, location.begin, {}, &ProgramObject::address);
  if (variable == variables_.end() || variable->address != location.begin) return std::nullopt;
  return *variable;
}

std::string ProgramObjects::NameOf(const memory::MemoryObject& memory) const {
  const auto known = allocations_.find(memory.serial);
  if (known != allocations_.end() && !Get(known->second).name.empty())
    return fmt::format("`{}`", Get(known->second).name);
  return fmt::format("an allocation of {} byte{}", memory.size, memory.size == 1 ? "" : "s");
}

std::uint64_t ProgramObjects::ElementSize(trace::ObjectId id) const {
  const trace::TypeId element = Get(id).element;
  return element == trace::TypeId::kNone ? 0 : recording_.types[trace::Index(element)].size;
}

}  // namespace lockstep::record
