#include "sim/machine/memory_map.h"

#include <algorithm>

namespace lockstep::machine {
namespace {

std::uint64_t AddressOf(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

bool StraysInProgram(const Machine& machine, const Location& found, std::uint64_t base) {
  if (found.object) {
    const memory::MemoryObject* meant = base ? machine.memory().FindLive(base) : nullptr;
    return meant && meant != found.object;
  }
  // A pointer past the end of a variable still means that one.
  if (base < kNullPage) return false;
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

}  // namespace lockstep::machine
