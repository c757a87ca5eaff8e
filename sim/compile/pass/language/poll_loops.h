#pragma once

// In: device code with plain locals in registers. Out: loops that wait for another thread call `__lockstep_poll` in
// each iteration, so that the other thread gets its turn. A loop waits if its exit depends on a volatile or atomic read
// inside it or in a function that it calls: spin locks, flags, tickets. Such reads get the metadata kAwaited.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

inline constexpr const char* kAwaited = "lockstep.awaited";

// Loops that wait for nothing but the clock call `__lockstep_clock_jump`, so that they need not take the real time.
void InsertClockJumps(llvm::Module& module);

// True if `module` has such a loop. `at_retries`: also in loops that only repeat a compare-and-swap with the value that
// they read last. These wait for nobody, but what they read may be meant as a message.
bool InsertPolls(llvm::Module& module, UnitTables& tables, bool at_retries);

}  // namespace lockstep::pass
