#include "sim/inspect/array_keeper.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "shared/session/message.h"
#include "shared/trace/recording.h"
#include "sim/launch/played_launch.h"

namespace lockstep::inspect {
namespace {

bool IsPointer(const LockstepUnit& unit, const LockstepParameter& parameter) {
  return parameter.size == sizeof(std::uint64_t) && parameter.type < unit.type_count &&
         unit.types[parameter.type].kind == static_cast<std::uint32_t>(trace::TypeKind::kPointer);
}

std::string NameOf(const LockstepUnit& unit, const LockstepGlobal& global) {
  return global.variable < unit.variable_count ? unit.variables[global.variable].name : global.name;
}

}  // namespace

bool ArrayKeeper::IsWanted(const Array& array) const { return std::ranges::count(wanted_.names, array.name) != 0; }

ArrayKeeper::Array& ArrayKeeper::Of(std::uint64_t address, std::uint64_t size, std::uint64_t serial) {
  const auto known = std::ranges::find_if(
      arrays_, [&](const Array& array) { return array.address == address && array.serial == serial; });
  if (known != arrays_.end()) return *known;
  return arrays_.emplace_back(Array{.address = address, .size = size, .serial = serial});
}

ArrayKeeper::Array* ArrayKeeper::At(std::uint64_t address) {
  const memory::MemoryObject* memory = machine_.memory().FindLive(address);
  return memory ? &Of(*memory) : nullptr;
}

void ArrayKeeper::AddVariables() {
  const std::vector<LockstepUnit*> units = machine_.Units();
  for (const LockstepUnit* unit : std::span(units).subspan(std::exchange(units_, units.size())))
    for (const LockstepGlobal& global : std::span(unit->globals, unit->global_count)) {
      Array& array = Of(reinterpret_cast<std::uint64_t>(global.address), global.size, 0);
      array.name = NameOf(*unit, global);
    }
}

// Pointers may be parts of structs, so each word of the arguments is looked at.
void ArrayKeeper::UseArguments(const launch::LaunchRequest& request) {
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const LockstepParameter& parameter = request.kernel->parameters[i];
    const auto* bytes = static_cast<const char*>(request.arguments[i]);
    for (std::uint64_t at = 0; at + sizeof(std::uint64_t) <= parameter.size; at += sizeof(std::uint64_t)) {
      std::uint64_t word;
      std::memcpy(&word, bytes + at, sizeof word);
      Array* const array = At(word);
      if (!array) continue;
      array->is_used = true;
      if (array->name.empty() && IsPointer(*request.unit, parameter)) array->name = parameter.name;
    }
  }
}

void ArrayKeeper::GivePublishedNames() {
  for (const auto& [address, name] : published_) {
    Array* const array = At(address);
    if (array && array->address == address) array->name = name;
  }
}

void ArrayKeeper::LaunchBegins(const launch::LaunchRequest& request) {
  ++launch_;
  if (!IsKept()) return;
  for (Array& array : arrays_) array.is_used = false;
  AddVariables();
  if (request.played) {
    for (const launch::PlayedArray& played : request.played->arrays) {
      Array& array = Of(*played.memory);
      array.name = played.name;
      array.is_used = true;
    }
  } else {
    UseArguments(request);
  }
  GivePublishedNames();
  // A kernel may reach them by pointers in memory.
  for (Array& array : arrays_)
    if (!array.is_used && IsWanted(array) && !IsGone(array))
      array.before.assign(array.Bytes(), array.Bytes() + array.size);
}

// Only device memory is known to be there or not; the program's own is as long as its launch runs.
bool ArrayKeeper::IsGone(const Array& array) const {
  if (array.serial == 0) return false;
  const memory::MemoryObject* memory = machine_.memory().FindLive(array.address);
  const bool is_there = memory && memory->serial == array.serial;
  return !is_there && (!array.is_used || machine_.memory().Owns(array.address));
}

void ArrayKeeper::LaunchEnds() {
  if (!IsKept()) return;
  for (Array& array : arrays_) {
    const std::vector<std::uint8_t> before = std::exchange(array.before, {});
    if (IsGone(array)) continue;
    const bool is_changed =
        !before.empty() && (array.last == 0 || std::memcmp(before.data(), array.Bytes(), array.size) != 0);
    if (array.is_used || is_changed) Keep(array);
  }
  MakeRoom();
}

void ArrayKeeper::Keep(Array& array) {
  array.last = launch_;
  array.bytes.clear();
  if (array.size <= session::kMostKept) array.bytes.assign(array.Bytes(), array.Bytes() + array.size);
}

// First arrays that nobody has asked for by this name, which may still get another; then the oldest.
void ArrayKeeper::MakeRoom() {
  std::uint64_t kept = 0;
  for (const Array& array : arrays_) kept += array.bytes.size();
  while (kept > session::kMostKept) {
    const auto least = std::ranges::min_element(arrays_, {}, [this](const Array& array) {
      return std::tuple(array.bytes.empty(), IsWanted(array), array.last);
    });
    kept -= std::exchange(least->bytes, {}).size();
  }
}

std::vector<session::KeptArray> ArrayKeeper::Kept() const {
  std::vector<session::KeptArray> kept;
  for (const std::string& name : wanted_.names) {
    const Array* last = nullptr;
    for (const Array& array : arrays_)
      if (array.name == name && !array.bytes.empty() && (!last || array.last > last->last)) last = &array;
    if (last) kept.push_back({name, last->bytes});
  }
  return kept;
}

void ArrayKeeper::Write() const {
  if (wanted_.names.empty()) return;
  if (auto written = session::WriteArrays(Kept(), wanted_.path); !written)
    session::Say({.status = ExitStatus::kCannotWrite, .text = written.error().message});
}

}  // namespace lockstep::inspect
