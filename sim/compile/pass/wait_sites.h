#pragma once

// In: device code that calls the runtime (barriers, warp operations, printf, traps, ...). Out: the same, with the place
// of each such call stored in the current thread first, so that a report can name the place of a wait, a stop or a
// fault.

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep::pass {

void MarkWaitSites(llvm::Module& module, const llvm::SetVector<llvm::Function*>& waits, UnitTables& tables);

}  // namespace lockstep::pass
