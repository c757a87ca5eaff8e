#pragma once

// In: an access of a kernel. Out: what of the recording it reaches.

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "sim/launch/block_run.h"
#include "sim/machine/machine.h"
#include "sim/machine/memory_map.h"
#include "sim/record/block_scope.h"
#include "sim/record/program_objects.h"
#include "sim/record/snapshots.h"
#include "sim/record/target.h"

namespace lockstep::record {

// The blocks that are being recorded, on their way.
using BlockScopes = std::unordered_map<const launch::BlockRun*, BlockScope>;

class Targets {
 public:
  Targets(const machine::Machine& machine, ProgramObjects& objects, Snapshots& snapshots)
      : machine_(machine), objects_(objects), snapshots_(snapshots) {}

  // Objects may have gone.
  void Forget() { recent_ = {}; }

  // Of a thread of a recorded block, whose scope is among `scopes`. Nothing: a bad access.
  std::optional<Target> Find(const launch::ThreadRun& thread, const BlockScopes& scopes,
                             const machine::MemoryAccess& access, trace::AccessKind kind);
  // Of any thread. Its own memory and shared memory are good, and no object: their writers are not asked for.
  std::optional<Target> FindForUnwatched(const launch::ThreadRun& thread, const machine::MemoryAccess& access,
                                         trace::AccessKind kind);

 private:
  // Null, too, where the access was computed from a pointer to other memory, which may mean another object.
  const ProgramObject* FindRecent(const machine::MemoryAccess& access) const {
    for (const ProgramObject& object : recent_)
      if (object.Holds(access.address, access.size))
        return access.base == 0 || object.Holds(access.base, 1) ? &object : nullptr;
    return nullptr;
  }
  // Constants that the compiler made (literals, tables) may be read, and are no objects.
  std::optional<Target> InImage(const machine::MemoryAccess& access, trace::AccessKind kind) const;
  // A thread that the host plays has the host's stack, and arrays that the program has named may lie there.
  // `scope` is null where the block is not recorded.
  std::optional<Target> InPlayed(const launch::ThreadRun& thread, const BlockScope* scope, std::uint64_t address,
                                 std::uint64_t size);
  Target InProgram(const machine::Location& location, std::uint64_t address);

  const machine::Machine& machine_;
  ProgramObjects& objects_;
  Snapshots& snapshots_;
  // The objects used last: most accesses are to one of a kernel's few arrays.
  std::array<ProgramObject, 4> recent_{};
  std::size_t next_recent_ = 0;
};

}  // namespace lockstep::record
