#pragma once

// The variables of a recorded block that are in scope while it runs: the locals of its threads, and its shared memory.

#include <cstdint>
#include <optional>
#include <vector>

#include "shared/trace/recording.h"
#include "sim/hooks/state.h"
#include "sim/launch/launch.h"
#include "sim/machine/shared_memory.h"
#include "sim/record/tables.h"
#include "sim/record/target.h"

namespace lockstep::record {

class ThreadScope {
 public:
  // A function is entered; it is left, and its locals are gone.
  void Enter() { frames_.push_back(locals_.size()); }
  void Leave();
  // A local comes to be. It replaces those of the same function whose storage it takes over: the compiler gives
  // variables of scopes that have ended to others.
  struct Local {
    machine::AddressRange range;
    trace::ObjectId object;
    bool has_room = false;  // LOCKSTEP_LOCAL_ROOM unused bytes follow it
  };
  void Declare(const Local& local);
  // Which local holds the access: the innermost. Between locals lies what the compiler keeps for itself.
  Target Find(std::uint64_t address, std::uint64_t size) const;
  // The local whose room the address is in, or whose last bytes an access begins with that does not end there; null:
  // none.
  const Local* PastWhich(std::uint64_t address) const;

  trace::SiteId line = trace::SiteId::kNone;  // where the thread is
  trace::SiteId call = trace::SiteId::kNone;  // the call by which it enters the next function

 private:
  std::vector<Local> locals_;
  std::vector<std::size_t> frames_;  // how many locals there were when each function was entered
};

struct BlockScope {
  std::uint32_t index = 0;  // into RecordedLaunch::blocks
  std::vector<ThreadScope> threads;
  machine::SharedMemory shared;
  std::vector<trace::ObjectId> shared_objects;  // in the order of its variables

  Target InShared(std::size_t variable, std::uint64_t address) const {
    return {.object = shared_objects[variable], .offset = address - shared.variables[variable].begin};
  }
  void AddShared(const machine::AddressRange& range, trace::ObjectId object) {
    shared.variables.push_back(range);
    shared_objects.push_back(object);
  }
  // A played block's array is gone; its steps stay.
  void ForgetShared(std::uint64_t begin) {
    for (machine::AddressRange& range : shared.variables)
      if (range.begin == begin) range = {};
  }
};

// The shared memory of a block, without its variables.
machine::SharedMemory ArenaOf(const LockstepBlock& block);

// For a block that begins, which becomes the last one of `launch`: its shared variables become objects of the launch.
// `recording` has the tables.
BlockScope OpenBlock(const launch::LaunchRequest& request, const LockstepBlock& block, std::uint32_t threads,
                     const trace::Recording& recording, const ProgramTables& tables, trace::RecordedLaunch& launch);

}  // namespace lockstep::record
