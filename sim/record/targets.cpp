#include "sim/record/targets.h"

#include "sim/machine/host_memory.h"
#include "sim/machine/memory_map.h"

namespace lockstep::record {
namespace {

machine::AddressRange StackOf(const launch::ThreadRun& thread) {
  if (thread.run && thread.run->is_played()) return machine::ThisStack();
  return {reinterpret_cast<std::uint64_t>(thread.stack.low), reinterpret_cast<std::uint64_t>(thread.stack.high())};
}

const machine::ClusterMemory* ClusterOf(const launch::ThreadRun& thread) {
  const launch::ClusterRun* cluster = thread.run ? thread.run->cluster() : nullptr;
  return cluster ? &cluster->memory : nullptr;
}

// In the shared memory of another block of the cluster. One that has left, or is not recorded, has no objects.
Target InPeer(const BlockScopes& scopes, const launch::BlockRun* peer, std::uint64_t address, std::uint64_t size) {
  const auto scope = scopes.find(peer);
  if (scope == scopes.end()) return {};
  const auto variable = scope->second.shared.Find(address, size);
  return variable ? scope->second.InShared(*variable, address) : Target{};
}

bool IsOwn(const launch::ThreadRun& thread, std::uint64_t address) {
  return machine::IsOnThisStack(address) || (thread.run && StackOf(thread).Holds(address));
}

// The variables of a block that is not recorded are unknown, so all of its arena is good.
bool IsShared(const launch::ThreadRun& thread, std::uint64_t address) {
  const machine::SharedMemory arena = ArenaOf(*thread.block);
  if (address >= arena.begin && address < arena.end) return true;
  const machine::ClusterMemory* cluster = ClusterOf(thread);
  return cluster && cluster->RankOf(address);
}

}  // namespace

std::optional<Target> Targets::Find(const launch::ThreadRun& thread, const BlockScopes& scopes,
                                    const machine::MemoryAccess& access, trace::AccessKind kind) {
  const std::uint64_t address = access.address, size = access.size;
  if (const ProgramObject* recent = FindRecent(access))
    return Target{.object = recent->id, .offset = address - recent->address};
  const BlockScope& scope = scopes.at(thread.run);
  if (const auto played = InPlayed(thread, &scope, address, size)) return played;
  const machine::MemoryMap map{
      .machine = machine_, .own = StackOf(thread), .shared = scope.shared, .cluster = ClusterOf(thread)};
  const std::optional<machine::Spot> spot = map.Find(access);
  if (!spot) return InImage(access, kind);
  switch (spot->holder) {
    case machine::Holder::kOwn: return scope.threads[thread.linear].Find(address, size);
    case machine::Holder::kShared: return scope.InShared(spot->index, address);
    case machine::Holder::kPeer: return InPeer(scopes, thread.run->cluster()->blocks[spot->index], address, size);
    case machine::Holder::kProgram: return InProgram(spot->location, address);
  }
  return std::nullopt;
}

std::optional<Target> Targets::FindForUnwatched(const launch::ThreadRun& thread, const machine::MemoryAccess& access,
                                                trace::AccessKind kind) {
  const std::uint64_t address = access.address, size = access.size;
  if (const ProgramObject* recent = FindRecent(access))
    return Target{.object = recent->id, .offset = address - recent->address};
  if (const auto played = InPlayed(thread, nullptr, address, size)) return played;
  if (IsOwn(thread, address)) return Target{.is_local = true};
  if (IsShared(thread, address)) return Target{};
  if (const auto location = machine::FindInProgram(machine_, access)) return InProgram(*location, address);
  return InImage(access, kind);
}

std::optional<Target> Targets::InImage(const machine::MemoryAccess& access, trace::AccessKind kind) const {
  const bool is_constant = kind == trace::AccessKind::kRead && machine::IsInReadOnlyImage(access.address) &&
                           !machine::IsOfObject(machine_, access.base);
  return is_constant ? std::optional(Target{}) : std::nullopt;
}

std::optional<Target> Targets::InPlayed(const launch::ThreadRun& thread, const BlockScope* scope, std::uint64_t address,
                                        std::uint64_t size) {
  if (!thread.run || !thread.run->is_played()) return std::nullopt;
  const auto location = machine::FindInProgram(machine_, {.address = address, .size = size});
  if (!location) return std::nullopt;
  if (!location->object || location->object->kind != memory::MemoryKind::kOfPlayedBlock)
    return InProgram(*location, address);
  const auto variable = scope ? scope->shared.Find(address, size) : std::nullopt;
  return variable ? scope->InShared(*variable, address) : Target{};
}

Target Targets::InProgram(const machine::Location& location, std::uint64_t address) {
  const std::optional<ProgramObject> object = objects_.Of(location);
  if (!object) return {};
  recent_[next_recent_++ % recent_.size()] = *object;
  snapshots_.NoteUse(*object, objects_.Get(object->id).kind, objects_.ElementSize(object->id));
  return {.object = object->id, .offset = address - object->address};
}

}  // namespace lockstep::record
