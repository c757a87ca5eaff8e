#pragma once

// In: device code as written, plain locals in registers. Out: the same with a hook of sim/hooks/check.h at each access
// to memory that other threads can see, and with the origin of unwritten values carried beside the values.
//
// Origins follow values inside a function, through registers and loops. A value decides when a branch, an address, an
// atomic or a call takes it. What is stored carries its origin into memory.

#include "sim/compile/pass/memory_hooks.h"

namespace lockstep {

void InsertCheckHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders);

}  // namespace lockstep
