#pragma once

// In: device code with plain locals in registers. Out: hooks around each call by which a function calls itself,
// directly or through others, with the number of bytes that the caller keeps on a GPU's stack meanwhile: its return
// address, the values that it needs after the call, and its arrays. That is a lower bound, because nvcc decides the
// rest. A call whose result is the caller's own, a tail call, needs no stack: nvcc turns it into a jump.

#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

void InsertRecursionHooks(llvm::Module& module, UnitTables& tables);

}  // namespace lockstep::pass
