#pragma once

// In: device code that calls the runtime (barriers, warp operations, printf, traps, ...). Out: the same, with the place
// of each such call stored in the current thread first, so that a report can name the place of a wait, a stop or a
// fault. A call may have been given a place of its own before (SetWaitSite).

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

// `site` is a row of the unit's tables.
void SetWaitSite(llvm::CallBase& call, llvm::Value& site);

void MarkWaitSites(llvm::Module& module, const llvm::SetVector<llvm::Function*>& waits, UnitTables& tables);

}  // namespace lockstep::pass
