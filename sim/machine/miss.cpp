#include "sim/machine/miss.h"

#include <algorithm>
#include <optional>

namespace lockstep {
namespace {

// An address this close to a block's shared memory was meant for it.
constexpr std::uint64_t kNearShared = 4096;
// ... this close to a variable of the device half, for that.
constexpr std::uint64_t kNearVariable = 64;
// So far from an allocation, and farther than its own size, an address is no slip at its end.
constexpr std::uint64_t kFar = 1 << 20;

std::uint64_t DistanceOf(std::uint64_t address, const MemoryObject& object) {
  return address < object.address ? object.address - address : address - object.end();
}

// The variable that `base` points to the start of, else the last one that begins before the address.
std::optional<Miss> MissInShared(const SharedMemory& shared, std::uint64_t address, std::uint64_t base) {
  const auto& all = shared.variables;
  const SharedMemory::Variable* meant = nullptr;
  for (const SharedMemory::Variable& variable : all)
    if (base && base == variable.begin) meant = &variable;
  if (!meant && (address + kNearShared < shared.begin || address >= shared.end + kNearShared)) return std::nullopt;
  for (const SharedMemory::Variable& variable : all)
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

// The live object that begins last at or before the address.
const MemoryObject* LastBefore(const DeviceMemory& memory, std::uint64_t address) {
  const MemoryObject* last = nullptr;
  for (const MemoryObject* live : memory.LiveObjects())
    if (live->address <= address && (!last || live->address > last->address)) last = live;
  return last;
}

Miss MissInDeviceMemory(const DeviceMemory& memory, const MemoryObject* meant, std::uint64_t address) {
  const MemoryObject* const here = memory.Find(address);
  const MemoryObject* near = meant ? meant : here;
  if (!near) {
    near = LastBefore(memory, address);
    // A pointer that was never made from it.
    if (near && DistanceOf(address, *near) > std::max(kFar, near->size)) near = nullptr;
  }
  if (!near) return {.kind = MissKind::kNoAllocation};
  return {.kind = near->live ? MissKind::kAllocation : MissKind::kFreed, .object = near, .is_near = here != nullptr};
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
  if (const auto miss = MissInShared(shared, address, base)) return *miss;
  if (address < kNullPage) return {.kind = MissKind::kNull};
  const DeviceMemory& memory = machine.memory();
  const MemoryObject* meant = base && memory.Owns(base) ? memory.FindLive(base) : nullptr;
  if (meant || memory.Owns(address)) return MissInDeviceMemory(memory, meant, address);
  return MissOfVariable(machine, address, base).value_or(Miss{});
}

}  // namespace lockstep
