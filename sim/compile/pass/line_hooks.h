#pragma once

// In: device code at -O0 with debug information. Out: the same with a hook where a line is reached, a function is
// entered or left, and a variable comes into being (sim/hooks/hooks.h, "record only").

#include "llvm/IR/Module.h"
#include "sim/compile/pass/memory_hooks.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep {

void InsertLineHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders);

}  // namespace lockstep
