#pragma once

// In: device code as written, in record mode. Out: the same with a hook of sim/hooks/hooks.h before each access to
// memory.
//
// Every load, store, copy, fill and atomic of the source counts, except those by which the compiler keeps plain locals
// and passes parameters:
//   - reads of a thread's own locals by name, unless they change before the value is used;
//   - the spills of parameters to their slots, and accesses to slots that are no variables of the source.
// test/memory_hooks.ll covers each of these cases.

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/facts/declared_types.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

// The sites of what the function's returns give, for __lockstep_leave.
using ReturnSites = llvm::DenseMap<const llvm::Instruction*, llvm::Value*>;

// Adds to the tables what the values were computed from (operands.h), and before each call of a function of the program
// a hook that says which call it is. `types`: those of the module, for accesses outside local variables and members
// (object_bounds.h); null in played code, whose locals are the host's.
ReturnSites InsertMemoryHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders,
                              DeclaredTypes* types);

}  // namespace lockstep::pass
