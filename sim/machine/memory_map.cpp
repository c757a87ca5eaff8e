#include "sim/machine/memory_map.h"

#include <algorithm>

#include "shared/base/address.h"

namespace lockstep::machine {
namespace {

// Memory of the host's that has been made known part by part may be one array.
bool AreOneArray(const memory::MemoryObject& meant, const memory::MemoryObject& found) {
  return &meant == &found || (memory::IsOfHost(meant.kind) && memory::IsOfHost(found.kind));
}

bool StraysInProgram(const Machine& machine, const Location& found, std::uint64_t base) {
  // A pointer past the end still means what ends there, and may be walked back.
  if (base < kNullPage || base - found.begin <= found.size) return false;
  if (const memory::MemoryObject* meant = machine.memory().FindLive(base))
    return !found.object || !AreOneArray(*meant, *found.object);
  if (found.object) return machine.FindGlobal(base);
  const Machine::Global* meant = machine.LastGlobalBefore(base);
  return meant && meant->global != found.global;
}

}  // namespace

std::optional<Location> FindInProgram(const Machine& machine, const MemoryAccess& access) {
  const Location found = machine.Locate(reinterpret_cast<const void*>(access.address));
  const AddressRange range{found.begin, found.begin + found.size};
  if (!found.DeviceCanTouch() || !range.Holds(access.address, access.size)) return std::nullopt;
  return StraysInProgram(machine, found, access.base) ? std::nullopt : std::optional(found);
}

std::optional<Spot> MemoryMap::Find(const MemoryAccess& access) const {
  if (own.Holds(access.address)) return Spot{.holder = Holder::kOwn};
  if (const auto index = shared.Find(access.address, access.size)) {
    if (shared.Strays(*index, access.base)) return std::nullopt;
    return Spot{.holder = Holder::kShared, .index = *index};
  }
  if (cluster)
    if (const auto rank = cluster->RankOf(access.address); rank && AddressOf(cluster->arenas[*rank]) != shared.begin)
      return Spot{.holder = Holder::kPeer, .index = *rank};
  if (const auto location = FindInProgram(machine, access)) return Spot{.location = *location};
  return std::nullopt;
}

bool IsOfObject(const Machine& machine, std::uint64_t base) {
  return base >= kNullPage && (machine.memory().FindLive(base) || machine.FindGlobal(base));
}

}  // namespace lockstep::machine
