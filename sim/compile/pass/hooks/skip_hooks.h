#pragma once

// In: device code as written. Out: the same with a hook where a thread bypasses a barrier or warp operation: it takes
// the other side of a source branch that contains one (`if (i < n) { ... __syncthreads(); }`), or a call of a function
// that does. An early `return` is no such branch: threads that have left count as arrived.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

void InsertSkipHooks(llvm::Function& function, UnitTables& tables);

}  // namespace lockstep::pass
