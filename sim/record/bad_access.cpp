#include "sim/record/bad_access.h"

#include <fmt/format.h>

#include "shared/base/address.h"
#include "sim/launch/arena.h"
#include "sim/machine/host_memory.h"

namespace lockstep::record {
namespace {

std::string Bytes(std::uint64_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

std::string Outside(std::uint64_t address, std::uint64_t begin, std::uint64_t size, const std::string& name) {
  return DescribeOutside(address, {begin, begin + size}, name);
}

std::string OutsideVariable(std::uint64_t address, const machine::Machine::Global& variable) {
  const LockstepGlobal& global = *variable.global;
  const bool known = global.variable < variable.unit->variable_count;
  return Outside(address, AddressOf(global.address), global.size,
                 fmt::format("`{}`", known ? variable.unit->variables[global.variable].name : global.name));
}

}  // namespace

// "beginning 4 bytes past the end of `a` (64 bytes)"
std::string DescribeOutside(std::uint64_t address, const machine::AddressRange& meant, const std::string& name) {
  const std::string whole = fmt::format("{} ({})", name, Bytes(meant.size()));
  if (address < meant.begin)
    return fmt::format("beginning {} before the start of {}", Bytes(meant.begin - address), whole);
  if (address < meant.end) return fmt::format("across the end of {}", whole);
  if (address == meant.end) return fmt::format("just past the end of {}", whole);
  return fmt::format("beginning {} past the end of {}", Bytes(address - meant.end), whole);
}

bool IsInShared(const machine::Miss& miss) {
  return miss.kind == machine::MissKind::kShared || miss.kind == machine::MissKind::kNoDynamicShared ||
         miss.kind == machine::MissKind::kPastDynamicShared;
}

std::string DescribeMiss(const machine::Miss& miss, std::uint64_t address, const std::string& name) {
  switch (miss.kind) {
    case machine::MissKind::kNull: return "through a null pointer";
    case machine::MissKind::kDestroyed: return "through a texture or surface object that has been destroyed";
    case machine::MissKind::kNoShared: return "of shared memory outside every variable of the kernel";
    case machine::MissKind::kNoDynamicShared:
      return fmt::format("of {}, but the launch passes no dynamic shared memory", name);
    case machine::MissKind::kPastDynamicShared:
      return fmt::format("of {} past the dynamic shared memory that the launch passes", name);
    case machine::MissKind::kShared: return fmt::format("of shared memory outside {}", name);
    case machine::MissKind::kAllocation: return Outside(address, miss.object->address, miss.object->size, name);
    case machine::MissKind::kFreed: return fmt::format("in {} after it was freed", name);
    case machine::MissKind::kNoAllocation: return fmt::format("at address {:#x}, which is in no allocation", address);
    case machine::MissKind::kVariable: return OutsideVariable(address, *miss.global);
    case machine::MissKind::kOther: break;
  }
  return fmt::format("at address {:#x}, which is no device memory (a host pointer?)", address);
}

bool IsHarmless(const memory::DeviceMemory& memory, const LockstepBlock& block, const machine::Miss& miss,
                std::uint64_t address, std::uint64_t size) {
  // The bytes next to a variable are the program's own.
  if (miss.kind == machine::MissKind::kVariable && machine::PartOfImage(address).Holds(address, size))
    return !machine::IsInReadOnlyImage(address);
  if (address >= AddressOf(block.shared) &&
      address + size <= AddressOf(block.dynamic_shared) + block.dynamic_size + launch::ArenaPool::kGuardBytes)
    return true;
  const memory::MemoryObject* first = memory.Find(address);
  const memory::MemoryObject* last = memory.Find(address + size - 1);
  return first && last && first->live && last->live;
}

}  // namespace lockstep::record
