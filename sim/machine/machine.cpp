#include "sim/machine/machine.h"

#include "shared/base/address.h"
#include "shared/base/must.h"
#include "shared/trace/recording.h"

namespace lockstep::machine {
namespace {

LocationKind KindOf(memory::MemoryKind kind) {
  switch (kind) {
    case memory::MemoryKind::kPinned: return LocationKind::kPinned;
    case memory::MemoryKind::kManaged: return LocationKind::kManaged;
    case memory::MemoryKind::kPlayed:
    case memory::MemoryKind::kOfPlayedBlock:
    case memory::MemoryKind::kRegistered: return LocationKind::kRegistered;
    default: return LocationKind::kDevice;
  }
}

}  // namespace

void Machine::AddUnit(LockstepUnit& unit) {
  MUST(unit.abi == LOCKSTEP_ABI, "an object file was compiled by another version of Lockstep; build it again");
  const std::unique_lock lock(mutex_);
  // Dynamic shared memory follows all of them and must be aligned for any type.
  unit.shared_base = static_shared_.fetch_add((unit.shared_size + 127) / 128 * 128);
  const auto number = static_cast<std::uint32_t>(units_.size());
  for (std::uint32_t i = 0; i < unit.site_count; ++i) {
    unit.sites[i].id = sites_++;
    unit.sites[i].unit = number;
  }
  for (std::uint32_t i = 0; i < unit.variable_count; ++i) {
    unit.variables[i].id = variables_++;
    unit.variables[i].unit = number;
  }
  if (unit.mode == LOCKSTEP_CHECK) has_checked_unit_ = true;
  units_.push_back(&unit);
  units_by_id_[unit.id] = &unit;
  for (std::uint32_t i = 0; i < unit.global_count; ++i)
    globals_[AddressOf(unit.globals[i].address)] = {&unit, &unit.globals[i]};
}

void Machine::NoteKernel(const LockstepUnit& unit, const LockstepKernel& kernel) {
  trace::ModelledSet used = kernel.modelled;
  if (used & LOCKSTEP_MODELLED_ELSEWHERE) {
    const std::shared_lock lock(mutex_);
    for (const LockstepUnit* other : units_)
      if (other != &unit) used |= other->modelled;
  }
  Note(used & ~LOCKSTEP_MODELLED_ELSEWHERE);
}

std::vector<LockstepUnit*> Machine::Units() const {
  const std::shared_lock lock(mutex_);
  return units_;
}

const LockstepUnit* Machine::FindUnit(const char* id) const {
  const std::shared_lock lock(mutex_);
  const auto found = units_by_id_.find(id);
  return found == units_by_id_.end() ? nullptr : found->second;
}

std::vector<const LockstepSite*> Machine::Sites() const {
  const std::shared_lock lock(mutex_);
  std::vector<const LockstepSite*> sites;
  sites.reserve(sites_);
  for (const LockstepUnit* unit : units_)
    for (std::uint32_t i = 0; i < unit->site_count; ++i) sites.push_back(&unit->sites[i]);
  return sites;
}

const char* Machine::FunctionOf(const LockstepSite& site) const {
  const std::shared_lock lock(mutex_);
  return site.unit < units_.size() ? units_[site.unit]->functions[site.function].name : "";
}

const Machine::Global* Machine::LastGlobalBefore(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  const auto after = globals_.upper_bound(address);
  return after == globals_.begin() ? nullptr : &std::prev(after)->second;
}

const Machine::Global* Machine::FindGlobal(std::uint64_t address) const {
  const Global* const last = LastGlobalBefore(address);
  return last && address - AddressOf(last->global->address) < last->global->size ? last : nullptr;
}

Location Machine::Locate(const void* pointer) const {
  const std::uint64_t address = AddressOf(pointer);
  const memory::MemoryObject* object = memory_.FindLive(address);
  if (object && (!memory::IsPlayed(object->kind) || plays_.load(std::memory_order_relaxed)))
    return {KindOf(object->kind), object->address, object->size, object};
  if (memory_.Owns(address)) return {LocationKind::kNowhere};
  if (const Global* global = FindGlobal(address)) {
    const bool managed = global->global->kind == static_cast<std::uint32_t>(trace::VariableKind::kManaged);
    return {.kind = managed ? LocationKind::kManaged : LocationKind::kVariable,
            .begin = AddressOf(global->global->address),
            .size = global->global->size,
            .global = global->global};
  }
  return {};
}

}  // namespace lockstep::machine
