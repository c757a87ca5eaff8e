#pragma once

// In: device code whose plain locals are registers. Out: loops that wait for what another thread does call
// `__lockstep_poll` each time round, so that the other thread gets its turn. A loop waits where its exit depends on a
// volatile or atomic read made inside it, or in a function that it calls: spin locks, flags, tickets. Such reads carry
// kAwaited.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep {

inline constexpr const char* kAwaited = "lockstep.awaited";

// Loops that wait for nothing but the clock call `__lockstep_clock_jump`, so that it does not take as long as it says.
void InsertClockJumps(llvm::Module& module);

// True where `module` has such a loop.
bool InsertPolls(llvm::Module& module, UnitTables& tables);

}  // namespace lockstep
