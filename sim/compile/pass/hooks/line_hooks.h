#pragma once

// In: device code at -O0 with debug information. Out: the same with hooks where a line is reached, a function is
// entered or left, and a variable is declared (sim/hooks/hooks.h, "the shape of execution").

#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/hooks/memory_hooks.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

// Calls `hook` with the variable's row, address and size, unless the record is of library code or of no variable.
void DeclareVariable(llvm::Instruction* before, llvm::DbgVariableRecord& record, UnitTables& tables,
                     llvm::StringRef hook);

void InsertLineHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders,
                     const ReturnSites& returns);

}  // namespace lockstep::pass
