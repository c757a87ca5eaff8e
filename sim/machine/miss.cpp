#include "sim/machine/miss.h"

#include <algorithm>
#include <optional>

namespace lockstep::machine {
namespace {

// An access this close to a block's shared memory was meant for it.
constexpr std::uint64_t kNearShared = 4096;
// An access this close to a variable of the device half was meant for that variable.
constexpr std::uint64_t kNearVariable = 64;
// If an address is farther than this from an allocation, and farther than the allocation's size, the access was not
// meant for the allocation.
constexpr std::uint64_t kFar = 1 << 20;

std::uint64_t DistanceOf(std::uint64_t address, const memory::MemoryObject& object) {
  return address < object.address ? object.address - address : address - object.end();
}

// The variable that `base` points to the start of, else the last one that begins before the address.
std::optional<Miss> MissInShared(const SharedMemory& shared, std::uint64_t address, std::uint64_t base) {
  const auto& all = shared.variables;
  const AddressRange* meant = nullptr;
  for (const AddressRange& variable : all)
    if (base && base == variable.begin) meant = &variable;
  if (!meant && (address + kNearShared < shared.begin || address >= shared.end + kNearShared)) return std::nullopt;
  for (const AddressRange& variable : all)
    if (!meant || (base != meant->begin && variable.begin <= address && variable.begin > meant->begin))
      meant = &variable;
  if (!meant) return Miss{.kind = MissKind::kNoShared};
  Miss miss{.kind = MissKind::kShared, .shared = static_cast<std::size_t>(meant - all.data())};
  if (meant->begin == meant->end)
    miss.kind = MissKind::kNoDynamicShared;
  else if (meant->begin == shared.dynamic && address >= meant->begin)
    miss.kind = MissKind::kPastDynamicShared;
  return miss;
}

// The live object that the address was most likely computed from, if it is not far from it: the last one that begins at
// or before the address, else the first one after it.
const memory::MemoryObject* LikelyMeant(const memory::DeviceMemory& memory, std::uint64_t address) {
  const memory::MemoryObject *last = nullptr, *next = nullptr;
  for (const memory::MemoryObject* live : memory.LiveObjects()) {
    if (live->address <= address && (!last || live->address > last->address)) last = live;
    if (live->address > address && (!next || live->address < next->address)) next = live;
  }
  for (const memory::MemoryObject* object : {last, next})
    if (object && DistanceOf(address, *object) <= std::max(kFar, object->size)) return object;
  return nullptr;
}

Miss MissInDeviceMemory(const memory::DeviceMemory& memory, const memory::MemoryObject* meant, std::uint64_t address) {
  const memory::MemoryObject* const here = memory.Find(address);
  const memory::MemoryObject* near = meant ? meant : here;
  if (!near) near = LikelyMeant(memory, address);
  if (!near) return {.kind = MissKind::kNoAllocation};
  return {.kind = near->live ? MissKind::kAllocation : MissKind::kFreed, .object = near, .is_near = here != nullptr};
}

// Host memory lies close together, so only the pointer that was indexed shows which array was meant.
std::optional<Miss> MissOfPlayed(const memory::DeviceMemory& memory, std::uint64_t base) {
  const memory::MemoryObject* meant = memory.FindLive(base);
  if (!meant || !memory::IsPlayed(meant->kind)) return std::nullopt;
  return Miss{.kind = MissKind::kAllocation, .object = meant, .is_near = true};
}

std::optional<Miss> MissOfVariable(const Machine& machine, std::uint64_t address, std::uint64_t base) {
  const Machine::Global* global = machine.LastGlobalBefore(base ? base : address);
  if (!global) return std::nullopt;
  const auto begin = reinterpret_cast<std::uint64_t>(global->global->address);
  const bool is_meant = base ? base == begin : address < begin + global->global->size + kNearVariable;
  return is_meant ? std::optional(Miss{.kind = MissKind::kVariable, .global = global}) : std::nullopt;
}

}  // namespace

Miss Classify(const Machine& machine, const SharedMemory& shared, std::uint64_t address, std::uint64_t base) {
  if (address == kDestroyedObject) return {.kind = MissKind::kDestroyed};
  if (const auto miss = MissInShared(shared, address, base)) return *miss;
  if (address < kNullPage) return {.kind = MissKind::kNull};
  const memory::DeviceMemory& memory = machine.memory();
  const memory::MemoryObject* meant = base && memory.Owns(base) ? memory.FindLive(base) : nullptr;
  if (base && !meant)
    if (const auto miss = MissOfVariable(machine, address, base)) return *miss;
  if (meant || memory.Owns(address)) return MissInDeviceMemory(memory, meant, address);
  if (const auto miss = MissOfPlayed(memory, base)) return *miss;
  // An index below 0 of the first allocation leads out of device memory.
  if (memory.Owns(address + kFar)) return MissInDeviceMemory(memory, meant, address);
  return MissOfVariable(machine, address, base).value_or(Miss{});
}

}  // namespace lockstep::machine
